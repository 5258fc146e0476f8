import { homedir } from "node:os";
import type { Clock, Scheduled } from "@kubewright/api";

/** What this package takes from the process it runs in. The only file that reads the environment or the host's timers. */
export interface Host {
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDirectory: string;
  /** Whether someone can answer a question on standard input. @default false */
  readonly isInteractive?: boolean;
  /** Shows text to the user: of a credential plugin, such as how to log in, or a server's warning. Absent: it is not shown. */
  readonly showToUser?: (text: string) => void;
}

/** The real host, as it is at the time of the call. */
export function systemHost(): Host {
  return {
    clock: systemClock,
    env: process.env,
    homeDirectory: homedir(),
    isInteractive: process.stdin.isTTY === true,
    showToUser: (text) => void process.stderr.write(text),
  };
}

/** The longest delay that the host's timers take; they fire at once for a longer one. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * The host's time. A timer of it keeps the process alive.
 *
 * A delay may be of any length: below zero is at once, Infinity is never, without a timer. NaN throws a RangeError.
 */
export const systemClock: Clock = Object.freeze({
  now: (): number => Date.now(),
  monotonic: (): number => performance.now(),
  schedule(delayMs: number, callback: () => void): Scheduled {
    if (Number.isNaN(delayMs)) throw new RangeError("a delay must be a number of milliseconds, not NaN");
    if (delayMs === Number.POSITIVE_INFINITY) return { cancel() {} };
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number): void => {
      timer =
        leftMs > maxTimerMs
          ? setTimeout(() => wait(leftMs - maxTimerMs), maxTimerMs)
          : setTimeout(callback, Math.max(0, leftMs));
    };
    wait(delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
});

/** Calls `callback` when what the process has received by now was looked at: all that is waiting in a socket, say. */
export function afterInput(callback: () => void): void {
  setImmediate(callback);
}

/** Whether a process and its children can be ended together. */
export const hasProcessGroups: boolean = process.platform !== "win32";

/** A number from 0 up to, not including, 1. */
export function systemRandom(): number {
  return Math.random();
}

/** Calls `callback` when all that follows from the present event is done: what several callers do because of it can be sent at once. */
export function endOfTurn(callback: () => void): void {
  process.nextTick(callback);
}
