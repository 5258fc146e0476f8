import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { badRequestError, isNotFound, parseTime, type Scheduled } from "@kubewright/api";
import { Pod } from "@kubewright/api/core/v1";
import { sleep } from "@kubewright/client";
import type { PodAddress } from "../address/pod-addresses.ts";
import type { PodVolumes } from "../container/pod-resources.ts";
import { VolumeError } from "../container/pod-resources.ts";
import type { ContainerLog } from "../log/container-log.ts";
import type { NodeParts } from "../node-parts.ts";
import { PodContainer, type PodPlace } from "./pod-container.ts";
import { podStatus } from "./pod-status.ts";
import { PodStatusWriter } from "./pod-status-writer.ts";
import { isSidecar } from "./restarts.ts";

export interface PodWorkerOptions {
  readonly parts: NodeParts;
  readonly pod: Pod;
}

const firstVolumeRetryMs = 500;
const maxVolumeRetryMs = 122_000;
/** Until an address is looked for again where none was left. */
const addressRetryMs = 10_000;

/**
 * Runs a pod: from the moment it is bound to the node until its object is gone and nothing of it is left.
 *
 * Whatever happens (an end of a process, a verdict of a probe, a change of the object, time) leads to another look at all of the pod,
 * one look at a time.
 */
export class PodWorker {
  /** Resolves when nothing of the pod is left on this machine. Never rejects. */
  readonly done: Promise<void>;
  readonly #parts: NodeParts;
  readonly #writer: PodStatusWriter;
  readonly #containers: readonly PodContainer[];
  /** Aborts when containers are not started any more. */
  readonly #ending = new AbortController();
  /** Aborts when the node stops. */
  readonly #stopped = new AbortController();
  readonly #folder: string;
  /** Whether the pod had come to its end before this node began with it: its status stays. */
  readonly #wasFinal: boolean;
  #pod: Pod;
  #address: PodAddress | undefined;
  #volumes: PodVolumes | undefined;
  #volumeRetry = { at: 0, delayMs: firstVolumeRetryMs };
  #timers: { volumes?: Scheduled; address?: Scheduled; deadline?: Scheduled } = {};
  /** Why it failed, if that is not for its containers. */
  #failure: { readonly reason: string; readonly message: string } | undefined;
  #isGone = false;
  #isEnding = false;
  /** Nothing of it runs or is started any more. */
  #isTerminal = false;
  #isDirty = false;
  #looking: Promise<void> | undefined;
  #finish!: () => void;

