import type { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import type { ContainerStatus, Pod } from "@kubewright/api/core/v1";

/** How far a Deployment has come. */
export interface RolloutState {
  readonly isDone: boolean;
  /** `1 of 2 replicas available` */
  readonly progress: string;
}

/** What keeps a Deployment from becoming available. */
export interface Trouble {
  readonly type: "image" | "crash" | "container" | "refused" | "unschedulable" | "unready" | "deadline";
  readonly message: string;
  /** Time alone will not mend it. */
  readonly isFinal: boolean;
  readonly pod?: Pod;
  readonly container?: string;
  readonly image?: string;
}

const pullFailures = new Set(["ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull"]);
const startFailures = new Set(["CreateContainerConfigError", "CreateContainerError", "RunContainerError"]);

/** As `kubectl rollout status` sees it. */
export function rolloutState({ metadata, spec, status = {} }: Deployment): RolloutState {
  const wanted = spec.replicas ?? 1;
  const { observedGeneration = 0, updatedReplicas = 0, availableReplicas = 0, replicas = 0 } = status;
  if (observedGeneration < (metadata.generation ?? 0)) return { isDone: false, progress: "not looked at yet" };
  if (updatedReplicas < wanted) return { isDone: false, progress: `${updatedReplicas} of ${wanted} replicas made` };
  if (replicas > updatedReplicas) {
    return { isDone: false, progress: `${replicas - updatedReplicas} old replicas still to end` };
  }
  const progress = `${availableReplicas} of ${wanted} replicas available`;
  return { isDone: availableReplicas >= updatedReplicas, progress };
}

/** The pods that a Deployment made for its newest template. */
export function newestPods(deployment: Deployment, sets: readonly ReplicaSet[], pods: readonly Pod[]): readonly Pod[] {
  const revision = "deployment.kubernetes.io/revision";
  const owned = sets.filter(({ metadata }) => isOwner(metadata.ownerReferences, deployment.metadata.uid));
  const newest =
    owned.find(({ metadata }) => metadata.annotations?.[revision] === deployment.metadata.annotations?.[revision]) ??
    owned[0];
  return pods.filter(({ metadata }) => isOwner(metadata.ownerReferences, newest?.metadata.uid));
}

function isOwner(references: readonly { readonly uid: string }[] | undefined, uid: string | undefined): boolean {
  return references?.some((reference) => reference.uid === uid) === true;
}

/** The worst that can be seen of a Deployment and its newest pods; undefined while nothing is wrong. */
export function findTrouble(deployment: Deployment, pods: readonly Pod[]): Trouble | undefined {
  const troubles = [
    ...conditionTroubles(deployment),
    ...pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined).flatMap(podTroubles),
  ];
  return troubles.find(({ isFinal }) => isFinal) ?? troubles[0];
}

function conditionTroubles({ status }: Deployment): Trouble[] {
  return (status?.conditions ?? []).flatMap(({ type, status: is, reason, message = "" }): Trouble[] => {
    if (type === "ReplicaFailure" && is === "True") {
      return [{ type: "refused", isFinal: true, message: `its pods are refused: ${message}` }];
    }
    if (type === "Progressing" && is === "False" && reason === "ProgressDeadlineExceeded") {
      return [{ type: "deadline", isFinal: true, message }];
    }
    return [];
  });
}

function podTroubles(pod: Pod): Trouble[] {
  const { status = {} } = pod;
  const containers = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
  const troubles = containers.flatMap((container) => containerTroubles(pod, container));
  if (troubles.length > 0) return troubles;
  const unscheduled = status.conditions?.find(({ type, status: is }) => type === "PodScheduled" && is === "False");
  if (unscheduled !== undefined) {
    const message = `no node takes pod ${pod.metadata.name}: ${unscheduled.message ?? unscheduled.reason}`;
    return [{ type: "unschedulable", isFinal: false, pod, message }];
  }
  const unready = containers.find(({ ready, state }) => !ready && state?.running !== undefined);
  if (unready === undefined) return [];
  const message = `container ${unready.name} of pod ${pod.metadata.name} runs, but is not ready`;
  return [{ type: "unready", isFinal: false, pod, container: unready.name, message }];
}

function containerTroubles(pod: Pod, { name, image, state, lastState, restartCount }: ContainerStatus): Trouble[] {
  const { reason = "", message = "" } = state?.waiting ?? {};
  const about = { pod, container: name, image };
  const where = `container ${name} of pod ${pod.metadata.name}`;
  if (pullFailures.has(reason)) {
    const wanted = pod.spec?.containers.find((container) => container.name === name)?.image ?? image;
    const isFinal = reason !== "ErrImagePull";
    const why = message === "" ? reason : message;
    return [
      { ...about, type: "image", isFinal, image: wanted, message: `the image ${wanted} cannot be loaded: ${why}` },
    ];
  }
  if (startFailures.has(reason)) {
    return [
      { ...about, type: "container", isFinal: true, message: `${where} cannot be started: ${message || reason}` },
    ];
  }
  const ended = state?.terminated ?? (reason === "CrashLoopBackOff" ? lastState?.terminated : undefined);
  if (ended === undefined && reason !== "CrashLoopBackOff") return [];
  if (ended?.exitCode === 0 && reason !== "CrashLoopBackOff") return [];
  const how = ended === undefined ? "ends again and again" : describeEnd(ended);
  const times = restartCount > 0 ? ` (${restartCount} ${restartCount === 1 ? "restart" : "restarts"})` : "";
  return [
    {
      ...about,
      type: "crash",
      isFinal: reason === "CrashLoopBackOff" || restartCount > 1,
      message: `${where} ${how}${times}`,
    },
  ];
}

function describeEnd({ exitCode, reason }: { readonly exitCode: number; readonly reason?: string }): string {
  if (reason === "OOMKilled") return "took more memory than its limit and was killed";
  return `ended with exit code ${exitCode}`;
}
