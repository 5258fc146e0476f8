/** Where one stream of an informer stands: the whole kind, or one namespace of it. */
export interface StreamState {
  /** Absent: all namespaces. */
  readonly namespace?: string;
  readonly phase: StreamPhase;
  /** Monotonic milliseconds at which the phase began. */
  readonly sinceMs: number;
  /**
   * Since when no watch has worked, on the same clock; attempts in between that came to nothing do not count. While a watch is open, it may be
   * left from before: the watch has yet to tell something, or to last for a second.
   */
  readonly unwatchedSinceMs?: number;
  /** Whether everything that exists was told once. */
  readonly isSynced: boolean;
  /** Why the last attempt failed; absent once one worked. */
  readonly error?: unknown;
}

/** Errors move it back; only `stopped` is final. */
export type StreamPhase =
  | "idle"
  /** Reads everything, in pages or as WatchList. */
  | "listing"
  /** Follows changes. The one phase in which all is well. */
  | "watching"
  /** The server does not serve the kind: its CRD is not installed, or gone. Asked again from time to time. */
  | "missing"
  /** An attempt failed; the next one waits for its back-off. */
  | "backing-off"
  | "stopped";
