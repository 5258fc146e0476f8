/** Why the runtime failed, where neither the server nor the client did. */
export type RuntimeErrorCode =
  /** What was set up cannot work: a controller without a kind, two of one name, an option out of range. Known at start. */
  | "INVALID_SETUP"
  /** The arguments of a call make no sense; the message names them. */
  | "INVALID_ARGUMENT"
  /** A kind was not known in full within the time given; the message names the kind and what stands in the way. */
  | "CACHE_SYNC_TIMEOUT"
  /** The cache does not hold what was asked for: a kind without informer, a namespace or field outside of it. */
  | "NOT_CACHED"
  /** Another replica may lead now: no write may leave this process any more. */
  | "LEASE_LOST"
  /** Something did not end within the time for a graceful stop. */
  | "STOP_TIMEOUT"
  /** Used after its stop, or stopped meanwhile. */
  | "STOPPED"
  /** A reconcile took longer than it may. */
  | "RECONCILE_TIMEOUT";

/** A failure of the runtime. `message` says what was being done, and what to do. */
export class RuntimeError extends Error {
  override readonly name: string = "RuntimeError";
  readonly code: RuntimeErrorCode;

  constructor(code: RuntimeErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** What was thrown, in its own words, whatever it is: for messages. Never throws. */
export function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.message) : String(thrown);
  } catch {
    return "something that cannot be shown was thrown";
  }
}
