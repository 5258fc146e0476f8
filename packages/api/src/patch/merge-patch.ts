import { ApiError } from "../errors.ts";
import { cloneJson } from "../json/clone-json.ts";
import { guardDepth } from "../json/depth-guard.ts";
import { jsonEqual } from "../json/json-equal.ts";
import { isJsonObject, type JsonObject, ownMember, setOwnMember } from "../json/own-member.ts";

/**
 * What a JSON merge patch (RFC 7386) makes of `target`: members replace, `null` removes, lists are replaced whole.
 *
 * Neither argument is changed, and the result shares nothing with them. As the API server does, and unlike the RFC, `null`
 * members are also left out of objects inside a list, unless the list takes the place of an object. Throws ApiError
 * `INVALID_PATCH` when `patch` is not an object.
 */
export function applyMergePatch<T extends object>(target: T, patch: object): T {
  if (!isJsonObject(patch)) throw new ApiError("INVALID_PATCH", "a JSON merge patch is an object");
  return guardDepth(() => merge(cloneJson<unknown>(target), cloneJson(patch))) as T;
}

function merge(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(target)) return withoutNulls(patch);
  if (!isJsonObject(patch)) return patch;
  for (const key of Object.keys(patch)) {
    const value = patch[key];
    if (value === null) delete target[key];
    else setOwnMember(target, key, merge(ownMember(target, key), value));
  }
  return target;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept: JsonObject = {};
  for (const key of Object.keys(value)) {
    if (value[key] !== null) setOwnMember(kept, key, withoutNulls(value[key]));
  }
  return kept;
}

/**
 * A JSON merge patch that makes `to` out of `from`. Empty when they are equal.
 *
 * Shares nothing with the arguments. A list that differs is in the patch as a whole. A merge patch cannot set `null`:
 * a `null` member of `to` that `from` does not have is absent in what the patch makes.
 */
export function createMergePatch(from: object, to: object): Record<string, unknown> {
  if (!isJsonObject(from) || !isJsonObject(to)) {
    throw new ApiError("INVALID_PATCH", "a JSON merge patch can only be made from two objects");
  }
  return guardDepth(() => difference(cloneJson(from), cloneJson(to)));
}

function difference(from: JsonObject, to: JsonObject): JsonObject {
  const patch: JsonObject = {};
  for (const key of Object.keys(from)) {
    if (!Object.hasOwn(to, key)) setOwnMember(patch, key, null);
  }
  for (const key of Object.keys(to)) {
    const before = ownMember(from, key);
    const after = to[key];
    if (jsonEqual(before, after)) continue;
    setOwnMember(patch, key, isJsonObject(before) && isJsonObject(after) ? difference(before, after) : after);
  }
  return patch;
}
