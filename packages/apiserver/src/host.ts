import { randomBytes } from "node:crypto";
import type { Clock, Scheduled } from "@kubewright/api";

// What this package takes from the process it runs in. The only file that reads the host's time or randomness, or waits for its turns.

/** The longest delay that the host's timers take; they fire at once for a longer one. */
const maxTimerMs = 2 ** 31 - 1;

/** The host's time. A timer of it does not keep the process alive: sockets and the program's own work do. */
export const systemClock: Clock = Object.freeze({
  now: (): number => Date.now(),
  monotonic: (): number => performance.now(),
  schedule(delayMs: number, callback: () => void): Scheduled {
    if (delayMs === Number.POSITIVE_INFINITY) return { cancel() {} };
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number): void => {
      timer =
        leftMs > maxTimerMs
          ? setTimeout(() => wait(leftMs - maxTimerMs), maxTimerMs)
          : setTimeout(callback, Math.max(0, leftMs));
      timer.unref();
    };
    wait(delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
});

// As it was at the start: a test that puts a fake in its place would keep waiting whoever waits for a turn, also when it is gone again.
const { setImmediate } = globalThis;

/** Resolves when the host has looked after its sockets and timers. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** That many random bytes. What makes uids, generated names and tokens; a test may give its own. */
export type Randomness = (length: number) => Uint8Array;

/** The host's secure randomness. */
export const systemRandomness: Randomness = (length) => randomBytes(length);

const pooledBytes = 4096;

/** The host's secure randomness, fetched in advance: a few bytes at a time cost more to ask for than to make. Each byte is given once. */
export function pooledRandomness(): Randomness {
  let pool = new Uint8Array();
  let used = 0;
  return (length) => {
    if (length > pooledBytes) return randomBytes(length);
    if (used + length > pool.length) {
      pool = randomBytes(pooledBytes);
      used = 0;
    }
    used += length;
    return pool.subarray(used - length, used);
  };
}
