import { formatTime } from "@kubewright/api";
import type { Pod, PodStatus } from "@kubewright/api/core/v1";
import { type ContainerSnapshot, containerStatus, endedStatuses } from "./container-status.ts";
import { podConditions } from "./pod-conditions.ts";
import { type PodPhase, podPhase } from "./pod-phase.ts";
import { podQosClass, podResources } from "./pod-resources.ts";

/** A pod, as it is now. */
export interface PodSnapshot {
  readonly pod: Pod;
  /** In the order of the spec, init containers first. */
  readonly containers: readonly ContainerSnapshot[];
  readonly hostIp: string;
  readonly podIp?: string | undefined;
  /** Whether the pod has its address and volumes. */
  readonly isPrepared: boolean;
  /** Nothing runs, and nothing is started any more. */
  readonly isTerminal: boolean;
  /** Why it failed, if that is not for its containers. */
  readonly failure?: { readonly reason: string; readonly message: string } | undefined;
  /** As it was written last. */
  readonly previous: PodStatus;
  readonly now: number;
}

/** The status of a pod as a kubelet writes it. */
export function podStatus(snapshot: PodSnapshot): PodStatus {
  const { pod, containers, hostIp, podIp, isPrepared, isTerminal, failure, previous, now } = snapshot;
  const hasInitContainers = (pod.spec?.initContainers ?? []).length > 0;
  const statuses = containers.map((container) => ({
    role: container.role,
    status: containerStatus(container, hasInitContainers),
  }));
  const known = statuses.filter(({ role }) => role !== "regular").map(({ status }) => status);
  const others = statuses
    .filter(({ role }) => role === "regular")
    .map(({ status }) => status)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const reached = podPhase(pod, [...known, ...others], isTerminal);
  const phase = phaseOf(snapshot, reached);
  const { init, regular } = isTerminal
    ? endedStatuses(pod.spec?.initContainers ?? [], known, others)
    : { init: known, regular: others };
  const isFailed = failure !== undefined && isTerminal;
  const keepsReason = phase === previous.phase;
  const reason = isFailed ? failure.reason : keepsReason ? previous.reason : undefined;
  const message = isFailed ? failure.message : keepsReason ? previous.message : undefined;
  return {
    phase,
    conditions: podConditions({
      pod,
      // That a pod has failed because it came to no other end, its conditions do not say.
      phase: isTerminal && !isFailed ? reached : phase,
      statuses: [...init, ...regular],
      isPrepared: isPrepared && !isTerminal,
      previous: previous.conditions ?? [],
      now,
    }),
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
    hostIP: hostIp,
    hostIPs: [{ ip: hostIp }],
    ...(podIp !== undefined && { podIP: podIp, podIPs: [{ ip: podIp }] }),
    startTime: previous.startTime ?? formatTime(now),
    ...(init.length > 0 && { initContainerStatuses: init }),
    containerStatuses: regular,
    qosClass: previous.qosClass ?? podQosClass(pod),
    ...podResources(pod),
    ...(pod.metadata.generation !== undefined && { observedGeneration: Number(pod.metadata.generation) }),
  };
}

/** A pod does not leave the phases at its end, and comes to them only when nothing of it runs. */
function phaseOf({ previous, isTerminal, failure }: PodSnapshot, phase: PodPhase): PodPhase {
  if (previous.phase === "Succeeded" || previous.phase === "Failed") return previous.phase;
  if (isTerminal) return failure !== undefined || phase !== "Succeeded" ? "Failed" : "Succeeded";
  if (phase === "Succeeded" || phase === "Failed") return previous.phase === "Running" ? "Running" : "Pending";
  return phase;
}
