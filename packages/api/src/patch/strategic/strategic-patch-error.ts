import { ApiError, type ApiErrorCode } from "../../errors.ts";
import type { JsonObject } from "../../json/own-member.ts";
import { formatGoText, formatGoValue, goTypeOf } from "../../text/go-text.ts";

// Why a strategic merge patch was refused. `detail` has the server's words; it has none where the server panics.
// INVALID_PATCH the server answers with 400, PATCH_CONFLICT with 422 and PATCH_MISMATCH with 500.

/** A directive whose value is not what the directive takes. */
export function badDirective(directive: "primitive list" | "retainKeys" | "setElementOrder list"): ApiError {
  return refusal("INVALID_PATCH", `invalid patch format of ${directive}`);
}

/** A list whose items are lists. */
export function listOfLists(): ApiError {
  return refusal("PATCH_CONFLICT", "lists of lists are not supported");
}

/** A `$patch` that says none of the things it can say. */
export function unknownDirective(directive: unknown, patch: JsonObject): ApiError {
  return mismatch(`unknown patch type: ${formatGoText(directive)} in map: ${formatGoValue(patch)}`);
}

/** An item without the member that tells it from others. */
export function missingMergeKey(item: JsonObject, mergeKey: string): ApiError {
  return mismatch(`map: ${formatGoValue(item)} does not contain declared merge key: ${mergeKey}`);
}

/** A value of another type than the one that belongs there. */
export function unexpectedType(expected: "map[string]interface {}" | "[]interface {}", actual: unknown): ApiError {
  return mismatch(`expected a ${expected}, but received a ${goTypeOf(actual) ?? "%!s(<nil>)"}`);
}

/** A patch that does not fit the type of the object. */
export function mismatch(text: string): ApiError {
  return refusal("PATCH_MISMATCH", text);
}

/** A patch on which the server panics. */
export function unanswerable(because: string): ApiError {
  return new ApiError("PATCH_MISMATCH", `strategic merge patch: ${because}`);
}

function refusal(code: ApiErrorCode, text: string): ApiError {
  return new ApiError(code, `strategic merge patch: ${text}`, { detail: text });
}
