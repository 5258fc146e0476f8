import { type Clock, isConflict } from "@kubewright/api";
import { systemClock, systemRandom } from "../../host.ts";
import { sleep } from "../../sleep.ts";

export interface RetryOnConflictOptions {
  /** How often `action` runs at most. @default 5 */
  readonly attempts?: number;
  /** The wait before the second attempt. @default 10 */
  readonly delayMs?: number;
  /** What each wait is multiplied by to give the next. @default 1 */
  readonly factor?: number;
  /** Up to this part of each wait is added to it, by chance. @default 0.1 */
  readonly jitter?: number;
  /** @default the host's */
  readonly clock?: Clock;
  /** From 0 up to but without 1. @default the host's */
  readonly random?: () => number;
  readonly signal?: AbortSignal;
}

/**
 * What `action` gives, run again while it fails because someone else wrote the object first.
 *
 * `action` must read the object anew each time. Any other error, and the last conflict, is thrown as it is.
 */
export async function retryOnConflict<T>(
  action: (attempt: number) => Promise<T>,
  options: RetryOnConflictOptions = {},
): Promise<T> {
  const { attempts = 5, delayMs = 10, factor = 1, jitter = 0.1 } = options;
  const { clock = systemClock, random = systemRandom, signal } = options;
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await action(attempt);
    } catch (error) {
      if (!isConflict(error) || attempt >= attempts) throw error;
    }
    const wait = delayMs * factor ** (attempt - 1);
    await sleep(wait + wait * jitter * random(), { clock, signal });
  }
}
