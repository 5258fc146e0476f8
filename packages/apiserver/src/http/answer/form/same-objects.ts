import type { ApiObject } from "../../../resource-object.ts";

/** Whether both have the very same objects in the same order. */
export function isSame(a: readonly ApiObject[], b: readonly ApiObject[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}
