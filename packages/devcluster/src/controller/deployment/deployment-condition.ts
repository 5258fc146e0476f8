import { formatTime } from "@kubewright/api";
import type { DeploymentCondition } from "@kubewright/api/apps/v1";

export type DeploymentConditionType = "Available" | "Progressing" | "ReplicaFailure";

type Conditions = readonly DeploymentCondition[] | undefined;

/** A condition as of now. */
export function conditionOf(
  type: DeploymentConditionType,
  status: "True" | "False" | "Unknown",
  reason: string,
  message: string,
  nowMs: number,
): DeploymentCondition {
  const time = formatTime(nowMs);
  return { type, status, lastUpdateTime: time, lastTransitionTime: time, reason, message };
}

/** The condition of a type, if there is one. */
export function findCondition(conditions: Conditions, type: DeploymentConditionType): DeploymentCondition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** The conditions with this one; one of the same status and reason stays as it is. */
export function withCondition(conditions: Conditions, condition: DeploymentCondition): DeploymentCondition[] {
  const type = condition.type as DeploymentConditionType;
  const current = findCondition(conditions, type);
  if (current === undefined || current.status !== condition.status) return [...without(conditions, type), condition];
  if (current.reason === condition.reason) return [...(conditions ?? [])];
  return [...without(conditions, type), keepingTransition(condition, current)];
}

/** The conditions with this one, also when only its message or time is another. */
export function withRenewedCondition(conditions: Conditions, condition: DeploymentCondition): DeploymentCondition[] {
  const type = condition.type as DeploymentConditionType;
  const current = findCondition(conditions, type);
  const isSame = current?.status === condition.status;
  return [...without(conditions, type), isSame ? keepingTransition(condition, current) : condition];
}

/** The conditions but those of a type. */
export function without(conditions: Conditions, type: DeploymentConditionType): DeploymentCondition[] {
  return (conditions ?? []).filter((condition) => condition.type !== type);
}

function keepingTransition(condition: DeploymentCondition, current: DeploymentCondition): DeploymentCondition {
  const { lastTransitionTime } = current;
  return { ...condition, ...(lastTransitionTime !== undefined && { lastTransitionTime }) };
}
