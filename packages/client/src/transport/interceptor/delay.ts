import type { Clock } from "@kubewright/api";

/** Resolves after `delayMs`; rejects with the signal's reason when it aborts before. */
export function delay(clock: Clock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      scheduled.cancel();
      reject(signal?.reason);
    };
    const scheduled = clock.schedule(delayMs, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
