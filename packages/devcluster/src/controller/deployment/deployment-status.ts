import { parseTime } from "@kubewright/api";
import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet } from "@kubewright/api/apps/v1";
import { conditionOf, findCondition, withCondition, without, withRenewedCondition } from "./deployment-condition.ts";
import { allSets, type SetGroup, sizeOf, sumOf } from "./set/set-group.ts";
import { rolloutLimits } from "./size/rollout-limits.ts";

/** The status that a deployment's sets make, and whether enough is available. */
export function statusOf(deployment: Deployment, group: SetGroup, nowMs: number): DeploymentStatus {
  const { collisionCount, conditions } = deployment.status ?? {};
  const sets = allSets(group);
  const available = sumOf(sets, ({ status }) => status?.availableReplicas);
  const terminating = terminatingOf(sets);
  return compact({
    observedGeneration: deployment.metadata.generation ?? 0,
    replicas: sumOf(sets, ({ status }) => status?.replicas),
    updatedReplicas: group.newSet?.status?.replicas ?? 0,
    readyReplicas: sumOf(sets, ({ status }) => status?.readyReplicas),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, sumOf(sets, sizeOf) - available),
    ...(terminating !== undefined && { terminatingReplicas: terminating }),
    ...(collisionCount !== undefined && { collisionCount }),
    conditions: withCondition(conditions, availability(deployment, available, nowMs)),
  });
}

/** As `statusOf`, with how the rollout gets on. */
export function rolloutStatusOf(deployment: Deployment, group: SetGroup, nowMs: number): DeploymentStatus {
  const status = statusOf(deployment, group, nowMs);
  const progressed = withProgress(deployment, status, group.newSet, nowMs);
  const failure = failureOf(group);
  return compact({
    ...status,
    conditions: failure === undefined ? without(progressed, "ReplicaFailure") : withCondition(progressed, failure),
  });
}

/** Whether all that is wanted is there, up to date and available, and nothing else. */
export function isComplete(deployment: Deployment, status: DeploymentStatus | undefined): boolean {
  const { replicas = 1 } = deployment.spec;
  return (
    (status?.updatedReplicas ?? 0) === replicas &&
    (status?.replicas ?? 0) === replicas &&
    (status?.availableReplicas ?? 0) === replicas &&
    (status?.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)
  );
}

/** Whether a rollout without progress is to fail some time. */
export function hasDeadline({ spec }: Deployment): boolean {
  return spec.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== 2 ** 31 - 1;
}

/** In how many milliseconds a rollout without progress fails. Undefined when it cannot, or has. */
export function deadlineMs(deployment: Deployment, nowMs: number): number | undefined {
  const { spec, status } = deployment;
  const progressing = findCondition(status?.conditions, "Progressing");
  if (!hasDeadline(deployment) || progressing === undefined || isComplete(deployment, status)) return undefined;
  if (["ProgressDeadlineExceeded", "NewReplicaSetAvailable"].includes(progressing.reason ?? "")) return undefined;
  // The deadline itself is still in time.
  return Math.max(0, deadlineOf(progressing, spec.progressDeadlineSeconds) + 1 - nowMs);
}

function availability(deployment: Deployment, available: number, nowMs: number): DeploymentCondition {
  const { replicas, maxUnavailable } = rolloutLimits(deployment);
  return available >= replicas - maxUnavailable
    ? conditionOf("Available", "True", "MinimumReplicasAvailable", "Deployment has minimum availability.", nowMs)
    : conditionOf(
        "Available",
        "False",
        "MinimumReplicasUnavailable",
        "Deployment does not have minimum availability.",
        nowMs,
      );
}

