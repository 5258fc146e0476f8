import type { Clock } from "@kubewright/api";
import { TestingError } from "../errors.ts";
import { type Check, CheckWindow, messageOf, type Passed } from "./check-window.ts";

export interface ConsistentlyOptions {
  /** How long the check must go on passing. @default 500 */
  readonly durationMs?: number;
  /** From the end of a try to the next one. @default 50 */
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
  /** @default the host's */
  readonly clock?: Clock;
}

/**
 * What `check` gave last, if it passed all the time: for what must not happen.
 *
 * Throws TestingError `NOT_CONSISTENT`, whose cause is the failure, as soon as it fails once. A check that is still under way at the
 * end counts by those before it; if there are none, that is a failure.
 */
export async function consistently<T>(check: Check<T>, options: ConsistentlyOptions = {}): Promise<Passed<T>> {
  const { durationMs = 500, intervalMs = 50, signal, clock } = options;
  using window = new CheckWindow({ lengthMs: durationMs, signal, clock });
  let last: { readonly value: Passed<T> } | undefined;
  let tries = 0;
  do {
    const attempt = await window.attempt(check);
    tries++;
    if (attempt.type === "failed") {
      const message = `the check fails after ${window.elapsedMs} ms, at try ${tries}: ${messageOf(attempt.failure)}`;
      throw new TestingError("NOT_CONSISTENT", message, { cause: attempt.failure });
    }
    if (attempt.type === "cut-off") break;
    last = attempt;
  } while (await window.pause(intervalMs));
  if (last !== undefined) return last.value;
  throw new TestingError("NOT_CONSISTENT", `the first try of the check has not ended after ${window.elapsedMs} ms`);
}
