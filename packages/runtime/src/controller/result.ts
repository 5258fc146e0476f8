import { RuntimeError } from "../errors.ts";

/** What follows a reconcile that did not fail. */
export type Result =
  | { readonly type: "done" }
  | { readonly type: "requeue-after"; readonly delayMs: number; readonly priority?: number };

/** Makes results: `Result.done()`, `Result.requeueAfter(30_000)`. */
export const Result: {
  /** Nothing: the next change of a watched object leads to the next reconcile. */
  done(): Result;
  /**
   * Another reconcile after `delayMs`, if no change leads to one before; at once, when that is not positive, as the time left until something
   * that is due already. Throws RuntimeError `INVALID_ARGUMENT` for what is no number.
   */
  requeueAfter(delayMs: number, options?: { readonly priority?: number }): Result;
} = Object.freeze({
  done: (): Result => ({ type: "done" }),
  requeueAfter(delayMs: number, options: { readonly priority?: number } = {}): Result {
    if (typeof delayMs !== "number" || Number.isNaN(delayMs)) {
      throw new RuntimeError(
        "INVALID_ARGUMENT",
        `Result.requeueAfter(${delayMs}): a delay is a number of milliseconds`,
      );
    }
    return { type: "requeue-after", delayMs: Math.max(0, delayMs), ...options };
  },
});
