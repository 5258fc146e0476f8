import type { Clock, Scheduled } from "@kubewright/api";
import type { ObjectStore } from "../storage/object-store.ts";

/** Forgets, again and again, what happened before the last time. */
export class PeriodicCompaction {
  readonly #store: ObjectStore;
  readonly #clock: Clock;
  readonly #intervalMs: number;
  #scheduled: Scheduled | undefined;
  /** Where the store was the last time. */
  #revision: number;

  constructor(store: ObjectStore, clock: Clock, intervalMs: number) {
    this.#store = store;
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#revision = store.revision;
    this.#schedule();
  }

  stop(): void {
    this.#scheduled?.cancel();
  }

  #schedule(): void {
    this.#scheduled = this.#clock.schedule(this.#intervalMs, () => {
      this.#store.compact(this.#revision);
      this.#revision = this.#store.revision;
      this.#schedule();
    });
  }
}
