import { type StatusCause, semanticEqual } from "@kubewright/api";
import { invalidField } from "@kubewright/api/server";
import { internalValue } from "../internal/internal-value.ts";

/** Adds a cause for a change of what may not change. `type` is the internal type of the value, which says how it is printed: `*number`. */
export function checkImmutable(value: unknown, old: unknown, type: string, field: string, causes: StatusCause[]): void {
  if (semanticEqual(value ?? null, old ?? null, { kind: { apiVersion: "v1" } })) return;
  causes.push(invalidField(field, internalValue(type, value), "field is immutable"));
}
