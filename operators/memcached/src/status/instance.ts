import type { Pod } from "@kubewright/api/core/v1";
import { controllerOf, findCondition, isBeingDeleted, isConditionTrue } from "@kubewright/operator";

/** The pods that count as instances, by name: not those that have ended or are told to, or that somebody made by hand with the same labels. */
export function instancesAmong(pods: readonly Pod[]): Pod[] {
  const instances = pods.filter((pod) => {
    const isOfDeployment = controllerOf(pod)?.kind === "ReplicaSet";
    return (
      isOfDeployment && !isBeingDeleted(pod) && pod.status?.phase !== "Succeeded" && pod.status?.phase !== "Failed"
    );
  });
  return instances.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

export function isReady({ status }: Pod): boolean {
  return isConditionTrue(status?.conditions, "Ready");
}

/** What a container waits for in vain, as kubelets call it. */
const troubles = new Set([
  "CrashLoopBackOff",
  "CreateContainerConfigError",
  "CreateContainerError",
  "ErrImageNeverPull",
  "ErrImagePull",
  "ImageInspectError",
  "ImagePullBackOff",
  "InvalidImageName",
  "RunContainerError",
]);

/** Why an instance does not get ready by itself; undefined if nothing speaks against it. */
export function troubleOf({ metadata: { name }, status }: Pod): string | undefined {
  for (const { ready, state, lastState } of status?.containerStatuses ?? []) {
    const { reason = "", message } = state?.waiting ?? {};
    const end = state?.terminated ?? lastState?.terminated;
    const why = end?.reason === "OOMKilled" ? "; it was killed for its use of memory" : "";
    if (troubles.has(reason)) return `pod ${name}: ${reason}${message === undefined ? "" : `: ${message}`}${why}`;
    if (end !== undefined && !ready) return `pod ${name}: memcached ended with exit code ${end.exitCode}${why}`;
  }
  const scheduled = findCondition(status?.conditions, "PodScheduled");
  if (scheduled?.status !== "False" || scheduled.reason !== "Unschedulable") return undefined;
  return `pod ${name}: no node has room for it: ${scheduled.message ?? ""}`;
}
