import type { Clock } from "@kubewright/api";
import type { CallOptions } from "./call-options.ts";

/** The end of a call of several steps, which begins when this is made: each step gets the time that those before it left. */
export class Deadline {
  readonly #clock: Clock;
  readonly #signal: AbortSignal | undefined;
  readonly #endMs: number;

  constructor(clock: Clock, { signal, timeoutMs = 30_000 }: CallOptions) {
    this.#clock = clock;
    this.#signal = signal;
    this.#endMs = clock.monotonic() + timeoutMs;
  }

  /** For the next step: the caller's signal, and what is left of `timeoutMs`. */
  left(): CallOptions & { readonly timeoutMs: number } {
    const timeoutMs = Math.max(0, Math.ceil(this.#endMs - this.#clock.monotonic()));
    return this.#signal === undefined ? { timeoutMs } : { signal: this.#signal, timeoutMs };
  }
}
