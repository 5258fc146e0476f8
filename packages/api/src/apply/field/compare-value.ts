import { isJsonObject, type JsonObject, ownMember } from "../../json/own-member.ts";
import { compareBytes } from "../../text/byte-text.ts";

/**
 * Orders any two values: negative, zero or positive.
 *
 * Numbers come first, then strings by their UTF-8 bytes, booleans, lists, objects, null.
 */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  const rank = rankOf(a);
  const difference = rank - rankOf(b);
  if (difference !== 0) return difference;
  switch (rank) {
    case Rank.number:
      return compareNumbers(a as number | bigint, b as number | bigint);
    case Rank.string:
      return compareBytes(a as string, b as string);
    case Rank.boolean:
      return Number(a) - Number(b);
    case Rank.list:
      return compareLists(a as unknown[], b as unknown[]);
    case Rank.object:
      return compareObjects(a as JsonObject, b as JsonObject);
    default:
      return 0;
  }
}

/** Whether two values are the same to field ownership: members that are `undefined` are absent, numbers count by value. */
export function equalValues(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!equalValues(a[index], b[index])) return false;
    return true;
  }
  if (isJsonObject(a)) {
    if (!isJsonObject(b)) return false;
    let count = 0;
    for (const key of Object.keys(a)) {
      const member = a[key];
      if (member === undefined) continue;
      count++;
      if (!Object.hasOwn(b, key) || !equalValues(member, b[key])) return false;
    }
    for (const key of Object.keys(b)) if (b[key] !== undefined) count--;
    return count === 0;
  }
  return isNumber(a) && isNumber(b) && compareNumbers(a, b) === 0;
}

const Rank = { number: 0, string: 1, boolean: 2, list: 3, object: 4, null: 5, none: 6 } as const;

function rankOf(value: unknown): number {
  switch (typeof value) {
    case "number":
    case "bigint":
      return Rank.number;
    case "string":
      return Rank.string;
    case "boolean":
      return Rank.boolean;
    case "object":
      if (value === null) return Rank.null;
      return Array.isArray(value) ? Rank.list : Rank.object;
    default:
      return Rank.none;
  }
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function compareNumbers(a: number | bigint, b: number | bigint): number {
  // A number beyond the safe integers is a float to the reference, which compares floats with floats.
  const [left, right] = typeof a === typeof b ? [a, b] : [Number(a), Number(b)];
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

function compareLists(a: readonly unknown[], b: readonly unknown[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const order = compareValues(a[index], b[index]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareObjects(a: JsonObject, b: JsonObject): number {
  const left = keysOf(a);
  const right = keysOf(b);
  const keys = [...new Set([...left, ...right])].sort(compareBytes);
  for (const [index, key] of keys.entries()) {
    if (index === left.length) return -1;
    if (index === right.length) return 1;
    const mine = ownMember(a, key);
    const theirs = ownMember(b, key);
    if (mine === undefined) return 1;
    if (theirs === undefined) return -1;
    const order = compareValues(mine, theirs);
    if (order !== 0) return order;
  }
  return 0;
}

function keysOf(object: JsonObject): string[] {
  return Object.keys(object).filter((key) => object[key] !== undefined);
}
