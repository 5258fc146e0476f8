/** What every call takes. */
export interface CallOptions {
  /** Ends the call at once with the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * How long the call may take, discovery and retries included; for a stream, until it is open. `Infinity` for no limit. Throws
   * ClientError `TIMEOUT` when it is over. @default 30_000
   */
  readonly timeoutMs?: number;
  /**
   * Called just before the request's first byte is handed to the connection, each time it is sent. What it throws fails the call as it
   * is: nothing is sent, and it is not tried again. Not called for what the call reads beforehand, as discovery.
   */
  readonly beforeSend?: () => void;
}
