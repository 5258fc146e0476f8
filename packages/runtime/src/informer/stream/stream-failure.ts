import {
  hasCause,
  isForbidden,
  isGone,
  isNotFound,
  isTimeout,
  isUnauthorized,
  retryAfterSecondsOf,
  type StatusCauseReason,
  statusErrorOf,
} from "@kubewright/api";
import { ClientError, type ClientErrorCode } from "@kubewright/client";

/** Why a list or a watch failed. */
export type FailureReason =
  /** The server has forgotten the version that was asked for, or does not know it yet. */
  | "gone"
  | "forbidden"
  /** The server does not know who asks: a token that expired, say. */
  | "unauthorized"
  /** The server does not serve the kind. */
  | "missing"
  /** Nothing came for too long. */
  | "stalled"
  | "connection"
  /** The server has too much to do. */
  | "throttled"
  /** The server cannot make sense of the request. */
  | "refused"
  /** What came makes no sense. */
  | "unexpected"
  /** The client was closed: no attempt can work any more. */
  | "closed"
  | "other";

const connection: ReadonlySet<ClientErrorCode> = new Set<ClientErrorCode>([
  "CONNECTION_FAILED",
  "CONNECTION_LOST",
  "PROXY_FAILED",
  "TIMEOUT",
  "TLS_FAILED",
]);

const lasting: ReadonlySet<FailureReason> = new Set<FailureReason>([
  "closed",
  "forbidden",
  "missing",
  "refused",
  "unauthorized",
]);

const tooLarge: StatusCauseReason = "ResourceVersionTooLarge";

export function failureReason(error: unknown): FailureReason {
  if (error instanceof ClientError) {
    if (error.code === "UNKNOWN_KIND") return "missing";
    if (error.code === "CLOSED") return "closed";
    if (error.code === "WATCH_STALLED") return "stalled";
    if (error.code === "UNEXPECTED_RESPONSE") return "unexpected";
    if (connection.has(error.code)) return "connection";
  }
  if (isGone(error) || isTooLargeVersion(error)) return "gone";
  if (isForbidden(error)) return "forbidden";
  if (isUnauthorized(error)) return "unauthorized";
  const code = statusErrorOf(error)?.code;
  if (code === 429) return "throttled";
  if (code === 400 || code === 422) return "refused";
  return isNotFound(error) ? "missing" : "other";
}

/** Whether only a change of the cluster, of permissions or of the set-up helps, rather than time. */
export function isLasting(error: unknown): boolean {
  return lasting.has(failureReason(error));
}

/** How long the server wants to be left alone; 0 when it does not say. */
export function retryAfterMs(error: unknown): number {
  return (retryAfterSecondsOf(error) ?? 0) * 1000;
}

/** Servers before 1.18.6 say it only in the message. */
function isTooLargeVersion(error: unknown): boolean {
  if (hasCause(error, tooLarge)) return true;
  return isTimeout(error) && /too large resource version/i.test(statusErrorOf(error)?.message ?? "");
}
