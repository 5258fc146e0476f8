import type { Clock, Scheduled } from "@kubewright/api";
import type { Container, LifecycleHandler, Pod } from "@kubewright/api/core/v1";
import { sleep } from "@kubewright/client";
import type { PodAddress } from "../address/pod-addresses.ts";
import type { NodeParts } from "../node-parts.ts";
import { containerPath } from "../pod/pod-text.ts";
import { portOf } from "../probe/check.ts";
import { httpGet } from "../probe/http-get.ts";
import type { ContainerRun } from "./container-run.ts";
import { type RunningProgram, startFailure } from "./running-program.ts";

/** Between SIGTERM and SIGKILL at the least. */
const minimumGraceMs = 2_000;

export interface StopRequest {
  readonly parts: Pick<NodeParts, "clock" | "events">;
  readonly pod: Pod;
  readonly container: Container;
  readonly run: ContainerRun;
  readonly address: PodAddress;
  readonly graceSeconds: number;
  /** What the event says. @default Stopping container NAME */
  readonly message?: string;
  /** What has to have happened before SIGTERM, if there is time. */
  readonly after?: Promise<unknown>;
}

/** A container that is being stopped. */
export class ContainerStop {
  /** Resolves when its program has ended. */
  readonly done: Promise<void>;
  readonly #clock: Clock;
  readonly #overdue = new AbortController();
  /** When the grace period ends, on the monotonic clock. */
  #deadline: number;
  #timer: Scheduled | undefined;

  constructor(request: StopRequest) {
    this.#clock = request.parts.clock;
    this.#deadline = this.#clock.monotonic() + request.graceSeconds * 1000;
    this.#schedule();
    this.done = this.#stop(request);
  }

  /** Lets the grace period end so many seconds from now, if that is earlier. */
  hurry(graceSeconds: number): void {
    const deadline = this.#clock.monotonic() + graceSeconds * 1000;
    if (deadline >= this.#deadline) return;
    this.#deadline = deadline;
    this.#timer?.cancel();
    this.#schedule();
  }

  #schedule(): void {
    const leftMs = this.#deadline - this.#clock.monotonic();
    if (leftMs <= 0) this.#overdue.abort();
    else this.#timer = this.#clock.schedule(leftMs, () => this.#overdue.abort());
  }

  async #stop(request: StopRequest): Promise<void> {
    const { parts, pod, container, run, graceSeconds, after } = request;
    const { program } = run;
    const path = containerPath(pod, container.name);
    parts.events.record(pod, "Normal", "Killing", request.message ?? `Stopping container ${container.name}`, path);
    if (program === undefined) return;
    try {
      const preStop = container.lifecycle?.preStop;
      if (preStop !== undefined && graceSeconds > 0) {
        const { signal } = this.#overdue;
        const failure = await runHook(preStop, { ...request, program, signal });
        if (failure !== undefined && !signal.aborted) {
          parts.events.record(pod, "Warning", "FailedPreStopHook", "PreStopHook failed", path);
        }
      }
      if (after !== undefined) await Promise.race([after, aborted(this.#overdue.signal)]);
      program.signal("SIGTERM");
      const minimum = parts.clock.schedule(minimumGraceMs, () => {
        if (this.#overdue.signal.aborted) program.signal("SIGKILL");
        else this.#overdue.signal.addEventListener("abort", () => program.signal("SIGKILL"));
      });
      await program.exited;
      minimum.cancel();
    } finally {
      this.#timer?.cancel();
    }
  }
}

export interface HookContext {
  readonly parts: Pick<NodeParts, "clock">;
  readonly container: Container;
  readonly program: RunningProgram;
  readonly address: PodAddress;
  readonly signal: AbortSignal;
}

/** Does what a pod wants done after the start or before the end of a container. Gives why it failed, if it did. */
export async function runHook(hook: LifecycleHandler, context: HookContext): Promise<string | undefined> {
  const { parts, container, program, address, signal } = context;
  const { clock } = parts;
  try {
    if (hook.exec !== undefined) {
      const { exitCode, output } = await program.run(hook.exec.command ?? [], { signal });
      return exitCode === 0
        ? undefined
        : `command terminated with exit code ${exitCode}, message: ${JSON.stringify(output)}`;
    }
    if (hook.sleep !== undefined) await sleep(hook.sleep.seconds * 1000, { clock, signal });
    else if (hook.httpGet !== undefined) {
      const port = portOf(hook.httpGet.port, container);
      if (port === undefined) return `couldn't find port: ${JSON.stringify(hook.httpGet.port)}`;
      const { host = "", path = "/", scheme = "HTTP", httpHeaders = [] } = hook.httpGet;
      const place = host === "" ? { host: address.ip, port: address.ports.get(port) ?? port } : { host, port };
      const result = await httpGet({
        ...place,
        path,
        isSecure: scheme.toUpperCase() === "HTTPS",
        headers: httpHeaders,
        purpose: "lifecycle",
        clock,
        timeoutMs: Number.POSITIVE_INFINITY,
        signal,
      });
      // Any answer will do.
      if (result.type === "failure" && !result.output.startsWith("HTTP probe failed")) return result.output;
      if (result.type === "unknown") return result.error;
    }
    return undefined;
  } catch (error) {
    return startFailure(error, hook.exec?.command?.[0] ?? "");
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
