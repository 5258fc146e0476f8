import { type Clock, formatTime, jsonEqual } from "@kubewright/api";
import { Pod, type PodCondition } from "@kubewright/api/core/v1";
import type { Client } from "@kubewright/client";
import type { PodFacts } from "./view/pod-facts.ts";

/** Why a pod has no node. */
export interface Unscheduled {
  readonly reason: "Unschedulable" | "SchedulerError";
  readonly message: string;
  /** The node that is being made free for it. Undefined: leaves it as it is. */
  readonly nominatedNodeName?: string | undefined;
}

/** Writes what the scheduler decides. */
export class PodWriter {
  readonly #client: Client;
  readonly #clock: Clock;

  constructor(client: Client, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** Gives a pod its node. */
  async bind({ pod: { metadata } }: PodFacts, nodeName: string, signal: AbortSignal): Promise<void> {
    const { namespace, name, uid } = metadata;
    const body = {
      apiVersion: "v1",
      kind: "Binding",
      metadata: { namespace, name, uid },
      target: { kind: "Node", name: nodeName },
    };
    await this.#client.subresource("binding").create(Pod, { namespace, name }, body, { signal });
  }

  /** Says why a pod has no node, unless it says so already. */
  async refuse({ pod }: PodFacts, unscheduled: Unscheduled, signal: AbortSignal): Promise<void> {
    const { reason, message, nominatedNodeName } = unscheduled;
    const condition = this.#changed(pod, { type: "PodScheduled", status: "False", reason, message });
    const isNominated = nominatedNodeName === undefined || nominatedNodeName === (pod.status?.nominatedNodeName ?? "");
    if (condition === undefined && isNominated) return;
    const status = {
      ...(condition !== undefined && conditionPatch(pod, condition)),
      ...(!isNominated && { nominatedNodeName: nominatedNodeName || null }),
    };
    await this.#patch(pod, status, signal);
  }

  /** Has a pod leave its node for a more important one. */
  async evict({ pod }: PodFacts, signal: AbortSignal): Promise<void> {
    const message = `${pod.spec.schedulerName ?? ""}: preempting to accommodate a higher priority pod`;
    const reason = "PreemptionByScheduler";
    const condition = this.#changed(pod, { type: "DisruptionTarget", status: "True", reason, message });
    if (condition !== undefined) await this.#patch(pod, conditionPatch(pod, condition), signal);
    const { namespace, name, uid } = pod.metadata;
    const preconditions = uid === undefined ? {} : { preconditions: { uid } };
    await this.#client.delete(Pod, { namespace, name }, { ...preconditions, signal });
  }

  async #patch({ metadata: { namespace, name, uid } }: Pod, status: object, signal: AbortSignal): Promise<void> {
    const strategic = { metadata: { uid }, status };
    await this.#client.status.patch(Pod, { namespace, name }, { strategic }, { signal });
  }

  /** The condition as it is to be, or undefined when it is so. */
  #changed({ metadata, status }: Pod, wanted: PodCondition): ConditionPatch | undefined {
    const { generation } = metadata;
    const old = status?.conditions?.find(({ type }) => type === wanted.type);
    const { lastProbeTime, lastTransitionTime, ...rest } = old ?? ({} as PodCondition);
    const observed = { ...wanted, ...(generation !== undefined && { observedGeneration: generation }) };
    if (old !== undefined && jsonEqual(rest, observed)) return undefined;
    const isSame = old?.status === wanted.status && lastTransitionTime !== undefined;
    const since = isSame ? lastTransitionTime : formatTime(this.#clock.now());
    return { ...observed, lastProbeTime: null, lastTransitionTime: since };
  }
}

type ConditionPatch = Omit<PodCondition, "lastProbeTime"> & { readonly lastProbeTime: null };

/** Sets one condition, where it is, or else as the last. */
function conditionPatch({ status }: Pod, condition: ConditionPatch): object {
  const types = new Set([...(status?.conditions ?? []).map(({ type }) => type), condition.type]);
  return { "$setElementOrder/conditions": [...types].map((type) => ({ type })), conditions: [condition] };
}
