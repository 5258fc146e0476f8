import type { Clock } from "@kubewright/api";
import { TestingError } from "../errors.ts";
import { type Check, CheckWindow, messageOf, type Passed } from "./check-window.ts";

export interface EventuallyOptions {
  /** How long the check may go on failing. @default 5_000 */
  readonly timeoutMs?: number;
  /** From the end of a try to the next one. @default 50 */
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
  /** @default the host's */
  readonly clock?: Clock;
}

/**
 * What `check` gives, as soon as it passes.
 *
 * It is tried again until it does. Throws TestingError `NOT_EVENTUALLY`, whose cause is the last failure, when time is up, also
 * for a check that does not end. For the state of objects, `eventuallyIn` needs no polling.
 */
export async function eventually<T>(check: Check<T>, options: EventuallyOptions = {}): Promise<Passed<T>> {
  const { timeoutMs = 5_000, intervalMs = 50, signal, clock } = options;
  using window = new CheckWindow({ lengthMs: timeoutMs, signal, clock });
  let last: { readonly failure: unknown } | undefined;
  let tries = 0;
  do {
    const attempt = await window.attempt(check);
    tries++;
    if (attempt.type === "passed") return attempt.value;
    if (attempt.type === "cut-off") {
      const before = last === undefined ? "" : `; before that: ${messageOf(last.failure)}`;
      throw failed(`try ${tries} of the check has not ended after ${window.elapsedMs} ms${before}`, last);
    }
    last = attempt;
  } while (await window.pause(intervalMs));
  const count = `${tries} ${tries === 1 ? "try" : "tries"}`;
  throw failed(`the check still fails after ${window.elapsedMs} ms and ${count}: ${messageOf(last.failure)}`, last);
}

function failed(message: string, last: { readonly failure: unknown } | undefined): TestingError {
  return new TestingError("NOT_EVENTUALLY", message, last && { cause: last.failure });
}
