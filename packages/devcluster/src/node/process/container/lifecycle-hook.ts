import type { Container, HTTPGetAction, LifecycleHandler, Pod } from "@kubewright/api/core/v1";
import { sleep } from "@kubewright/client";
import type { PodAddress } from "../address/pod-addresses.ts";
import type { NodeParts } from "../node-parts.ts";
import { podText } from "../pod/pod-text.ts";
import { portOf } from "../probe/check.ts";
import { httpGet } from "../probe/http-get.ts";
import { type RunningProgram, startFailure } from "./running-program.ts";

export interface HookContext {
  readonly parts: Pick<NodeParts, "clock">;
  readonly pod: Pod;
  readonly container: Container;
  readonly program: RunningProgram;
  readonly address: PodAddress;
  readonly signal: AbortSignal;
}

/**
 * Does what a pod wants done after the start or before the end of a container. Gives why it failed, if it did, in the kubelet's words.
 */
export async function runHook(hook: LifecycleHandler, context: HookContext): Promise<string | undefined> {
  const { parts, pod, container, program, signal } = context;
  const place = `for Container ${JSON.stringify(container.name)} in Pod ${JSON.stringify(podText(pod))} failed`;
  if (hook.exec !== undefined) {
    const { command = [] } = hook.exec;
    const failure = await runCommand(command, program, signal);
    return failure && `Exec lifecycle hook ([${command.join(" ")}]) ${place} - error: ${failure}`;
  }
  if (hook.sleep !== undefined) {
    const { seconds } = hook.sleep;
    try {
      await sleep(seconds * 1000, { clock: parts.clock, signal });
      return undefined;
    } catch {
      return `Sleep lifecycle hook (${seconds}) ${place} - error: container terminated before sleep hook finished`;
    }
  }
  if (hook.httpGet !== undefined) {
    const failure = await request(hook.httpGet, context);
    return failure && `HTTP lifecycle hook (${hook.httpGet.path ?? ""}) ${place} - error: ${failure}`;
  }
  return undefined;
}

async function runCommand(
  command: readonly string[],
  program: RunningProgram,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { exitCode, output, errorOutput } = await program.run(command, { signal });
    if (exitCode === 0) return undefined;
    const failure = `command '${command.join(" ")}' exited with ${exitCode}: ${errorOutput}`;
    return `${failure}, message: ${JSON.stringify(output)}`;
  } catch (error) {
    return `${startFailure(error, command[0] ?? "")}, message: ""`;
  }
}

async function request(action: HTTPGetAction, context: HookContext): Promise<string | undefined> {
  const { parts, container, address, signal } = context;
  const port = portOf(action.port, container);
  if (port === undefined) return `couldn't find port: ${JSON.stringify(action.port)}`;
  const { host = "", path = "/", scheme = "HTTP", httpHeaders = [] } = action;
  const result = await httpGet({
    ...(host === "" ? { host: address.ip, port: address.ports.get(port) ?? port } : { host, port }),
    path,
    isSecure: scheme.toUpperCase() === "HTTPS",
    headers: httpHeaders,
    purpose: "lifecycle",
    clock: parts.clock,
    timeoutMs: Number.POSITIVE_INFINITY,
    signal,
  });
  if (result.type === "unknown") return result.error;
  // Any answer will do.
  return result.type === "failure" && !result.output.startsWith("HTTP probe failed") ? result.output : undefined;
}
