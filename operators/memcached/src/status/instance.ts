import type { Pod, PodCondition, PodStatus } from "@kubewright/api/core/v1";
import { controllerOf, isBeingDeleted, isConditionTrue } from "@kubewright/operator";

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
    const ending = end && `memcached ended with exit code ${end.exitCode}${why}`;
    // How long a kubelet waits before it tries again changes all the time, and helps nobody.
    const detail = (reason === "CrashLoopBackOff" ? ending : undefined) ?? message;
    if (troubles.has(reason)) return `pod ${name}: ${reason}${detail === undefined ? "" : `: ${detail}`}`;
    if (ending !== undefined && !ready) return `pod ${name}: ${ending}`;
  }
  const homeless = withoutNode(status);
  return homeless && `pod ${name}: no node takes it: ${homeless.message ?? ""}`;
}

/** How long it may take until there is room for an instance: where nodes are added when they are needed, some minutes. */
const roomComesWithinMs = 180_000;

/** When it is no use any more to wait for an instance, in milliseconds since 1970. Undefined if nothing speaks against it. */
export function givenUpAt(pod: Pod): number | undefined {
  if (troubleOf(pod) === undefined) return undefined;
  const since = withoutNode(pod.status)?.lastTransitionTime;
  return since === undefined ? 0 : Date.parse(since) + roomComesWithinMs;
}

function withoutNode(status: PodStatus | undefined): PodCondition | undefined {
  return status?.conditions?.find(({ type, status, reason }) => {
    return type === "PodScheduled" && status === "False" && reason === "Unschedulable";
  });
}
