import { connect, type Socket } from "node:net";
import type { Clock } from "@kubewright/api";
import type { Target } from "./port-targets.ts";

/** How long a target may take to answer. */
const timeoutMs = 3_000;

/** A connection to a target; undefined when there is none to be had. */
export function connectTo({ host, port }: Target, clock: Clock): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
    const fail = (): void => {
      socket.destroy();
      resolve(undefined);
    };
    const timer = clock.schedule(timeoutMs, fail);
    socket.once("error", () => {
      timer.cancel();
      fail();
    });
    socket.once("connect", () => {
      timer.cancel();
      socket.removeAllListeners("error");
      socket.on("error", () => socket.destroy());
      resolve(socket);
    });
  });
}
