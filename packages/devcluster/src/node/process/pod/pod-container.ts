import { formatDuration, type Scheduled } from "@kubewright/api";
import type { Container, ContainerStatus, Pod } from "@kubewright/api/core/v1";
import type { PodAddress } from "../address/pod-addresses.ts";
import type { ContainerRun, RunEnd } from "../container/container-run.ts";
import { runHook } from "../container/lifecycle-hook.ts";
import { startContainer } from "../container/start-container.ts";
import { ContainerStop } from "../container/stop-container.ts";
import type { NodeParts } from "../node-parts.ts";
import { ContainerProbes } from "../probe/container-probes.ts";
import type { ContainerSnapshot } from "./container-status.ts";
import { lostRun } from "./lost-run.ts";
import { containerPath, podText } from "./pod-text.ts";
import { RestartBackOff } from "./restart-back-off.ts";
import { isRestarted } from "./restarts.ts";

/** What a container needs of its pod to be started. */
export interface PodPlace {
  readonly address: PodAddress;
  /** Folders of the volumes, by name. */
  readonly volumes: ReadonlyMap<string, string>;
  readonly folder: string;
}

export interface PodContainerOptions {
  readonly parts: NodeParts;
  readonly spec: Container;
  readonly role: ContainerSnapshot["role"];
  /** What the pod's status said before this node began with it. */
  readonly before: ContainerStatus | undefined;
  /** Whether other regular containers of the pod run, or will. */
  readonly hasOthers: () => boolean;
  /** Of the pod: aborts when it is to end. */
  readonly signal: AbortSignal;
  /** Something has changed: the pod has to be looked at again. */
  readonly onChange: () => void;
}

/** Until a configuration that was wrong is tried again. */
const retryMs = 10_000;

/** A container of a pod, over all its runs. */
export class PodContainer {
  readonly role: ContainerSnapshot["role"];
  readonly #options: PodContainerOptions;
  readonly #before: ContainerStatus | undefined;
  #backOff = new RestartBackOff();
  #spec: Container;
  #current: ContainerRun | undefined;
  #last: ContainerRun | undefined;
  #probes: ContainerProbes | undefined;
  #stop: ContainerStop | undefined;
  #waiting: ContainerSnapshot["waiting"];
  /** When a start may be tried again, on the monotonic clock. */
  #retryAt = 0;
  #timer: Scheduled | undefined;
  /** Whether it was stopped only to be started again. */
  #isReplaced = false;

  constructor(options: PodContainerOptions) {
    this.#options = options;
    this.#spec = options.spec;
    this.role = options.role;
    this.#before = options.before;
    this.#current = lostRun(options.before, options.parts.clock);
  }

  get spec(): Container {
    return this.#spec;
  }

