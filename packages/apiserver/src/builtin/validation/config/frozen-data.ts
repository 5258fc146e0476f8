import { jsonEqual, type StatusCause } from "@kubewright/api";
import { forbiddenField } from "@kubewright/api/server";

interface Freezable {
  readonly immutable?: boolean;
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
}

/** Adds a cause for each change of data that may not change any more. */
export function checkFrozenData(object: Freezable, old: Freezable, causes: StatusCause[]): void {
  if (old.immutable !== true) return;
  const detail = "field is immutable when `immutable` is set";
  if (object.immutable !== true) causes.push(forbiddenField("immutable", detail));
  for (const name of ["data", "binaryData"] as const) {
    if (!jsonEqual(object[name] ?? null, old[name] ?? null)) causes.push(forbiddenField(name, detail));
  }
}