function withProgress(
  deployment: Deployment,
  status: DeploymentStatus,
  newSet: ReplicaSet | undefined,
  nowMs: number,
): DeploymentCondition[] {
  const { conditions } = status;
  if (!hasDeadline(deployment)) return without(conditions, "Progressing");
  const current = findCondition(deployment.status?.conditions, "Progressing");
  const isOld =
    (status.replicas ?? 0) === (status.updatedReplicas ?? 0) && current?.reason === "NewReplicaSetAvailable";
  // A rollout that has ended is not judged again.
  if (isOld) return conditions ?? [];
  const what =
    newSet === undefined ? `Deployment "${deployment.metadata.name}"` : `ReplicaSet "${newSet.metadata.name}"`;
  if (isComplete(deployment, status)) {
    const message = `${what} has successfully progressed.`;
    return withCondition(conditions, conditionOf("Progressing", "True", "NewReplicaSetAvailable", message, nowMs));
  }
  if (isProgress(deployment.status, status)) {
    const message = `${what} is progressing.`;
    return withRenewedCondition(conditions, conditionOf("Progressing", "True", "ReplicaSetUpdated", message, nowMs));
  }
  if (!isTimedOut(deployment, current, nowMs)) return conditions ?? [];
  const message = `${what} has timed out progressing.`;
  return withCondition(conditions, conditionOf("Progressing", "False", "ProgressDeadlineExceeded", message, nowMs));
}

/** New pods came, became ready or available, or old ones went. */
function isProgress(before: DeploymentStatus | undefined, after: DeploymentStatus): boolean {
  const gain = (count: (status: DeploymentStatus) => number | undefined): number =>
    (count(after) ?? 0) - (count(before ?? {}) ?? 0);
  const oldPods = (status: DeploymentStatus): number => (status.replicas ?? 0) - (status.updatedReplicas ?? 0);
  return (
    gain((status) => status.updatedReplicas) > 0 ||
    gain(oldPods) < 0 ||
    gain((status) => status.readyReplicas) > 0 ||
    gain((status) => status.availableReplicas) > 0
  );
}

function isTimedOut({ spec }: Deployment, progressing: DeploymentCondition | undefined, nowMs: number): boolean {
  // After a finished rollout the condition is of that one, and old.
  if (progressing === undefined || progressing.reason === "NewReplicaSetAvailable") return false;
  if (progressing.reason === "ProgressDeadlineExceeded") return true;
  return deadlineOf(progressing, spec.progressDeadlineSeconds) < nowMs;
}

function deadlineOf({ lastUpdateTime }: DeploymentCondition, deadlineSeconds = 0): number {
  return (lastUpdateTime ? parseTime(lastUpdateTime) : 0) + deadlineSeconds * 1000;
}

/** Why pods cannot be made, of the new set if it says so. */
function failureOf({ newSet, oldSets }: SetGroup): DeploymentCondition | undefined {
  for (const set of newSet === undefined ? oldSets : [newSet, ...oldSets]) {
    const failure = set.status?.conditions?.find(({ type }) => type === "ReplicaFailure");
    if (failure === undefined) continue;
    const { lastTransitionTime } = failure;
    return { ...failure, ...(lastTransitionTime !== undefined && { lastUpdateTime: lastTransitionTime }) };
  }
  return undefined;
}

/** Undefined when a set has pods and does not say how many of them are ending. */
function terminatingOf(sets: readonly ReplicaSet[]): number | undefined {
  const isSilent = ({ status }: ReplicaSet): boolean =>
    (status?.observedGeneration ?? 0) > 0 && status?.terminatingReplicas === undefined;
  return sets.some(isSilent) ? undefined : sumOf(sets, ({ status }) => status?.terminatingReplicas);
}

/** As the server writes it: what is zero is left out, but for counts that may be unknown. */
function compact(status: DeploymentStatus): DeploymentStatus {
  const isKept = ([name, value]: [string, unknown]): boolean =>
    name === "terminatingReplicas" ||
    name === "collisionCount" ||
    (value !== 0 && !(Array.isArray(value) && value.length === 0));
  return Object.fromEntries(Object.entries(status).filter(isKept));
}
