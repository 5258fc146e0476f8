import type { Clock } from "@kubewright/api";
import { onAbort } from "@kubewright/client";

/** How long something may take. */
export interface TimeLimit {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
}

/**
 * What `work` gives, unless its time is up before, or the caller's signal aborts: then its own signal aborts, and it is not waited for.
 *
 * Rejects with what `expired` makes, or with the reason of the caller's signal.
 */
export async function within<T>(
  { timeoutMs, signal, clock }: TimeLimit,
  expired: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const end = new AbortController();
  const forget = onAbort(signal, (reason) => end.abort(reason));
  const timer = clock.schedule(timeoutMs, () => end.abort(expired()));
  try {
    const aborted = new Promise<never>((_, reject) => void onAbort(end.signal, reject));
    return await Promise.race([work(end.signal), aborted]);
  } finally {
    timer.cancel();
    forget();
  }
}
