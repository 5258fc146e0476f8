import { formatTime } from "@kubewright/api";
import type { ContainerStatus, Pod, PodCondition } from "@kubewright/api/core/v1";
import type { PodPhase } from "./pod-phase.ts";
import { isSidecar } from "./restarts.ts";

export interface PodConditionsInput {
  readonly pod: Pod;
  readonly phase: PodPhase;
  /** Of init containers first. */
  readonly statuses: readonly ContainerStatus[];
  /** Whether the pod has its address and volumes. */
  readonly isPrepared: boolean;
  readonly previous: readonly PodCondition[];
  readonly now: number;
}

type Verdict = Pick<PodCondition, "reason" | "message"> & { readonly isTrue: boolean };

const kubeletTypes = new Set(["PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled"]);

/** Whether the kubelet writes conditions of this type, and nobody else. */
export function isKubeletCondition({ type }: Pick<PodCondition, "type">): boolean {
  return kubeletTypes.has(type);
}

/** The conditions of a pod: those of others as they are, then the kubelet's. */
export function podConditions(input: PodConditionsInput): PodCondition[] {
  const { pod, previous, isPrepared, now } = input;
  const kept = (pod.status?.conditions ?? []).filter((condition) => !isKubeletCondition(condition));
  const containersReady = containersReadiness(input);
  const verdicts: [string, Verdict][] = [
    ["PodReadyToStartContainers", { isTrue: isPrepared }],
    ["Initialized", initialization(input)],
    ["Ready", containersReady.isTrue ? gateReadiness(pod, kept) : containersReady],
    ["ContainersReady", containersReady],
    ["PodScheduled", { isTrue: true }],
  ];
  const own = verdicts.map(([type, { isTrue, reason, message }]): PodCondition => {
    const status = isTrue ? "True" : "False";
    const before = previous.find((condition) => condition.type === type);
    return {
      type,
      status,
      lastTransitionTime: before?.status === status ? (before.lastTransitionTime ?? formatTime(now)) : formatTime(now),
      ...(reason !== undefined && { reason }),
      ...(message !== undefined && { message }),
      ...(pod.metadata.generation !== undefined && { observedGeneration: Number(pod.metadata.generation) }),
    };
  });
  return [...kept, ...own];
}

function containersReadiness({ pod, phase, statuses }: PodConditionsInput): Verdict {
  if (phase === "Succeeded") return { isTrue: false, reason: "PodCompleted" };
  if (phase === "Failed") return { isTrue: false, reason: "PodFailed" };
  const counted = [...(pod.spec?.initContainers ?? []).filter(isSidecar), ...(pod.spec?.containers ?? [])];
  const unready = counted.map(({ name }) => name).filter((name) => !statuses.some((s) => s.name === name && s.ready));
  if (unready.length === 0) return { isTrue: true };
  return {
    isTrue: false,
    reason: "ContainersNotReady",
    message: `containers with unready status: [${unready.join(" ")}]`,
  };
}

function gateReadiness(pod: Pod, others: readonly PodCondition[]): Verdict {
  const messages = (pod.spec?.readinessGates ?? []).flatMap(({ conditionType }) => {
    const status = others.find(({ type }) => type === conditionType)?.status;
    const name = JSON.stringify(conditionType);
    if (status === undefined) return [`corresponding condition of pod readiness gate ${name} does not exist.`];
    return status === "True" ? [] : [`the status of pod readiness gate ${name} is not "True", but ${status}`];
  });
  if (messages.length === 0) return { isTrue: true };
  return { isTrue: false, reason: "ReadinessGatesNotReady", message: messages.join(", ") };
}

function initialization({ pod, phase, statuses, previous }: PodConditionsInput): Verdict {
  const containers = pod.spec?.initContainers ?? [];
  if (phase === "Succeeded") return { isTrue: true, reason: "PodCompleted" };
  const hasBegun = (pod.spec?.containers ?? []).some(({ name }) => {
    return statuses.some(
      (status) => status.name === name && (status.containerID !== undefined || status.started === true),
    );
  });
  const wasInitialized = previous.some(({ type, status }) => type === "Initialized" && status === "True");
  if (hasBegun || wasInitialized) return { isTrue: true };
  const incomplete = containers.filter((container) => {
    const status = statuses.find(({ name }) => name === container.name);
    return isSidecar(container) ? status?.started !== true : status?.ready !== true;
  });
  if (incomplete.length === 0) return { isTrue: true };
  const names = incomplete.map(({ name }) => name).join(" ");
  return {
    isTrue: false,
    reason: "ContainersNotInitialized",
    message: `containers with incomplete status: [${names}]`,
  };
}
