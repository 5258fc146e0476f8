import type { ContainerStatus, Pod } from "@kubewright/api/core/v1";
import { isRestarted, isSidecar } from "./restarts.ts";

export type PodPhase = "Pending" | "Running" | "Succeeded" | "Failed";

/**
 * The phase of a pod by the statuses of its containers. `isTerminal`: whatever has ended is not started again.
 */
export function podPhase(pod: Pod, statuses: readonly ContainerStatus[], isTerminal: boolean): PodPhase {
  const { initContainers = [], containers = [] } = pod.spec ?? {};
  const byName = new Map(statuses.map((status) => [status.name, status]));
  let hasPendingInit = false;
  let hasPendingSidecar = false;
  let waiting = 0;
  let running = 0;
  for (const container of initContainers) {
    const status = byName.get(container.name);
    const isAgain = status?.lastState?.terminated !== undefined;
    if (isSidecar(container)) {
      if (status?.state?.running !== undefined) {
        running++;
        if (status.started !== true) hasPendingSidecar = true;
      } else if (status?.state?.terminated === undefined && !isAgain) {
        hasPendingSidecar = true;
        waiting++;
      }
      continue;
    }
    const end = status?.state?.terminated ?? (status?.state?.waiting && status.lastState?.terminated);
    if (end === undefined) hasPendingInit = true;
    else if (end.exitCode !== 0 && !isRestarted(container, pod.spec, end.exitCode)) return "Failed";
  }
  let stopped = 0;
  let final = 0;
  let succeeded = 0;
  for (const container of containers) {
    const { state, lastState } = byName.get(container.name) ?? {};
    if (state?.running !== undefined) running++;
    else {
      const end = state?.terminated ?? lastState?.terminated;
      if (end === undefined) waiting++;
      else {
        stopped++;
        if (!isRestarted(container, pod.spec, end.exitCode)) final++;
        if (state?.terminated?.exitCode === 0) succeeded++;
      }
    }
  }
  const hasInitialized = containers.some(({ name }) => byName.get(name)?.containerID !== undefined);
  if (hasPendingInit || (hasPendingSidecar && !hasInitialized) || waiting > 0) return "Pending";
  if (running > 0) return "Running";
  if (stopped === 0) return "Pending";
  if (!isTerminal && stopped !== final) return "Running";
  return stopped === succeeded ? "Succeeded" : "Failed";
}
