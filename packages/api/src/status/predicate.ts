import type { KnownStatusReason } from "./status.ts";
import { statusErrorOf } from "./status-error.ts";

/** Whether the server found no such object, or does not serve the resource. */
export function isNotFound(error: unknown): boolean {
  return failedWith(error, "NotFound", 404);
}

/** Whether an object of that name exists already. */
export function isAlreadyExists(error: unknown): boolean {
  return statusErrorOf(error)?.reason === "AlreadyExists";
}

/** Whether someone else changed the object meanwhile, or owns a field that was applied. */
export function isConflict(error: unknown): boolean {
  return failedWith(error, "Conflict", 409);
}

/** Whether the object breaks the rules of its kind. */
export function isInvalid(error: unknown): boolean {
  return failedWith(error, "Invalid", 422);
}

/** Whether the user may not do this, or a policy forbids it. */
export function isForbidden(error: unknown): boolean {
  return failedWith(error, "Forbidden", 403);
}

/** Whether the server does not know who asks. */
export function isUnauthorized(error: unknown): boolean {
  return failedWith(error, "Unauthorized", 401);
}

/** Whether the server could not make sense of the request. */
export function isBadRequest(error: unknown): boolean {
  return failedWith(error, "BadRequest", 400);
}

/** Whether the server has forgotten the version that was asked for (`Expired`) or the thing itself (`Gone`). */
export function isGone(error: unknown): boolean {
  return failedWith(error, "Gone", 410) || statusErrorOf(error)?.reason === "Expired";
}

/** Whether the server is busy, or refuses an eviction for now. `retryAfterSecondsOf` may say when to try again. */
export function isTooManyRequests(error: unknown): boolean {
  const found = statusErrorOf(error);
  return found?.reason === "TooManyRequests" || found?.code === 429;
}

/** Whether the server gave up waiting; the change may have happened all the same. */
export function isTimeout(error: unknown): boolean {
  return failedWith(error, "Timeout", 504);
}

/** Whether the server could not do it in time and asks for another try. */
export function isServerTimeout(error: unknown): boolean {
  return statusErrorOf(error)?.reason === "ServerTimeout";
}

/** Whether the server, or one behind it, is not there for now. */
export function isServiceUnavailable(error: unknown): boolean {
  return failedWith(error, "ServiceUnavailable", 503);
}

/** Whether the server failed for a reason of its own. */
export function isInternal(error: unknown): boolean {
  return failedWith(error, "InternalError", 500);
}

/** Whether the resource does not have this verb. */
export function isMethodNotSupported(error: unknown): boolean {
  return failedWith(error, "MethodNotAllowed", 405);
}

/** Whether the server has no representation that the client accepts. */
export function isNotAcceptable(error: unknown): boolean {
  return failedWith(error, "NotAcceptable", 406);
}

/** Whether the object or patch is larger than the server takes. */
export function isRequestEntityTooLarge(error: unknown): boolean {
  const found = statusErrorOf(error);
  return found?.reason === "RequestEntityTooLarge" || found?.code === 413;
}

/** Whether the server does not read this content type, as with strategic merge patches of custom resources. */
export function isUnsupportedMediaType(error: unknown): boolean {
  return failedWith(error, "UnsupportedMediaType", 415);
}

/** Undefined for an error that `isNotFound`; throws any other: `await client.delete(pod).catch(ignoreNotFound)`. */
export function ignoreNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
  return undefined;
}

const KNOWN_REASONS: ReadonlySet<string> = new Set<KnownStatusReason>([
  "AlreadyExists",
  "BadRequest",
  "Conflict",
  "Expired",
  "Forbidden",
  "Gone",
  "InternalError",
  "Invalid",
  "MethodNotAllowed",
  "NotAcceptable",
  "NotFound",
  "RequestEntityTooLarge",
  "ServerTimeout",
  "ServiceUnavailable",
  "StorageReadError",
  "Timeout",
  "TooManyRequests",
  "Unauthorized",
  "UnsupportedMediaType",
]);

/** The code decides only where the reason is none that Kubernetes knows: several reasons share a code. */
function failedWith(error: unknown, reason: KnownStatusReason, code: number): boolean {
  const found = statusErrorOf(error);
  if (found === undefined) return false;
  return found.reason === reason || (found.code === code && !KNOWN_REASONS.has(found.reason ?? ""));
}