  get snapshot(): ContainerSnapshot {
    const { spec, role } = this;
    return { spec, role, before: this.#before, current: this.#current, last: this.#last, waiting: this.#waiting };
  }

  get current(): ContainerRun | undefined {
    return this.#current;
  }

  get last(): ContainerRun | undefined {
    return this.#last;
  }

  get isRunning(): boolean {
    return this.#current !== undefined && this.#current.end === undefined;
  }

  /** Whether it has ended and is not started again. */
  isFinished(pod: Pod): boolean {
    const end = this.#current?.end;
    if (end === undefined || (this.role === "init" && this.#current?.isLost)) return false;
    return this.role === "init" && end.exitCode === 0 ? true : !isRestarted(this.spec, pod.spec, end.exitCode);
  }

  /** Starts it if it is not running and should be, and if it may be already. */
  async startIfDue(pod: Pod, place: PodPlace): Promise<void> {
    if (this.isRunning || this.isFinished(pod) || this.#stop !== undefined) return;
    const { clock } = this.#options.parts;
    const leftMs = this.#retryAt - clock.monotonic();
    if (leftMs > 0) {
      this.#wakeIn(leftMs);
      return;
    }
    const now = clock.now();
    // A kubelet that replaces a run has not seen its end yet: the end before it counts.
    const seen = this.#isReplaced ? this.#last?.end : this.#current?.end;
    this.#isReplaced = false;
    if (seen !== undefined) {
      if (seen.finishedAt + this.#backOff.delayAfter(seen.finishedAt) > now) {
        this.#hold(pod, this.#current?.end ?? seen);
        return;
      }
      this.#backOff.started(seen.finishedAt, now);
    }
    await this.#start(pod, place);
  }

  /** Begins to stop it, if it runs. Resolves when it has ended. */
  async stop(request: {
    readonly pod: Pod;
    readonly address: PodAddress;
    readonly graceSeconds: number;
    readonly message?: string;
    readonly after?: Promise<unknown>;
  }): Promise<void> {
    this.#timer?.cancel();
    const run = this.#current;
    if (run?.end !== undefined) this.#waiting = undefined;
    if (run === undefined || run.end !== undefined) return;
    if (this.#stop === undefined) {
      this.#probes?.stopRestarts();
      this.#stop = new ContainerStop({ ...request, parts: this.#options.parts, container: this.spec, run });
    } else this.#stop.hurry(request.graceSeconds);
    await this.#stop.done;
    await this.#ended(run);
  }

  /** The pod's spec has changed: a container whose image is another one now is started anew with that. */
  update(pod: Pod, address: PodAddress | undefined): void {
    const { initContainers = [], containers = [] } = pod.spec ?? {};
    const spec = [...initContainers, ...containers].find(({ name }) => name === this.#spec.name);
    if (spec === undefined || spec.image === this.#spec.image) return;
    this.#spec = spec;
    // What failed before was something else: it has not to wait for that.
    this.#backOff = new RestartBackOff();
    this.#retryAt = 0;
    if (!this.isRunning || address === undefined || this.role === "init") return;
    const message = `Container ${spec.name} definition changed, will be restarted`;
    this.#restart(pod, address, message, pod.spec?.terminationGracePeriodSeconds ?? 30);
  }

  /** Ends all that it has open, its process too. */
  dispose(): void {
    this.#timer?.cancel();
    this.#probes?.stop();
    this.#stop?.hurry(0);
    if (this.isRunning) this.#current?.program?.signal("SIGKILL");
  }

  async #start(pod: Pod, place: PodPlace): Promise<void> {
    const { parts, signal, onChange } = this.#options;
    const before = this.#current;
    const restartCount = before === undefined ? (this.#before?.restartCount ?? 0) : before.restartCount + 1;
    const outcome = await startContainer({
      parts,
      pod,
      container: this.spec,
      restartCount,
      ...place,
      signal,
      onEnd: () => {
        this.#probes?.stop();
        for (const tell of this.#onEnd.splice(0)) tell();
        onChange();
      },
    });
    const { run } = outcome;
    if (run !== undefined) {
      this.#last = before;
      this.#current = run;
    }
    if (outcome.type === "failed") {
      const { reason, message } = outcome;
      this.#waiting = run !== undefined && this.isFinished(pod) ? undefined : { reason, message };
      // What came to a run waits as one that has ended; what did not is tried again after a while.
      if (run === undefined) {
        this.#retryAt = parts.clock.monotonic() + retryMs;
        this.#wakeIn(retryMs);
      }
      onChange();
      return;
    }
    this.#waiting = undefined;
    if (!(await this.#postStart(pod, place, outcome.run))) return;
    if (outcome.run.end !== undefined) return;
    this.#probes = new ContainerProbes({
      parts,
      pod,
      container: this.spec,
      run: outcome.run,
      address: place.address,
      onChange,
      onUnwell: (type) => this.#unwell(type, pod, place),
    });
    if (this.role === "init") this.#probes.stop();
  }

  /** Whether what is to be done after the start was done; if not, the container is stopped. */
  async #postStart(pod: Pod, { address }: PodPlace, run: ContainerRun): Promise<boolean> {
    const hook = this.spec.lifecycle?.postStart;
    const { program } = run;
    if (hook === undefined || program === undefined) return true;
    const { parts, signal } = this.#options;
    const ended = new AbortController();
    void program.exited.then(() => ended.abort());
    const failure = await runHook(hook, {
      parts,
      pod,
      container: this.spec,
      program,
      address,
      signal: AbortSignal.any([signal, ended.signal]),
    });
    if (failure === undefined || signal.aborted) return true;
    parts.events.record(
      pod,
      "Warning",
      "FailedPostStartHook",
      "PostStartHook failed",
      containerPath(pod, this.spec.name),
    );
    this.#waiting = { reason: "PostStartHookError", message: failure };
    this.#restart(pod, address, "FailedPostStartHook", pod.spec?.terminationGracePeriodSeconds ?? 30, false);
    return false;
  }

  #unwell(type: "Startup" | "Liveness", pod: Pod, { address }: PodPlace): void {
    const probe = type === "Startup" ? this.spec.startupProbe : this.spec.livenessProbe;
    const isLast = (this.spec.restartPolicy ?? pod.spec?.restartPolicy) === "Never";
    const message = `Container ${this.spec.name} failed ${type.toLowerCase()} probe${isLast ? "" : ", will be restarted"}`;
    const grace = probe?.terminationGracePeriodSeconds ?? pod.spec?.terminationGracePeriodSeconds ?? 30;
    // A pod that has nothing left to run is ended as a whole.
    this.#restart(pod, address, isLast && !this.#options.hasOthers() ? undefined : message, grace);
  }

  #restart(pod: Pod, address: PodAddress, message: string | undefined, graceSeconds: number, isReplaced = true): void {
    void this.stop({ pod, address, graceSeconds, ...(message !== undefined && { message }) }).then(() => {
      this.#stop = undefined;
      this.#isReplaced = isReplaced;
      this.#options.onChange();
    });
  }

  /** It waits before it is started again after this end. */
  #hold(pod: Pod, end: RunEnd): void {
    const { parts, onChange } = this.#options;
    const delayMs = this.#backOff.delayAfter(end.finishedAt);
    const { name } = this.spec;
    if (this.#waiting?.reason !== "CrashLoopBackOff") {
      const event = `Back-off restarting failed container ${name} in pod ${podText(pod)}`;
      parts.events.record(pod, "Warning", "BackOff", event, containerPath(pod, name));
      this.#waiting = {
        reason: "CrashLoopBackOff",
        message: `back-off ${formatDuration(delayMs)} restarting failed container=${name} pod=${podText(pod)}`,
      };
      onChange();
    }
    this.#wakeIn(end.finishedAt + delayMs - parts.clock.now());
  }

  #wakeIn(ms: number): void {
    const { parts, onChange } = this.#options;
    this.#timer?.cancel();
    this.#timer = parts.clock.schedule(ms, onChange);
  }

  readonly #onEnd: (() => void)[] = [];

  /** Resolves when the end of a run is known with all that belongs to it. */
  async #ended(run: ContainerRun): Promise<void> {
    if (run.end !== undefined || run.program === undefined) return;
    await new Promise<void>((resolve) => this.#onEnd.push(resolve));
  }
}
