import type { Clock } from "@kubewright/api";
import type { Container, ExecAction, HTTPGetAction, TCPSocketAction } from "@kubewright/api/core/v1";
import { CommandTimeout, type RunningProgram, startFailure } from "../container/running-program.ts";
import { httpGet } from "./http-get.ts";
import { tcpConnect } from "./tcp-connect.ts";

/** What a single check says. */
export type CheckResult =
  | { readonly type: "success" }
  /** It is well, but people should know something. */
  | { readonly type: "warning"; readonly output: string }
  | { readonly type: "failure"; readonly output: string }
  /** It could not be made out. */
  | { readonly type: "unknown"; readonly error: string };

/** What to look at. */
export interface CheckAction {
  readonly exec?: ExecAction | undefined;
  readonly httpGet?: HTTPGetAction | undefined;
  readonly tcpSocket?: TCPSocketAction | undefined;
}

export interface CheckContext {
  readonly container: Container;
  readonly program: RunningProgram;
  readonly podIp: string;
  /** Where ports of the pod are instead; empty where they are at their place. */
  readonly ports: ReadonlyMap<number, number>;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Looks once. Never rejects. */
export async function check(action: CheckAction, context: CheckContext): Promise<CheckResult> {
  const { container, program, podIp, ports, clock, timeoutMs, signal } = context;
  // What is only pretended to run is well.
  if (program.pid === undefined) return { type: "success" };
  if (action.exec !== undefined) return checkCommand(action.exec.command ?? [], context);
  const target = action.httpGet ?? action.tcpSocket;
  if (target === undefined) return { type: "unknown", error: "missing probe handler" };
  const port = portOf(target.port, container);
  if (port === undefined) return { type: "unknown", error: `couldn't find port: ${JSON.stringify(target.port)}` };
  const host = target.host === undefined || target.host === "" ? podIp : target.host;
  const place = { host, port: host === podIp ? (ports.get(port) ?? port) : port };
  const options = { ...place, clock, timeoutMs, signal };
  if (action.httpGet === undefined) return tcpConnect(options);
  const { path = "/", scheme = "HTTP", httpHeaders = [] } = action.httpGet;
  return httpGet({ ...options, path, isSecure: scheme.toUpperCase() === "HTTPS", headers: httpHeaders });
}

/** A port by its number or by its name in the container; undefined when there is none. */
export function portOf(port: number | string, { ports = [] }: Container): number | undefined {
  const number =
    typeof port === "number" ? port : (ports.find(({ name }) => name === port)?.containerPort ?? Number(port));
  return number > 0 && number < 65_536 ? number : undefined;
}

async function checkCommand(command: readonly string[], context: CheckContext): Promise<CheckResult> {
  const { program, timeoutMs, signal } = context;
  try {
    const { exitCode, output } = await program.run(command, { timeoutMs, signal });
    return exitCode === 0 ? { type: "success" } : { type: "failure", output };
  } catch (error) {
    if (error instanceof CommandTimeout) return { type: "failure", output: error.message };
    return { type: "unknown", error: startFailure(error, command[0] ?? "") };
  }
}
