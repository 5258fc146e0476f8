const baseMs = 10_000;
const maxMs = 300_000;
/** One that ran for so long since its last start begins anew. */
const resetMs = 600_000;

/** How long a container waits from its end until it is started again: not at all, 10 s, 20 s … up to 5 min. */
export class RestartBackOff {
  #delayMs = 0;
  #updatedAt: number | undefined;

  /** How long the wait after an end at `finishedAt` is in all. */
  delayAfter(finishedAt: number): number {
    return this.#isExpired(finishedAt) ? 0 : this.#delayMs;
  }

  /** A start follows an end at `finishedAt`. */
  started(finishedAt: number, now: number): void {
    this.#delayMs = this.#isExpired(finishedAt) || this.#delayMs === 0 ? baseMs : Math.min(maxMs, this.#delayMs * 2);
    this.#updatedAt = now;
  }

  #isExpired(finishedAt: number): boolean {
    return this.#updatedAt === undefined || finishedAt - this.#updatedAt > resetMs;
  }
}
