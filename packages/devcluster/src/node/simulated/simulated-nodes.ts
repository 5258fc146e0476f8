import { type Clock, formatTime, isAlreadyExists, isNotFound } from "@kubewright/api";
import { Node, Pod } from "@kubewright/api/core/v1";
import { type Client, retryOnConflict } from "@kubewright/client";
import { type ReconcileContext, Result, where } from "@kubewright/runtime";
import type { ControllerContext } from "../../controller/cluster-controller.ts";
import { DevClusterError } from "../../errors.ts";
import { defaultStages } from "./default-stages.ts";
import { PodAddressPool } from "./pod-address-pool.ts";
import type { SimulatedStage } from "./simulated-stage.ts";

export interface SimulatedNodesOptions {
  readonly names: readonly string[];
  /** What becomes of pods, the first match counts. @default `defaultStages()` */
  readonly stages?: readonly SimulatedStage[];
  /** @default { cpu: "32", memory: "256Gi", pods: "1000" } */
  readonly capacity?: Readonly<Record<string, string>>;
}

/** Nodes on which nothing runs: pods that are bound to them go through stages. One watch serves all of them. */
export class SimulatedNodes {
  readonly #options: SimulatedNodesOptions;
  readonly #stages: readonly SimulatedStage[];
  readonly #pools: ReadonlyMap<string, PodAddressPool>;
  /** Since when a pod is in a stage, by its uid. */
  readonly #since = new Map<string, { readonly stage: SimulatedStage; readonly at: number }>();

  constructor(options: SimulatedNodesOptions) {
    if (new Set(options.names).size !== options.names.length) {
      throw new DevClusterError("INVALID_OPTION", "names: two simulated nodes have the same name");
    }
    this.#options = options;
    this.#stages = options.stages ?? defaultStages();
    this.#pools = new Map(options.names.map((name, index) => [name, new PodAddressPool(index)]));
  }

  /** Makes the Node objects, or takes over those that are there. They are ready when it resolves. */
  async register(client: Client, clock: Clock): Promise<void> {
    for (const name of this.#options.names) await this.#register(name, client, clock);
  }

  /** Lets the nodes work as part of the manager. What they write is written as `kubelet`. */
  addTo({ manager, clock }: ControllerContext): void {
    manager
      .controller("simulated-nodes", { maxConcurrentReconciles: 16 })
      .for(Pod, { predicates: [where((pod) => this.#isOurs(pod) && this.#isInStage(pod))] })
      .reconcile((context) => this.#reconcile(context, clock));
  }

  #isOurs({ spec }: Pod): boolean {
    return this.#pools.has(spec?.nodeName ?? "");
  }

  /** One in no stage stays as it is: that it was in one is forgotten at once. */
  #isInStage(pod: Pod): boolean {
    if (this.#stages.some((stage) => stage.isIn(pod))) return true;
    this.#since.delete(pod.metadata.uid ?? "");
    return false;
  }

  async #register(name: string, client: Client, clock: Clock): Promise<void> {
    const labels = {
      "kubernetes.io/arch": "amd64",
      "kubernetes.io/hostname": name,
      "kubernetes.io/os": "linux",
      "kubewright.dev/node": "simulated",
    };
    await client.create(Node.of({ metadata: { name, labels } })).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error;
    });
    const { capacity = { cpu: "32", memory: "256Gi", pods: "1000" } } = this.#options;
    const now = formatTime(clock.now());
    await retryOnConflict(async () => {
      const node = await client.get(Node, { name });
      const condition = (type: string, isTrue: boolean, reason: string, message: string) => ({
        type,
        status: isTrue ? ("True" as const) : ("False" as const),
        reason,
        message,
        lastHeartbeatTime: now,
        lastTransitionTime: now,
      });
      const status = {
        ...node.status,
        capacity,
        allocatable: capacity,
        addresses: [
          { type: "InternalIP", address: "127.0.0.1" },
          { type: "Hostname", address: name },
        ],
        nodeInfo: {
          architecture: "amd64",
          bootID: "",
          containerRuntimeVersion: "simulated://1",
          kernelVersion: "",
          kubeProxyVersion: "",
          kubeletVersion: "v1.36.3",
          machineID: "",
          operatingSystem: "linux",
          osImage: "simulated",
          systemUUID: "",
        },
        conditions: [
          condition("MemoryPressure", false, "KubeletHasSufficientMemory", "kubelet has sufficient memory available"),
          condition("DiskPressure", false, "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
          condition("PIDPressure", false, "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
          condition("Ready", true, "KubeletReady", "kubelet is posting ready status"),
        ],
      };
      await client.status.update({ ...node, status });
    });
  }

  async #reconcile({ key, client, signal }: ReconcileContext, clock: Clock): Promise<Result> {
    const pod = await client.find(Pod, key, { signal });
    const pool = this.#pools.get(pod?.spec?.nodeName ?? "");
    if (pod === undefined || pool === undefined) return Result.done();
    const uid = pod.metadata.uid ?? "";
    const stage = this.#stages.find((candidate) => candidate.isIn(pod));
    if (stage === undefined) {
      this.#since.delete(uid);
      return Result.done();
    }
    const waitMs = this.#remainingMs(uid, stage, pod, clock.now());
    if (waitMs > 0) return Result.requeueAfter(waitMs);
    this.#since.delete(uid);
    const outcome = stage.end({ pod, now: clock.now(), podIp: pool.addressOf(uid), hostIp: "127.0.0.1" });
    if (outcome.type === "removed") {
      await client.delete(pod, { gracePeriodSeconds: 0, preconditions: { uid }, signal }).catch(ignoreMissing);
      pool.release(uid);
    } else if (outcome.type === "status") {
      await client.status.update({ ...pod, status: outcome.status }, { fieldManager: "kubelet", signal });
    }
    return Result.done();
  }

  #remainingMs(uid: string, stage: SimulatedStage, pod: Pod, now: number): number {
    let since = this.#since.get(uid);
    if (since?.stage !== stage) {
      since = { stage, at: now };
      this.#since.set(uid, since);
    }
    const { delayMs = 0 } = stage;
    return since.at + (typeof delayMs === "number" ? delayMs : delayMs(pod)) - now;
  }
}

function ignoreMissing(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
