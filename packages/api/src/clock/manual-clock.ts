import type { Clock, Scheduled } from "./clock.ts";

export interface ManualClockOptions {
  /** What the wall clock shows at first, in milliseconds since 1970. @default 2026-01-01T00:00:00Z */
  readonly now?: number;
}

/** A clock that moves only when told to. */
export class ManualClock implements Clock {
  #now: number;
  #monotonic = 0;
  /** In the order in which they fire. */
  readonly #timers: Timer[] = [];

  constructor(options: ManualClockOptions = {}) {
    this.#now = options.now ?? Date.UTC(2026, 0, 1);
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  schedule(delayMs: number, callback: () => void): Scheduled {
    if (delayMs === Number.POSITIVE_INFINITY) return { cancel: () => {} };
    const timer: Timer = { due: this.#monotonic + Math.max(0, delayMs || 0), callback };
    const later = this.#timers.findIndex((other) => other.due > timer.due);
    this.#timers.splice(later === -1 ? this.#timers.length : later, 0, timer);
    return { cancel: () => this.#cancel(timer) };
  }

  /** How many scheduled calls have neither happened nor been cancelled. */
  get pending(): number {
    return this.#timers.length;
  }

  /**
   * Moves time on, and makes the calls that fall due on the way, each at its time, the earlier scheduled first.
   *
   * Calls that are scheduled meanwhile and fall due in the same stretch are made too. An error of a call ends it there.
   */
  advance(ms: number): void {
    if (!(ms >= 0)) throw new RangeError(`a clock cannot advance by ${ms} ms`);
    const end = this.#monotonic + ms;
    for (let next = this.#timers[0]; next !== undefined && next.due <= end; next = this.#timers[0]) {
      this.#timers.shift();
      this.#moveTo(next.due);
      next.callback();
    }
    this.#moveTo(end);
  }

  /** Moves time on to the next scheduled call and makes all that are due then. Says whether there was one. */
  advanceToNext(): boolean {
    const next = this.#timers[0];
    if (next === undefined) return false;
    this.advance(next.due - this.#monotonic);
    return true;
  }

  /** Makes the wall clock jump. Monotonic time and scheduled calls do not notice. */
  setNow(now: number): void {
    this.#now = now;
  }

  #moveTo(monotonic: number): void {
    // A call may have advanced the clock further than this already.
    if (monotonic <= this.#monotonic) return;
    this.#now += monotonic - this.#monotonic;
    this.#monotonic = monotonic;
  }

  #cancel(timer: Timer): void {
    const index = this.#timers.indexOf(timer);
    if (index !== -1) this.#timers.splice(index, 1);
  }
}

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}
