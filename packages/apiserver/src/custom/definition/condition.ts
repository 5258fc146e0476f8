import { formatTime } from "@kubewright/api";
import type {
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionStatus,
} from "@kubewright/api/apiextensions/v1";
import type { Definition } from "./definition.ts";

export type DefinitionCondition = CustomResourceDefinitionCondition;
type Status = CustomResourceDefinitionStatus;

/** The condition of a definition of that type. */
export function findCondition(definition: Definition, type: string): DefinitionCondition | undefined {
  return definition.status?.conditions?.find((condition) => condition.type === type);
}

/** Whether a condition of a definition is true. */
export function hasCondition(definition: Definition, type: string): boolean {
  return findCondition(definition, type)?.status === "True";
}

/** The status with a condition set. The time of an unchanged status stays. */
export function withCondition(
  status: Status,
  condition: Omit<DefinitionCondition, "lastTransitionTime">,
  now: number,
): Status {
  const conditions = status.conditions ?? [];
  const old = conditions.find(({ type }) => type === condition.type);
  const isSame = old?.status === condition.status && old.lastTransitionTime !== undefined;
  const set = { ...old, ...condition, lastTransitionTime: isSame ? old.lastTransitionTime! : formatTime(now) };
  return {
    ...status,
    conditions: old === undefined ? [...conditions, set] : conditions.map((one) => (one === old ? set : one)),
  };
}
