/** Where time comes from. Code that waits or reads time gets one of these as a value. */
export interface Clock {
  /** Wall-clock time, in milliseconds since 1970. May jump. */
  now(): number;
  /** Milliseconds since some fixed moment. Never goes back. */
  monotonic(): number;
  /** Calls `callback` once, `delayMs` from now at the earliest: soon when that is not positive, never when it is infinite. */
  schedule(delayMs: number, callback: () => void): Scheduled;
}

/** A call that has not happened yet. */
export interface Scheduled {
  /** Makes sure the call does not happen. Harmless when it already has. */
  cancel(): void;
}
