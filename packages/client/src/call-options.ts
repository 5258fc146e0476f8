/** What every call takes. */
export interface CallOptions {
  /** Ends the call at once with the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * How long the call may take, discovery and retries included; for a stream, until it is open. `Infinity` for no limit. Throws
   * ClientError `TIMEOUT` when it is over. @default 30_000
   */
  readonly timeoutMs?: number;
}
