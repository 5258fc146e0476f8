/** What follows a reconcile that did not fail. */
export type Result =
  | { readonly type: "done" }
  | { readonly type: "requeue-after"; readonly delayMs: number; readonly priority?: number };

/** Makes results: `Result.done()`, `Result.requeueAfter(30_000)`. */
export const Result: {
  /** Nothing: the next change of a watched object leads to the next reconcile. */
  done(): Result;
  /** Another reconcile after `delayMs`, if no change leads to one before. Throws RangeError for a delay that is not positive. */
  requeueAfter(delayMs: number, options?: { readonly priority?: number }): Result;
} = Object.freeze({
  done: (): Result => ({ type: "done" }),
  requeueAfter(delayMs: number, options: { readonly priority?: number } = {}): Result {
    if (!(delayMs > 0))
      throw new RangeError(`Result.requeueAfter(${delayMs}): a delay is a positive number of milliseconds`);
    return { type: "requeue-after", delayMs, ...options };
  },
});
