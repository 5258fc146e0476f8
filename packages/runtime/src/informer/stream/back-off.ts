import type { Clock } from "@kubewright/api";

export interface BackOffOptions {
  readonly baseMs: number;
  readonly maxMs: number;
  /** After so long without a delay, the next one is short again. */
  readonly resetMs: number;
  readonly clock: Clock;
  readonly random: () => number;
}

/** How long to wait before the next attempt: twice as long each time, half of it by chance. */
export class BackOff {
  readonly #options: BackOffOptions;
  #stepMs: number;
  /** When the last delay was over, on the monotonic clock. */
  #endMs = 0;

  constructor(options: BackOffOptions) {
    this.#options = options;
    this.#stepMs = options.baseMs;
  }

  /** From `baseMs` up to twice that at first; later from half of `maxMs` up to `maxMs`. */
  next(): number {
    const { baseMs, maxMs, resetMs, clock, random } = this.#options;
    const now = clock.monotonic();
    if (now - this.#endMs >= resetMs) this.#stepMs = baseMs;
    const stepMs = Math.min(this.#stepMs, maxMs / 2);
    const delayMs = stepMs * (1 + random());
    this.#stepMs = stepMs * 2;
    this.#endMs = now + delayMs;
    return delayMs;
  }

  reset(): void {
    this.#stepMs = this.#options.baseMs;
  }
}
