import { parseTime } from "@kubewright/api";
import type { Pod } from "@kubewright/api/core/v1";

/** Whether it runs, or will: it has not ended and nobody wants it to. */
export function isPodActive(pod: Pod): boolean {
  return !hasPodEnded(pod) && pod.metadata.deletionTimestamp === undefined;
}

/** Whether its deletion was asked for while its containers have not ended. */
export function isPodTerminating(pod: Pod): boolean {
  return !hasPodEnded(pod) && pod.metadata.deletionTimestamp !== undefined;
}

/** Whether all its containers have ended for good. */
export function hasPodEnded({ status }: Pod): boolean {
  return status?.phase === "Succeeded" || status?.phase === "Failed";
}

/** Whether it may serve. */
export function isPodReady(pod: Pod): boolean {
  return readyCondition(pod)?.status === "True";
}

/** Since when it is ready, in milliseconds since 1970. Undefined when it is not, or does not say since when. */
export function podReadySince(pod: Pod): number | undefined {
  const condition = readyCondition(pod);
  if (condition?.status !== "True" || !condition.lastTransitionTime) return undefined;
  return parseTime(condition.lastTransitionTime);
}

/** Whether it has been ready for that long. */
export function isPodAvailable(pod: Pod, minReadySeconds: number, nowMs: number): boolean {
  if (!isPodReady(pod)) return false;
  if (minReadySeconds === 0) return true;
  const since = podReadySince(pod);
  return since !== undefined && since + minReadySeconds * 1000 <= nowMs;
}

/** In how many milliseconds the next of the pods becomes available if it stays ready. Undefined when none will. */
export function nextPodAvailableMs(pods: Iterable<Pod>, minReadySeconds: number, nowMs: number): number | undefined {
  let next: number | undefined;
  for (const pod of pods) {
    const since = podReadySince(pod);
    if (since === undefined) continue;
    const wait = since + minReadySeconds * 1000 - nowMs;
    if (wait > 0 && (next === undefined || wait < next)) next = wait;
  }
  return next;
}

function readyCondition({ status }: Pod) {
  return status?.conditions?.find(({ type }) => type === "Ready");
}
