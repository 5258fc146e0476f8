import {
  type ReconcileContext,
  type ReconcileFunction,
  type Reconciler,
  type Result,
  RuntimeError,
  resultOf,
} from "@kubewright/runtime";
import { type TimeLimit, within } from "./within.ts";

/** How one reconcile ended. */
export type ReconcileEnd = { readonly result: Result } | { readonly error: unknown };

/**
 * Calls a reconciler, and does not wait for it longer than it may take. What a controller would refuse as a result is an error.
 *
 * Rejects with the reason of the signal when that aborts.
 */
export async function reconcileOnce(
  reconciler: Reconciler | ReconcileFunction,
  context: Omit<ReconcileContext, "signal">,
  limit: TimeLimit,
): Promise<ReconcileEnd> {
  const expired = () =>
    new RuntimeError("RECONCILE_TIMEOUT", `the reconcile has not ended after ${limit.timeoutMs} ms`);
  try {
    const result = await within(limit, expired, async (signal) => {
      const each = { ...context, signal };
      return typeof reconciler === "function" ? await reconciler(each) : await reconciler.reconcile(each);
    });
    return { result: resultOf(result) };
  } catch (error) {
    limit.signal?.throwIfAborted();
    return { error };
  }
}
