import type { Clock } from "@kubewright/api";

/** The end of a graceful stop, which begins when this is made. */
export class StopDeadline {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  #endMs: number;

  /** `timeoutMs` may be 0, for no wait at all, and Infinity. */
  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock;
    this.#endMs = clock.monotonic() + timeoutMs;
  }

  get remainingMs(): number {
    return Math.max(0, this.#endMs - this.#clock.monotonic());
  }

  /** There is no time left. */
  expire(): void {
    this.#endMs = Number.NEGATIVE_INFINITY;
    for (const giveUp of this.#waiting) giveUp();
  }

  /** Whether `work`, which must not reject, ended before the time was over. */
  async allows(work: Promise<void>): Promise<boolean> {
    if (this.remainingMs === 0) return false;
    return await new Promise((resolve) => {
      const end = (isDone: boolean) => {
        timer.cancel();
        this.#waiting.delete(giveUp);
        resolve(isDone);
      };
      const giveUp = () => end(false);
      const timer = this.#clock.schedule(this.remainingMs, giveUp);
      this.#waiting.add(giveUp);
      void work.then(() => end(true));
    });
  }
}
