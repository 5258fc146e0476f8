import type { Clock } from "@kubewright/api";
import type { CallOptions } from "@kubewright/client";

/** How long a call may still take. */
export class CallLimits {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly #clock: Clock;
  readonly #endMs: number;

  constructor(clock: Clock, { signal, timeoutMs = 30_000 }: CallOptions) {
    this.#clock = clock;
    this.signal = signal;
    this.timeoutMs = timeoutMs;
    this.#endMs = clock.monotonic() + timeoutMs;
  }

  /** What is left of it. */
  left(): CallOptions & { readonly timeoutMs: number } {
    const timeoutMs = Math.max(0, this.#endMs - this.#clock.monotonic());
    return this.signal === undefined ? { timeoutMs } : { signal: this.signal, timeoutMs };
  }

  /** Calls `late` when no time is left. The function it gives takes that back. */
  onEnd(late: () => void): () => void {
    const scheduled = this.#clock.schedule(this.left().timeoutMs, late);
    return () => scheduled.cancel();
  }
}
