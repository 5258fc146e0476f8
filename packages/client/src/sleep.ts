import type { Clock } from "@kubewright/api";
import { onAbort } from "./on-abort.ts";

/** Resolves after `delayMs` of `clock`. Rejects with the signal's reason when it aborts before, or has aborted. */
export function sleep(
  clock: Clock,
  delayMs: number,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const { signal } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const scheduled = clock.schedule(delayMs, () => {
      forget();
      resolve();
    });
    const forget = onAbort(signal, (reason) => {
      scheduled.cancel();
      reject(reason);
    });
  });
}
