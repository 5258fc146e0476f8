import { homedir } from "node:os";
import type { Clock, Scheduled } from "@kubewright/api";

/** What this package takes from the process it runs in. The only file that reads the environment or the host's timers. */
export interface Host {
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDirectory: string;
}

/** The real host, as it is at the time of the call. */
export function systemHost(): Host {
  return { clock: systemClock, env: process.env, homeDirectory: homedir() };
}

/** The host's time. A timer of it keeps the process alive. */
export const systemClock: Clock = Object.freeze({
  now: (): number => Date.now(),
  monotonic: (): number => performance.now(),
  schedule(delayMs: number, callback: () => void): Scheduled {
    const timer = setTimeout(callback, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
});
