import type { ListMeta } from "../meta/object.ts";

/** What a server answers instead of an object: how a request failed, or that it succeeded. */
export interface Status {
  apiVersion: string;
  kind: "Status";
  metadata?: ListMeta;
  status?: "Success" | "Failure";
  /** For people. */
  message?: string;
  /** For programs. Says more than the code. */
  reason?: StatusReason;
  details?: StatusDetails;
  /** The HTTP status code. */
  code?: number;
}

/** What a Status is about. */
export interface StatusDetails {
  name?: string;
  group?: string;
  /** The resource, in the plural, but for `Invalid`, where it is the kind. */
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  /** After how many seconds to try again. */
  retryAfterSeconds?: number;
}

/** One of the reasons of a failure, as with each invalid field. */
export interface StatusCause {
  reason?: StatusCauseReason;
  message?: string;
  /** Path of the field, as in `spec.ports[0].name`. */
  field?: string;
}

/** The reasons of failures that the API server knows. Other servers behind it may give others. */
export type KnownStatusReason =
  | "AlreadyExists"
  | "BadRequest"
  | "Conflict"
  | "Expired"
  | "Forbidden"
  | "Gone"
  | "InternalError"
  | "Invalid"
  | "MethodNotAllowed"
  | "NotAcceptable"
  | "NotFound"
  | "RequestEntityTooLarge"
  | "ServerTimeout"
  | "ServiceUnavailable"
  | "StorageReadError"
  | "Timeout"
  | "TooManyRequests"
  | "Unauthorized"
  | "UnsupportedMediaType";

export type StatusReason = KnownStatusReason | OtherText;

export type StatusCauseReason =
  | "FieldManagerConflict"
  | "FieldValueDuplicate"
  | "FieldValueForbidden"
  | "FieldValueInvalid"
  | "FieldValueNotFound"
  | "FieldValueNotSupported"
  | "FieldValueRequired"
  | "FieldValueTooLong"
  | "FieldValueTooMany"
  | "FieldValueTypeInvalid"
  | "InternalError"
  | "ResourceVersionTooLarge"
  | "UnexpectedServerResponse"
  | OtherText;

/** Any text, in a union whose members editors still complete. */
type OtherText = string & Record<never, never>;

/** Whether a value from a server is a Status. */
export function isStatus(value: unknown): value is Status {
  if (typeof value !== "object" || value === null) return false;
  const { apiVersion, kind } = value as Partial<Status>;
  return kind === "Status" && (apiVersion === "v1" || apiVersion === "meta.k8s.io/v1");
}
