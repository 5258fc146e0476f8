import { formatTime } from "@kubewright/api";
import type { Container, ContainerState, ContainerStatus, VolumeMountStatus } from "@kubewright/api/core/v1";
import type { ContainerRun } from "../container/container-run.ts";
import { isSidecar } from "./restarts.ts";

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

/**
 * Statuses of a pod of which nothing runs and nothing is started any more: what should have run by then but never did has ended, nobody
 * knows how. What had to wait for init containers still waits.
 */
export function endedStatuses(
  initContainers: readonly Container[],
  init: readonly ContainerStatus[],
  regular: readonly ContainerStatus[],
): { readonly init: ContainerStatus[]; readonly regular: ContainerStatus[] } {
  const lastBegun = init.findLastIndex(hasBegun);
  return {
    init: init.map((status, index) => (index <= Math.max(0, lastBegun) ? endedStatus(status) : status)),
    regular: regular.map((status) => (hasInitialized(initContainers, init, regular) ? endedStatus(status) : status)),
  };
}

function endedStatus(status: ContainerStatus): ContainerStatus {
  if (status.state?.terminated !== undefined) return status;
  const message = "The container could not be located when the pod was terminated";
  return { ...status, state: { terminated: { exitCode: 137, reason: "ContainerStatusUnknown", message } } };
}

function hasBegun({ state, lastState }: ContainerStatus): boolean {
  return state?.waiting === undefined || lastState?.terminated !== undefined;
}

function hasInitialized(
  initContainers: readonly Container[],
  init: readonly ContainerStatus[],
  regular: readonly ContainerStatus[],
): boolean {
  const spec = initContainers.at(-1);
  if (spec === undefined || regular.some(hasBegun)) return true;
  const last = init.at(-1);
  if (isSidecar(spec)) return last?.state?.running !== undefined && last.started === true;
  return last?.state?.terminated?.exitCode === 0 || last?.lastState?.terminated?.exitCode === 0;
}
