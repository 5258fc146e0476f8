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

/** What a reconciler resolved to, as a result: nothing means done. Throws TypeError for what is no Result, as a controller does. */
export function resultOf(value: unknown): Result {
  if (value === undefined) return Result.done();
  const { type, delayMs, priority = 0 } = (value ?? {}) as { type?: unknown; delayMs?: unknown; priority?: unknown };
  const isDelay = typeof delayMs === "number" && !Number.isNaN(delayMs) && Number.isSafeInteger(priority);
  if (type === "done" || (type === "requeue-after" && isDelay)) return value as Result;
  throw new TypeError(
    "the reconciler resolved to something that is no Result: return Result.done(), Result.requeueAfter(ms) or nothing",
  );
}
