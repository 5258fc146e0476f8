import type { Clock } from "@kubewright/api";

const keptMs = 60_000;

/** What was chosen for writes that are under way, so that others choose something else. Forgotten after a minute. */
export class PendingChoices<T> {
  readonly #clock: Clock;
  /** Oldest first, with the time at which they are forgotten. */
  readonly #until = new Map<T, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(choice: T): boolean {
    return (this.#until.get(choice) ?? 0) > this.#clock.monotonic();
  }

  add(choice: T): void {
    const now = this.#clock.monotonic();
    for (const [old, until] of this.#until) {
      if (until > now) break;
      this.#until.delete(old);
    }
    this.#until.delete(choice);
    this.#until.set(choice, now + keptMs);
  }

  delete(choice: T): void {
    this.#until.delete(choice);
  }
}
