import { type Clock, parseTime } from "@kubewright/api";
import type { ContainerStateTerminated, ContainerStatus } from "@kubewright/api/core/v1";
import { ContainerRun } from "../container/container-run.ts";
import { ContainerLog } from "../log/container-log.ts";

/**
 * The run that a container's status tells of when a node begins with its pod: it was of another node before this one, and has ended. If it
 * still ran then, nobody knows how. Undefined where there was none.
 */
export function lostRun(status: ContainerStatus | undefined, clock: Clock): ContainerRun | undefined {
  if (status?.containerID === undefined || status.containerID === "") return undefined;
  const { state, lastState, containerID } = status;
  const end: ContainerStateTerminated | undefined =
    state?.terminated ?? (state?.waiting === undefined ? undefined : lastState?.terminated);
  const run = new ContainerRun({
    id: containerID,
    restartCount: status.restartCount,
    image: status.image,
    imageId: status.imageID,
    log: ContainerLog.empty(clock),
    startedAt: timeOf(end?.startedAt ?? state?.running?.startedAt) ?? 0,
    isLost: true,
  });
  run.end = {
    exitCode: end?.exitCode ?? 255,
    reason: end?.reason ?? "Unknown",
    message: end?.message ?? "",
    finishedAt: timeOf(end?.finishedAt) ?? clock.now(),
  };
  return run;
}

function timeOf(text: string | null | undefined): number | undefined {
  return text === undefined || text === null ? undefined : parseTime(text);
}
