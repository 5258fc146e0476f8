import { ApiError } from "../../errors.ts";
import { cloneJson } from "../../json/clone-json.ts";
import { guardDepth } from "../../json/depth-guard.ts";
import type { JsonObject } from "../../json/own-member.ts";
import type { ValueType } from "../../value/value-type.ts";
import { diffObjects } from "./diff/diff-object.ts";
import { haveConflict } from "./diff/have-conflict.ts";
import { mergeObjects } from "./merge/merge-object.ts";

/**
 * A strategic merge patch that makes `modified` out of `original`; empty when they are equal.
 *
 * Shares nothing with the arguments. Throws ApiError `PATCH_MISMATCH` for values that do not fit the type, and `PATCH_CONFLICT` for
 * lists of lists.
 */
export function createStrategicMergePatch(
  original: object,
  modified: object,
  type: ValueType,
): Record<string, unknown> {
  return guardDepth(() =>
    diffObjects(copy(original), copy(modified), type, { hasChanges: true, hasDeletions: true, hasOrder: true }),
  );
}

/** Settings of `createThreeWayStrategicMergePatch`. */
export interface ThreeWayPatchOptions {
  /** Whether the patch may undo what others changed since `original`; otherwise that is a `PATCH_CONFLICT`. @default true */
  overwrite?: boolean;
}

/**
 * A strategic merge patch for `current` that does what was done between `original` and `modified`, as `kubectl apply` makes it:
 * what `modified` has is set, what only `original` has is removed, and what only `current` has stays.
 *
 * Shares nothing with the arguments. Throws as `createStrategicMergePatch`.
 */
export function createThreeWayStrategicMergePatch(
  original: object,
  modified: object,
  current: object,
  type: ValueType,
  options: ThreeWayPatchOptions = {},
): Record<string, unknown> {
  return guardDepth(() => {
    const changes = diffObjects(copy(current), copy(modified), type, {
      hasChanges: true,
      hasDeletions: false,
      hasOrder: true,
    });
    const deletions = diffObjects(copy(original), copy(modified), type, {
      hasChanges: false,
      hasDeletions: true,
      hasOrder: true,
    });
    const patch = mergeObjects(deletions, changes, type, "patch");
    if (options.overwrite === false) {
      const others = diffObjects(copy(original), copy(current), type, {
        hasChanges: true,
        hasDeletions: true,
        hasOrder: false,
      });
      if (haveConflict(patch, others, type)) {
        throw new ApiError(
          "PATCH_CONFLICT",
          "strategic merge patch: others changed the same members since the original",
        );
      }
    }
    return patch;
  });
}

function copy(value: object): JsonObject {
  return cloneJson(value) as JsonObject;
}
