import { formatTime } from "@kubewright/api";
import type { Container, ContainerState, ContainerStatus, VolumeMountStatus } from "@kubewright/api/core/v1";
import type { ContainerRun } from "../container/container-run.ts";

/** A container of a pod, as it is now. */
export interface ContainerSnapshot {
  readonly spec: Container;
  /** Those of `init` run to their end before the next one; a `sidecar` is an init container that goes on. */
  readonly role: "init" | "sidecar" | "regular";
  /** Of a run before this node knew the pod; `current` and `last` come before it. */
  readonly before?: ContainerStatus | undefined;
  readonly current?: ContainerRun | undefined;
  readonly last?: ContainerRun | undefined;
  /** Why it is not started (again) yet. */
  readonly waiting?: { readonly reason: string; readonly message: string } | undefined;
}

/** The status of a container as a kubelet writes it. */
export function containerStatus(container: ContainerSnapshot, hasInitContainers: boolean): ContainerStatus {
  const { spec, role, current, last, waiting, before } = container;
  const mounts = mountStatuses(spec);
  if (current === undefined) {
    const state: ContainerState = {
      waiting:
        waiting === undefined
          ? { reason: hasInitContainers ? "PodInitializing" : "ContainerCreating" }
          : { reason: waiting.reason, message: waiting.message },
    };
    return {
      name: spec.name,
      image: spec.image ?? "",
      imageID: "",
      ready: false,
      started: false,
      restartCount: before?.restartCount ?? 0,
      state,
      lastState: before?.lastState ?? {},
      ...mounts,
    };
  }
  const ended = current.end === undefined ? undefined : stateOf(current);
  const isWaiting = ended !== undefined && waiting !== undefined;
  const isDone = role === "init" && current.end?.exitCode === 0;
  return {
    name: spec.name,
    image: current.image,
    imageID: current.imageId,
    containerID: current.id,
    restartCount: current.restartCount,
    ready: current.end === undefined ? current.isReady && role !== "init" : isDone,
    started: current.end === undefined && current.isStarted,
    state: isWaiting ? { waiting: { reason: waiting.reason, message: waiting.message } } : stateOf(current),
    lastState: isWaiting ? ended : last === undefined ? (before?.lastState ?? {}) : stateOf(last),
    ...(spec.resources?.requests !== undefined && { allocatedResources: { ...spec.resources.requests } }),
    resources: { ...spec.resources },
    ...(current.user !== undefined && {
      user: { linux: { ...current.user, supplementalGroups: [current.user.gid] } },
    }),
    ...mounts,
  };
}

function stateOf(run: ContainerRun): ContainerState {
  const startedAt = formatTime(run.startedAt);
  if (run.end === undefined) return { running: { startedAt } };
  const { exitCode, reason, message, finishedAt } = run.end;
  return {
    terminated: {
      exitCode,
      reason,
      ...(message !== "" && { message }),
      startedAt,
      finishedAt: formatTime(finishedAt),
      containerID: run.id,
    },
  };
}

function mountStatuses({ volumeMounts = [] }: Container): { readonly volumeMounts?: VolumeMountStatus[] } {
  if (volumeMounts.length === 0) return {};
  return {
    volumeMounts: volumeMounts.map(({ name, mountPath, readOnly }) => ({
      name,
      mountPath,
      ...(readOnly === true && { readOnly: true, recursiveReadOnly: "Disabled" }),
    })),
  };
}
