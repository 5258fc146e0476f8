import { cloneJson } from "../json/clone-json.ts";
import { guardDepth } from "../json/depth-guard.ts";
import { jsonEqual } from "../json/json-equal.ts";
import { isJsonObject, type JsonObject, ownMember } from "../json/own-member.ts";
import type { JsonPatchOperation } from "./json-patch.ts";
import { formatJsonPointer } from "./json-pointer.ts";

/**
 * A JSON patch that makes `to` out of `from`. Empty when they are equal.
 *
 * Shares nothing with the arguments. Members that are `undefined` count as absent. In a list, what stands before and after
 * the changed part is left alone; inside that part, items are matched by position.
 */
export function createJsonPatch(from: object, to: object): JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  guardDepth(() => compare([], cloneJson<unknown>(from), cloneJson<unknown>(to), operations));
  return operations;
}

type Path = readonly (string | number)[];

function compare(path: Path, from: unknown, to: unknown, operations: JsonPatchOperation[]): void {
  if (jsonEqual(from, to)) return;
  if (Array.isArray(from) && Array.isArray(to)) compareLists(path, from, to, operations);
  else if (isJsonObject(from) && isJsonObject(to)) compareObjects(path, from, to, operations);
  else operations.push({ op: "replace", path: formatJsonPointer(path), value: to });
}

function compareObjects(path: Path, from: JsonObject, to: JsonObject, operations: JsonPatchOperation[]): void {
  for (const key of Object.keys(from)) {
    if (Object.hasOwn(to, key)) compare([...path, key], from[key], ownMember(to, key), operations);
    else operations.push({ op: "remove", path: formatJsonPointer([...path, key]) });
  }
  for (const key of Object.keys(to)) {
    if (!Object.hasOwn(from, key))
      operations.push({ op: "add", path: formatJsonPointer([...path, key]), value: to[key] });
  }
}

function compareLists(path: Path, from: unknown[], to: unknown[], operations: JsonPatchOperation[]): void {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && jsonEqual(from[start], to[start])) start++;
  let tail = 0;
  while (tail < shorter - start && jsonEqual(from.at(-1 - tail), to.at(-1 - tail))) tail++;

  const fromEnd = from.length - tail;
  const toEnd = to.length - tail;
  const common = Math.min(fromEnd, toEnd);
  for (let index = start; index < common; index++) compare([...path, index], from[index], to[index], operations);
  // From the last to the first: the items before keep their positions.
  for (let index = fromEnd - 1; index >= common; index--) {
    operations.push({ op: "remove", path: formatJsonPointer([...path, index]) });
  }
  for (let index = common; index < toEnd; index++) {
    operations.push({ op: "add", path: formatJsonPointer([...path, index]), value: to[index] });
  }
}
