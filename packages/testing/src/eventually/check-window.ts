import type { Clock } from "@kubewright/api";
import { onAbort, sleep, systemClock } from "@kubewright/client";

/** Passes when it returns or resolves; fails when it throws, rejects or gives `false`. Assertions of any library will do. */
export type Check<T> = (context: CheckContext) => T | Promise<T>;

export interface CheckContext {
  /** Aborts when the time for checks is over. */
  readonly signal: AbortSignal;
}

/** What a check gives when it passes. */
export type Passed<T> = Exclude<T, false>;

/** How one try of a check ended; `cut-off` when time was up first. */
export type Attempt<T> =
  | { readonly type: "passed"; readonly value: Passed<T> }
  | { readonly type: "failed"; readonly failure: unknown }
  | { readonly type: "cut-off" };

export interface CheckWindowOptions {
  readonly lengthMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/** The time in which something is checked again and again. Rejects with the reason of the caller's signal when it aborts. */
export class CheckWindow implements Disposable {
  readonly #clock: Clock;
  readonly #caller: AbortSignal | undefined;
  readonly #end: AbortController = new AbortController();
  readonly #startMs: number;
  readonly #free: () => void;

  constructor({ lengthMs, signal, clock = systemClock }: CheckWindowOptions) {
    signal?.throwIfAborted();
    this.#clock = clock;
    this.#caller = signal;
    this.#startMs = clock.monotonic();
    const timer = clock.schedule(lengthMs, () => this.#end.abort());
    const forget = onAbort(signal, (reason) => this.#end.abort(reason));
    this.#free = () => {
      timer.cancel();
      forget();
    };
  }

  /** Milliseconds since it began. */
  get elapsedMs(): number {
    return Math.round(this.#clock.monotonic() - this.#startMs);
  }

  /** Tries once, until the end of the window at the latest. */
  async attempt<T>(check: Check<T>): Promise<Attempt<T>> {
    const { signal } = this.#end;
    const attempt = await Promise.race([once(check, signal), whenAborted(signal)]);
    this.#caller?.throwIfAborted();
    return attempt;
  }

  /** Waits, and says whether there still is time. */
  async pause(delayMs: number): Promise<boolean> {
    const { signal } = this.#end;
    await sleep(delayMs, { clock: this.#clock, signal }).catch(() => {});
    this.#caller?.throwIfAborted();
    return !signal.aborted;
  }

  [Symbol.dispose](): void {
    this.#free();
    // Ends checks that were cut off, and frees what waits for the signal.
    this.#end.abort();
  }
}

async function once<T>(check: Check<T>, signal: AbortSignal): Promise<Attempt<T>> {
  try {
    const value = await check({ signal });
    if (value === false) return { type: "failed", failure: new Error("the check gave false") };
    return { type: "passed", value: value as Passed<T> };
  } catch (failure) {
    return { type: "failed", failure };
  }
}

function whenAborted(signal: AbortSignal): Promise<{ type: "cut-off" }> {
  return new Promise((resolve) => void onAbort(signal, () => resolve({ type: "cut-off" })));
}

/** A failure in the words of whoever threw it. */
export function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
