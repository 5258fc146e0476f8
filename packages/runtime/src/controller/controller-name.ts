import { validateQualifiedName } from "@kubewright/api";
import { RuntimeError } from "../errors.ts";

/** Throws RuntimeError `INVALID_SETUP` for a name that events could not carry; metrics and logs could. */
export function refuseInvalidName(name: string): void {
  const [problem] = validateQualifiedName(name);
  if (problem === undefined) return;
  throw new RuntimeError("INVALID_SETUP", `a controller cannot be named ${JSON.stringify(name)}: ${problem}`);
}
