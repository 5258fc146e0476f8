import type { Status, StatusCause, StatusCauseReason, StatusReason } from "./status.ts";

/** Shared by all copies of this package in a process, whose classes differ. */
const BRAND = Symbol.for("@kubewright/api.StatusError");

/** What was asked for. */
export interface RefusedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
}

/** The server said no. Tell what with `isNotFound` and the other predicates, which also see through wrapping errors. */
export class StatusError extends Error {
  override readonly name: string = "StatusError";
  /** What the server answered, or what was made of an answer that is no Status. */
  readonly status: Status;
  /** What the server said no to, where that is known. */
  readonly request: RefusedRequest | undefined;

  /** The message is the server's, unless `message` says more. */
  constructor(status: Status, options: { cause?: unknown; request?: RefusedRequest; message?: string } = {}) {
    const { message = status.message || describeBare(status), request } = options;
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.status = status;
    this.request = request;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** The HTTP status code; 0 when the Status has none. */
  get code(): number {
    return this.status.code ?? 0;
  }

  /** Undefined when the Status has none. */
  get reason(): StatusReason | undefined {
    return this.status.reason || undefined;
  }
}

function describeBare({ code, reason }: Status): string {
  const what = [reason && `reason ${reason}`, code && `code ${code}`].filter(Boolean).join(", ");
  return what === "" ? "the server gave no reason" : `the server gave no message (${what})`;
}

/**
 * The StatusError that `error` is or wraps, if any.
 *
 * Follows `cause`, and the `errors` of an AggregateError in order. Works for errors of another copy of this package.
 */
export function statusErrorOf(error: unknown): StatusError | undefined {
  return search(error, new Set());
}

function search(error: unknown, seen: Set<unknown>): StatusError | undefined {
  if (typeof error !== "object" || error === null || seen.has(error)) return undefined;
  seen.add(error);
  if (BRAND in error) return error as unknown as StatusError;
  const { cause, errors } = error as { cause?: unknown; errors?: unknown };
  for (const inner of [cause, ...(Array.isArray(errors) ? errors : [])]) {
    const found = search(inner, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The cause with that reason that the server named, as for one field of an invalid object. */
export function statusCauseOf(error: unknown, reason: StatusCauseReason): StatusCause | undefined {
  return statusErrorOf(error)?.status.details?.causes?.find((cause) => cause.reason === reason);
}

/** Whether the server named a cause with that reason. */
export function hasCause(error: unknown, reason: StatusCauseReason): boolean {
  return statusCauseOf(error, reason) !== undefined;
}

/** After how many seconds the server wants the request to be tried again, if it said so. */
export function retryAfterSecondsOf(error: unknown): number | undefined {
  const status = statusErrorOf(error)?.status;
  if (status?.details === undefined) return undefined;
  const seconds = status.details.retryAfterSeconds ?? 0;
  // The reason alone asks for another try, at once if need be.
  return seconds > 0 || status.reason === "ServerTimeout" ? seconds : undefined;
}
