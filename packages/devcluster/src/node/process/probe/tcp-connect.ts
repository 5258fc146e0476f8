import { connect } from "node:net";
import type { Clock } from "@kubewright/api";
import type { CheckResult } from "./check.ts";

export interface ConnectOptions {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Whether something accepts connections there. Never rejects. */
export function tcpConnect(options: ConnectOptions): Promise<CheckResult> {
  const { host, port, clock, timeoutMs, signal } = options;
  const place = `dial tcp ${authority(host, port)}`;
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const finish = (result: CheckResult) => {
      timer.cancel();
      signal.removeEventListener("abort", abort);
      socket.destroy();
      resolve(result);
    };
    const timer = clock.schedule(timeoutMs, () => finish({ type: "failure", output: `${place}: i/o timeout` }));
    const abort = () => finish({ type: "unknown", error: "stopped" });
    socket.once("connect", () => finish({ type: "success" }));
    socket.on("error", (error) => finish({ type: "failure", output: `${place}: ${connectFailure(error, host)}` }));
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort);
  });
}

/** A host and port as in a URL. */
export function authority(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Why a connection could not be made, in Go's words. */
export function connectFailure(error: NodeJS.ErrnoException, host: string): string {
  switch (error.code) {
    case "ECONNREFUSED":
      return "connect: connection refused";
    case "EHOSTUNREACH":
      return "connect: no route to host";
    case "ENETUNREACH":
      return "connect: network is unreachable";
    case "ETIMEDOUT":
      return "connect: connection timed out";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `lookup ${host}: no such host`;
    default:
      return `connect: ${error.message}`;
  }
}
