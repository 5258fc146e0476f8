import { connect, type Socket } from "node:net";
import type { Clock } from "@kubewright/api";
import { onAbort } from "@kubewright/client";
import type { Target } from "./port-targets.ts";

/** How long a target may take to answer. */
const timeoutMs = 3_000;

/** A connection to a target; undefined when there is none to be had, and when the signal aborts before. */
export function connectTo(
  { host, port }: Target,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Socket | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
    const settle = (connected: boolean): void => {
      timer.cancel();
      forget();
      socket.off("error", fail);
      socket.on("error", () => socket.destroy());
      if (!connected) socket.destroy();
      resolve(connected ? socket : undefined);
    };
    const fail = (): void => settle(false);
    const timer = clock.schedule(timeoutMs, fail);
    const forget = onAbort(signal, fail);
    socket.once("error", fail);
    socket.once("connect", () => settle(true));
  });
}
