import { onAbort, systemClock } from "@kubewright/client";
import type { Pace } from "./pace.ts";

/** Ends waiting when the caller says so, or when the clock does not move on. */
export class Watchdog implements Disposable {
  readonly #pace: Pace;
  readonly #end = new AbortController();
  readonly #forget: () => void;
  #look: { cancel(): void };
  #isStuck = false;

  constructor(pace: Pace, signal: AbortSignal | undefined) {
    this.#pace = pace;
    this.#forget = onAbort(signal, (reason) => this.#end.abort(reason));
    this.#look = this.#lookAgain();
  }

  /** Aborts when waiting is over. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Whether it is over because the clock did not move on. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  [Symbol.dispose](): void {
    this.#look.cancel();
    this.#forget();
  }

  #lookAgain(): { cancel(): void } {
    const { clock, longestSecondMs = Number.POSITIVE_INFINITY } = this.#pace;
    const beforeMs = clock.monotonic();
    return systemClock.schedule(longestSecondMs, () => {
      if (clock.monotonic() - beforeMs >= 1_000) {
        this.#look = this.#lookAgain();
      } else {
        this.#isStuck = true;
        this.#end.abort();
      }
    });
  }
}
