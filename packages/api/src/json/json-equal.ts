import { guardDepth } from "./depth-guard.ts";
import { isJsonObject, ownMember } from "./own-member.ts";

/**
 * Whether two values are the same JSON: key order does not matter, the order of items does.
 *
 * A member that is `undefined` counts as absent, which `null` does not. A `bigint` equals the `number` of the same value.
 */
export function jsonEqual(a: unknown, b: unknown): boolean {
  return guardDepth(() => isEqual(a, b));
}

function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  }
  if (isJsonObject(a)) {
    if (!isJsonObject(b)) return false;
    return (
      Object.keys(a).every((key) => isEqual(a[key], ownMember(b, key))) &&
      Object.keys(b).every((key) => b[key] === undefined || Object.hasOwn(a, key))
    );
  }
  // biome-ignore lint/suspicious/noDoubleEquals: the one comparison that is exact between a bigint and a number.
  return isNumeric(a) && isNumeric(b) && a == b;
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}
