import type { Clock } from "@kubewright/api";
import { systemClock } from "./host.ts";
import { onAbort } from "./on-abort.ts";

export interface SleepOptions {
  readonly signal?: AbortSignal | undefined;
  /** @default the host's */
  readonly clock?: Clock;
}

/** Resolves after `delayMs`. Rejects with the signal's reason when it aborts before, or has aborted. */
export function sleep(delayMs: number, options: SleepOptions = {}): Promise<void> {
  const { signal, clock = systemClock } = options;
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