  constructor({ parts, pod }: PodWorkerOptions) {
    this.#parts = parts;
    this.#pod = pod;
    this.#folder = join(parts.folder, "pods", pod.metadata.uid ?? pod.metadata.name);
    this.#wasFinal = pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed";
    const { client, clock, log } = parts;
    this.#writer = new PodStatusWriter({ client, pod, clock, log, signal: this.#stopped.signal });
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
    const { initContainers = [], containers = [] } = pod.spec ?? {};
    const statuses = [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])];
    const signal = this.#ending.signal;
    const onChange = () => this.#wake();
    this.#containers = [
      ...initContainers.map((spec) => ({ spec, role: isSidecar(spec) ? ("sidecar" as const) : ("init" as const) })),
      ...containers.map((spec) => ({ spec, role: "regular" as const })),
    ].map(({ spec, role }) => {
      const before = statuses.find(({ name }) => name === spec.name);
      const hasOthers = () =>
        this.#containers.some((it) => it.role === "regular" && it.spec.name !== spec.name && !it.isFinished(this.#pod));
      return new PodContainer({ parts, spec, role, before, hasOthers, signal, onChange });
    });
    this.#wake();
  }

  get pod(): Pod {
    return this.#pod;
  }

  /** Whether nothing of it runs or is started any more. */
  get isTerminal(): boolean {
    return this.#isTerminal;
  }

  /** The object has changed. */
  update(pod: Pod): void {
    this.#pod = pod;
    if (pod.metadata.deletionTimestamp !== undefined) this.#ending.abort();
    else for (const container of this.#containers) container.update(pod, this.#address);
    this.#wake();
  }

  /** The object is gone. */
  removed(): void {
    this.#isGone = true;
    this.#ending.abort();
    this.#wake();
  }

  /** Ends all of it at once, without a word to the server. */
  async kill(): Promise<void> {
    this.#stopped.abort();
    this.#ending.abort();
    for (const timer of Object.values(this.#timers)) timer.cancel();
    for (const container of this.#containers) container.dispose();
    await this.#looking;
    await this.#clean();
    this.#finish();
  }

  /** The log of the newest or the one before it run of a container. Throws a StatusError as a kubelet answers. */
  logOf(name: string, previous: boolean): ContainerLog {
    const pod = this.#pod.metadata.name;
    const container = this.#containers.find(({ spec }) => spec.name === name);
    const place = `container ${JSON.stringify(name)} in pod ${JSON.stringify(pod)}`;
    if (container === undefined) throw badRequestError(`${place} is not available`);
    const { current, last, waiting } = container.snapshot;
    // While it waits to be started again, the run that has ended is the one before.
    const before = current?.end !== undefined && waiting !== undefined ? current : last;
    if (previous) {
      if (before === undefined) throw badRequestError(`previous terminated ${place} not found`);
      return before.log;
    }
    if (current !== undefined) return current.log;
    const hasInit = this.#containers.some(({ role }) => role !== "regular");
    const reason = waiting?.reason ?? (hasInit ? "PodInitializing" : "ContainerCreating");
    throw badRequestError(`${place} is waiting to start: ${reason}`);
  }

  /** Where something listens instead of at a port of the pod; undefined where it is at the port itself. */
  mappedPort(port: number): number | undefined {
    return this.#address?.ports.get(port);
  }

  #wake(): void {
    this.#isDirty = true;
    this.#looking ??= this.#lookWhileDirty();
  }

  async #lookWhileDirty(): Promise<void> {
    try {
      while (this.#isDirty && !this.#stopped.signal.aborted) {
        this.#isDirty = false;
        await this.#look().catch((error: unknown) => this.#lookFailed(error));
      }
    } finally {
      // In this turn: who wakes it from now on is not missed.
      this.#looking = undefined;
    }
  }

  #lookFailed(error: unknown): void {
    if (this.#stopped.signal.aborted) return;
    this.#parts.log.error({ err: error, pod: this.#pod.metadata.name }, "a pod could not be run");
  }

  async #look(): Promise<void> {
    if (this.#isTerminal) {
      await this.#leave();
      return;
    }
    this.#checkDeadline();
    const isDeleted = this.#isGone || this.#pod.metadata.deletionTimestamp !== undefined;
    if (isDeleted || this.#failure !== undefined || this.#wasFinal || this.#isOver()) {
      this.#end();
      return;
    }
    this.#report({ isPassing: true });
    const place = await this.#prepare();
    if (place !== undefined && (await this.#initialize(place))) {
      for (const container of this.#containers) {
        if (container.role === "regular" && !this.#ending.signal.aborted) await container.startIfDue(this.#pod, place);
      }
    }
    this.#report();
  }

  /** Whether all that has to run has run: with regular containers ended for good, or an init container failed for good. */
  #isOver(): boolean {
    const regular = this.#containers.filter(({ role }) => role === "regular");
    if (regular.every((container) => container.isFinished(this.#pod))) return true;
    return this.#containers.some((container) => {
      const end = container.current?.end;
      return container.role === "init" && end !== undefined && end.exitCode !== 0 && container.isFinished(this.#pod);
    });
  }

  #checkDeadline(): void {
    const { clock, events } = this.#parts;
    const seconds = this.#pod.spec?.activeDeadlineSeconds;
    const { startTime } = this.#writer.status;
    this.#timers.deadline?.cancel();
    if (seconds === undefined || startTime === undefined || this.#failure !== undefined) return;
    const leftMs = parseTime(startTime) + seconds * 1000 - clock.now();
    if (leftMs > 0) {
      this.#timers.deadline = clock.schedule(leftMs, () => this.#wake());
      return;
    }
    const message = "Pod was active on the node longer than the specified deadline";
    this.#failure = { reason: "DeadlineExceeded", message };
    events.record(this.#pod, "Normal", "DeadlineExceeded", message);
  }

  /** The pod's address and volumes, when it has them. */
  async #prepare(): Promise<PodPlace | undefined> {
    const { resources, clock, events } = this.#parts;
    const folder = this.#folder;
    if (this.#volumes === undefined) {
      const leftMs = this.#volumeRetry.at - clock.monotonic();
      if (leftMs > 0) return undefined;
      try {
        const volumesFolder = join(folder, "volumes");
        mkdirSync(volumesFolder, { recursive: true, mode: 0o755 });
        const user = podUser(this.#pod);
        const signal = this.#ending.signal;
        this.#volumes = await resources.prepareVolumes({ pod: this.#pod, folder: volumesFolder, user, signal });
      } catch (error) {
        this.#volumesFailed(error);
        return undefined;
      }
    }
    if (this.#address === undefined) {
      if (this.#containers.some(({ current }) => current?.isLost === true)) {
        const message = "Pod sandbox changed, it will be killed and re-created.";
        events.record(this.#pod, "Normal", "SandboxChanged", message);
      }
      try {
        this.#address = await this.#allocateAddress();
      } catch (error) {
        this.#noAddress(error);
        return undefined;
      }
      this.#report({ isPassing: true });
    }
    return { address: this.#address, volumes: this.#volumes.folders, folder };
  }

  async #allocateAddress(): Promise<PodAddress> {
    const { addresses, events } = this.#parts;
    if (this.#pod.spec?.hostNetwork === true) return { ip: addresses.nodeIp, ports: new Map(), release() {} };
    const ports = this.#containers.flatMap(({ spec }) => {
      return (spec.ports ?? []).filter(({ protocol = "TCP" }) => protocol === "TCP").map((port) => port.containerPort);
    });
    const address = await addresses.allocate(ports);
    for (const [port, mapped] of address.ports) {
      const isShared = address.ip === addresses.nodeIp;
      const why = isShared
        ? "this machine has one address for all pods"
        : `another program of this machine listens at ${port} on all addresses`;
      const message = `Port ${port} of the pod is at ${address.ip}:${mapped}: ${why}`;
      events.record(this.#pod, "Normal", "PortMapped", message);
    }
    return address;
  }

  #noAddress(error: unknown): void {
    const { clock, events } = this.#parts;
    const text = error instanceof Error ? error.message : String(error);
    events.record(this.#pod, "Warning", "FailedCreatePodSandBox", `Failed to create pod sandbox: ${text}`);
    this.#timers.address?.cancel();
    this.#timers.address = clock.schedule(addressRetryMs, () => this.#wake());
  }

  #volumesFailed(error: unknown): void {
    if (this.#ending.signal.aborted) return;
    const { clock, events } = this.#parts;
    const text = error instanceof Error ? error.message : String(error);
    const message =
      error instanceof VolumeError
        ? `MountVolume.SetUp failed for volume ${JSON.stringify(error.volume)} : ${text}`
        : `Unable to attach or mount volumes: ${text}`;
    events.record(this.#pod, "Warning", "FailedMount", message);
    const { delayMs } = this.#volumeRetry;
    this.#volumeRetry = { at: clock.monotonic() + delayMs, delayMs: Math.min(maxVolumeRetryMs, delayMs * 2) };
    this.#timers.volumes?.cancel();
    this.#timers.volumes = clock.schedule(delayMs, () => this.#wake());
  }

  /** Runs init containers one after the other, and keeps sidecars running. Whether the regular ones may run. */
  async #initialize(place: PodPlace): Promise<boolean> {
    const hasBegun = this.#containers.some(({ role, current }) => role === "regular" && current?.isLost === false);
    for (const container of this.#containers) {
      if (container.role === "regular" || this.#ending.signal.aborted) break;
      if (container.role === "init" && hasBegun) continue;
      await container.startIfDue(this.#pod, place);
      const { current } = container;
      const hasEnded = current?.end?.exitCode === 0 && !current.isLost;
      const isDone = container.role === "sidecar" ? current?.isStarted === true : hasEnded;
      if (!isDone && !hasBegun) return false;
    }
    return true;
  }

  /** Begins to end the pod, or hurries if that has begun. */
  #end(): void {
    const isFirst = !this.#isEnding;
    this.#isEnding = true;
    this.#ending.abort();
    for (const timer of Object.values(this.#timers)) timer.cancel();
    if (isFirst) this.#report();
    const pod = this.#pod;
    const graceSeconds = Math.max(
      1,
      pod.metadata.deletionGracePeriodSeconds ?? pod.spec?.terminationGracePeriodSeconds ?? 30,
    );
    const address = this.#address;
    const stopping: Promise<void>[] = [];
    if (address !== undefined) {
      const after = isFirst ? this.#parts.services?.withdraw(pod.metadata.uid ?? "") : undefined;
      const request = { pod, address, graceSeconds, ...(after !== undefined && { after }) };
      const others = this.#containers.filter(({ role }) => role !== "sidecar");
      let before = Promise.all(others.map((container) => container.stop(request)));
      stopping.push(before.then(() => {}));
      // Sidecars end after those that may need them, the last started first.
      for (const sidecar of this.#containers.filter(({ role }) => role === "sidecar").reverse()) {
        before = Promise.all([before, sidecar.stop({ ...request, after: before })]).then(() => []);
        stopping.push(before.then(() => {}));
      }
    }
    if (!isFirst) return;
    void Promise.all(stopping).then(() => {
      if (this.#stopped.signal.aborted) return;
      this.#isTerminal = true;
      for (const container of this.#containers) container.dispose();
      this.#address?.release();
      this.#wake();
    });
  }

  /** Nothing runs any more: says so, and goes when the object does. */
  async #leave(): Promise<void> {
    this.#report();
    if (this.#isGone) {
      await this.#clean();
      this.#finish();
      return;
    }
    const { metadata } = this.#pod;
    if (metadata.deletionTimestamp === undefined) return;
    await this.#writer.settled();
    await this.#deleteObject();
  }

  async #deleteObject(): Promise<void> {
    const { client, clock, log } = this.#parts;
    const { name, namespace = "", uid = "" } = this.#pod.metadata;
    const { signal } = this.#stopped;
    for (let delayMs = 500; !signal.aborted && !this.#isGone; delayMs = Math.min(30_000, delayMs * 2)) {
      try {
        await client.delete(Pod, { name, namespace }, { gracePeriodSeconds: 0, preconditions: { uid }, signal });
        return;
      } catch (error) {
        if (isNotFound(error) || signal.aborted) return;
        log.debug({ err: error, pod: name }, "a pod could not be removed");
        await sleep(delayMs, { clock, signal }).catch(() => {});
      }
    }
  }

  /** Before something else is tried at once, the status `isPassing`. */
  #report(options: { readonly isPassing?: boolean } = {}): void {
    if (this.#isGone || this.#wasFinal) return;
    const { addresses, clock } = this.#parts;
    this.#writer.write(
      podStatus({
        pod: this.#pod,
        containers: this.#containers.map(({ snapshot }) => snapshot),
        hostIp: addresses.nodeIp,
        podIp: this.#address?.ip,
        isPrepared: this.#address !== undefined && this.#volumes !== undefined,
        isTerminal: this.#isTerminal,
        failure: this.#failure,
        previous: this.#writer.status,
        now: clock.now(),
      }),
      options,
    );
  }

  async #clean(): Promise<void> {
    this.#address?.release();
    this.#parts.events.forget(this.#pod.metadata.uid ?? "");
    await this.#volumes?.[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 }).catch((error: unknown) => {
      this.#parts.log.warn({ err: error, folder: this.#folder }, "files of a pod could not be removed");
    });
  }
}

function podUser({ spec }: Pod): { readonly uid: number; readonly gid: number } | undefined {
  const { runAsUser, runAsGroup, fsGroup } = spec?.securityContext ?? {};
  return runAsUser === undefined ? undefined : { uid: runAsUser, gid: fsGroup ?? runAsGroup ?? 0 };
}
