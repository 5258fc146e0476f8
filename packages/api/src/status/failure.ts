import { formatGroupKind, formatGroupResource, type GroupKind, type GroupResource } from "../meta/group-version.ts";
import { quote } from "../text/byte-text.ts";
import { joinProblems } from "../text/join-problems.ts";
import type { Status, StatusCause, StatusDetails, StatusReason } from "./status.ts";
import { StatusError } from "./status-error.ts";

// What API servers throw, with their texts. For servers, and for tests of code that handles what servers throw.

/** There is no such object. */
export function notFoundError(resource: GroupResource, name: string): StatusError {
  return failure(404, "NotFound", `${nameOf(resource, name)} not found`, aboutResource(resource, name));
}

/** An object of that name exists. */
export function alreadyExistsError(resource: GroupResource, name: string): StatusError {
  return failure(409, "AlreadyExists", `${nameOf(resource, name)} already exists`, aboutResource(resource, name));
}

/** All names that the server made for an object were taken. */
export function generateNameConflictError(
  resource: GroupResource,
  name: string,
  retryAfterSeconds: number,
): StatusError {
  return failure(
    409,
    "AlreadyExists",
    `${nameOf(resource, name)} already exists, the server was not able to generate a unique name for the object`,
    { ...aboutResource(resource, name), ...retry(retryAfterSeconds) },
  );
}

/** The object is not as the writer thinks. */
export function conflictError(
  resource: GroupResource,
  name: string,
  because = "the object has been modified; please apply your changes to the latest version and try again",
): StatusError {
  return failure(
    409,
    "Conflict",
    `Operation cannot be fulfilled on ${nameOf(resource, name)}: ${because}`,
    aboutResource(resource, name),
  );
}

/** Other managers own fields that were applied, one cause each. */
export function applyConflictError(message: string, causes: readonly StatusCause[]): StatusError {
  return failure(409, "Conflict", message, withCauses(causes));
}

/** The user may not do this. Without a resource and name, `because` says to what. */
export function forbiddenError(resource: GroupResource | undefined, name: string, because: string): StatusError {
  const about = resource ?? { group: "", resource: "" };
  const text = formatGroupResource(about);
  const subject = text === "" ? "forbidden" : `${name === "" ? text : nameOf(about, name)} is forbidden`;
  return failure(403, "Forbidden", `${subject}: ${because}`, aboutResource(about, name));
}

/** The server does not know who asks. */
export function unauthorizedError(message = "Unauthorized"): StatusError {
  return failure(401, "Unauthorized", message || "not authorized");
}

/** The object breaks the rules of its kind, one cause for each field that does. */
export function invalidError(kind: GroupKind, name: string, causes: readonly StatusCause[]): StatusError {
  const texts = causes.map(({ field, message }) => `${field ?? "<nil>"}: ${message ?? ""}`);
  const problems = texts.length === 0 ? "" : `: ${joinProblems(texts)}`;
  return failure(422, "Invalid", `${formatGroupKind(kind)} ${quote(name)} is invalid${problems}`, {
    ...about({ group: kind.group, kind: kind.kind, name }),
    ...withCauses(causes),
  });
}

/** The server cannot make sense of the request. */
export function badRequestError(message: string): StatusError {
  return failure(400, "BadRequest", message);
}

/** The thing is no longer there, and nobody knows where it went. */
export function goneError(message: string): StatusError {
  return failure(410, "Gone", message);
}

/** The server has forgotten the version that was asked for. */
export function expiredError(message: string): StatusError {
  return failure(410, "Expired", message);
}

/** The server does not take more requests for now. */
export function tooManyRequestsError(message: string, retryAfterSeconds = 0): StatusError {
  return failure(429, "TooManyRequests", message, retry(retryAfterSeconds));
}

/** The request took too long; what it asked for may have happened. */
export function timeoutError(message: string, retryAfterSeconds = 0): StatusError {
  return failure(504, "Timeout", `Timeout: ${message}`, retry(retryAfterSeconds));
}

/** The operation could not be completed for now; the client should try again. */
export function serverTimeoutError(resource: GroupResource, operation: string, retryAfterSeconds = 0): StatusError {
  return failure(
    500,
    "ServerTimeout",
    `The ${operation} operation against ${formatGroupResource(resource)} could not be completed at this time, please try again.`,
    { ...aboutResource(resource, operation), ...retry(retryAfterSeconds) },
  );
}

/** The server is not there for now. */
export function serviceUnavailableError(message: string): StatusError {
  return failure(503, "ServiceUnavailable", message);
}

/** The server failed for a reason of its own. */
export function internalError(because: string): StatusError {
  return failure(500, "InternalError", `Internal error occurred: ${because}`, { causes: [{ message: because }] });
}

/** The resource does not have this verb. */
export function methodNotSupportedError(resource: GroupResource, action: string): StatusError {
  return failure(
    405,
    "MethodNotAllowed",
    `${action} is not supported on resources of kind ${quote(formatGroupResource(resource))}`,
    aboutResource(resource, ""),
  );
}

/** The request is larger than the server takes. */
export function requestEntityTooLargeError(because: string): StatusError {
  return failure(413, "RequestEntityTooLarge", `Request entity too large: ${because}`);
}

/** The server failed for no reason that has a name: there is only a code and a message. */
export function plainFailure(message: string, code = 500): StatusError {
  return new StatusError({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, code });
}

function failure(code: number, reason: StatusReason, message: string, details?: StatusDetails): StatusError {
  const status: Status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason };
  return new StatusError({ ...status, ...(details && { details }), code });
}

function nameOf(resource: GroupResource, name: string): string {
  return `${formatGroupResource(resource)} ${quote(name)}`;
}

function aboutResource({ group, resource }: GroupResource, name: string): StatusDetails {
  return about({ name, group, kind: resource });
}

/** Servers leave out what is empty. */
function about(details: { name: string; group: string; kind: string }): StatusDetails {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== ""));
}

function withCauses(causes: readonly StatusCause[]): StatusDetails {
  return causes.length === 0 ? {} : { causes: causes.map((cause) => ({ ...cause })) };
}

function retry(retryAfterSeconds: number): StatusDetails {
  return retryAfterSeconds === 0 ? {} : { retryAfterSeconds };
}
