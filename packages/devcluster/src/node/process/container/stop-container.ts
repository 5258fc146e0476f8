import type { Clock, Scheduled } from "@kubewright/api";
import type { Container, Pod } from "@kubewright/api/core/v1";
import type { PodAddress } from "../address/pod-addresses.ts";
import type { NodeParts } from "../node-parts.ts";
import { containerPath } from "../pod/pod-text.ts";
import type { ContainerRun } from "./container-run.ts";
import { runHook } from "./lifecycle-hook.ts";

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
        if (failure !== undefined) {
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

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
