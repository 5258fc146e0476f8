import { validateQualifiedName } from "@kubewright/api";
import { RuntimeError } from "../errors.ts";

/** Throws RuntimeError `INVALID_SETUP` for a name that events could not carry; metrics and logs could. */
export function refuseInvalidName(name: string): void {
  if (typeof name !== "string" || name === "") {
    throw new RuntimeError(
      "INVALID_SETUP",
      'a controller needs a name for logs, metrics and events, as in controller("memcached")',
    );
  }
  const [problem] = validateQualifiedName(name);
  if (problem === undefined) return;
  throw new RuntimeError("INVALID_SETUP", `a controller cannot be named ${JSON.stringify(name)}: ${problem}`);
}
