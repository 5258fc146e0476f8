import { cloneJson } from "../../json/clone-json.ts";
import { guardDepth } from "../../json/depth-guard.ts";
import { isJsonObject, type JsonObject } from "../../json/own-member.ts";
import type { ValueType } from "../../value/value-type.ts";
import { mergeObjects } from "./merge/merge-object.ts";
import { unexpectedType } from "./strategic-patch-error.ts";

/**
 * What a strategic merge patch makes of `original`, whose type says which lists are merged and by which key.
 *
 * Neither argument is changed, and the result shares nothing with them. Throws ApiError `INVALID_PATCH` for a patch that is
 * malformed (the server answers 400), `PATCH_CONFLICT` for lists of lists (422), and `PATCH_MISMATCH` for one that does not fit the object or
 * its type (500); `detail` has the server's words, and is absent where the server panics.
 */
export function applyStrategicMergePatch<T extends object>(original: T, patch: object, type: ValueType): T {
  return consumeStrategicMergePatch(original, patch, type).result;
}

/**
 * As `applyStrategicMergePatch`, and what is left of the patch: the server prints that, through `formatGoValue`, when the
 * result turns out not to be a valid object.
 */
export function consumeStrategicMergePatch<T extends object>(
  original: T,
  patch: object,
  type: ValueType,
): { result: T; leftover: Record<string, unknown> } {
  if (!isJsonObject(patch)) throw unexpectedType("map[string]interface {}", patch);
  const leftover = cloneJson(patch);
  const target = cloneJson<object>(original) as JsonObject;
  return guardDepth(() => ({ result: mergeObjects(target, leftover, type, "object") as T, leftover }));
}
