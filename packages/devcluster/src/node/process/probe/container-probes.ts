import type { Container, Pod, Probe } from "@kubewright/api/core/v1";
import type { PodAddress } from "../address/pod-addresses.ts";
import type { ContainerRun } from "../container/container-run.ts";
import type { NodeParts } from "../node-parts.ts";
import { containerPath } from "../pod/pod-text.ts";
import { check } from "./check.ts";
import { type ProbeType, ProbeWorker } from "./probe-worker.ts";

export interface ContainerProbesOptions {
  readonly parts: Pick<NodeParts, "clock" | "events">;
  readonly pod: Pod;
  readonly container: Container;
  readonly run: ContainerRun;
  readonly address: PodAddress;
  /** `isStarted` or `isReady` of the run has changed. */
  readonly onChange: () => void;
  /** The container has to be restarted. */
  readonly onUnwell: (type: "Startup" | "Liveness") => void;
}

/** Watches over a run of a container: sets whether it is started and ready, from the start on. */
export class ContainerProbes {
  readonly #options: ContainerProbesOptions;
  readonly #workers = new Map<ProbeType, ProbeWorker>();

  constructor(options: ContainerProbesOptions) {
    this.#options = options;
    const { startupProbe } = options.container;
    if (startupProbe === undefined) this.#started();
    else this.#watch("Startup", startupProbe, (isWell) => (isWell ? this.#started() : options.onUnwell("Startup")));
  }

  /** The container is about to end: it is not restarted for being unwell any more. */
  stopRestarts(): void {
    for (const type of ["Startup", "Liveness"] as const) this.#workers.get(type)?.stop();
  }

  stop(): void {
    for (const worker of this.#workers.values()) worker.stop();
    this.#workers.clear();
  }

  #started(): void {
    const { container, run, onChange, onUnwell } = this.#options;
    const { readinessProbe, livenessProbe } = container;
    run.isStarted = true;
    if (readinessProbe === undefined) run.isReady = true;
    else {
      this.#watch("Readiness", readinessProbe, (isWell) => {
        run.isReady = isWell;
        onChange();
      });
    }
    if (livenessProbe !== undefined) {
      this.#watch("Liveness", livenessProbe, (isWell) => {
        if (!isWell) onUnwell("Liveness");
      });
    }
    onChange();
  }

  #watch(type: ProbeType, probe: Probe, onVerdict: (isWell: boolean) => void): void {
    const { parts, pod, container, run, address } = this.#options;
    const { clock, events } = parts;
    const { program } = run;
    if (program === undefined) return;
    const path = containerPath(pod, container.name);
    const worker = new ProbeWorker({
      type,
      probe,
      clock,
      check: (timeoutMs, signal) =>
        check(probe, { container, program, podIp: address.ip, ports: address.ports, clock, timeoutMs, signal }),
      onTrouble: (result) => {
        const [reason, text] =
          result.type === "warning"
            ? ["ProbeWarning", `${type} probe warning: ${result.output}`]
            : result.type === "failure"
              ? ["Unhealthy", `${type} probe failed: ${result.output}`]
              : ["Unhealthy", `${type} probe errored and resulted in unknown state: ${result.error}`];
        events.record(pod, "Warning", reason, text, path);
      },
      onVerdict,
    });
    this.#workers.set(type, worker);
  }
}
