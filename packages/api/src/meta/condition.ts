import type { Clock } from "../clock/clock.ts";
import { formatTime } from "../value/time.ts";

/** One aspect of an object's observed state, as its controller sees it. At most one of each `type` in a list. */
export interface Condition {
  /** Which aspect, in CamelCase: `Available`. */
  type: string;
  status: ConditionStatus;
  /** When `status` last changed. RFC 3339 in whole seconds. */
  lastTransitionTime: string;
  /** Why, for programs: one word in CamelCase. */
  reason: string;
  /** Why, for people. May be empty. */
  message: string;
  /** The `metadata.generation` of the object that this was decided for. */
  observedGeneration?: number;
}

export type ConditionStatus = "True" | "False" | "Unknown";

/** What all conditions have, also those of built-in kinds. */
type AnyCondition = { readonly type: string; readonly status: string };

/** A condition to be set; without a time, it gets the time of the change. */
export type ConditionInput = Omit<Condition, "lastTransitionTime" | "message"> &
  Partial<Pick<Condition, "lastTransitionTime" | "message">>;

/**
 * Puts a condition into the list, in the place of the one of its type, and says whether anything changed.
 *
 * The transition time changes only when the status does: to the time that `condition` carries, or else to the clock's.
 * An absent message means none, an absent generation too. Changes `conditions`.
 */
export function setCondition(conditions: Condition[], condition: ConditionInput, clock: Pick<Clock, "now">): boolean {
  const existing = findCondition(conditions, condition.type);
  const time = condition.lastTransitionTime || formatTime(clock.now());
  const message = condition.message ?? "";
  if (existing === undefined) {
    conditions.push({ ...condition, message, lastTransitionTime: time });
    return true;
  }
  let isChanged = false;
  if (existing.status !== condition.status) {
    existing.status = condition.status;
    existing.lastTransitionTime = time;
    isChanged = true;
  }
  if (existing.reason !== condition.reason || (existing.message ?? "") !== message) {
    existing.reason = condition.reason;
    existing.message = message;
    isChanged = true;
  }
  if ((existing.observedGeneration ?? 0) !== (condition.observedGeneration ?? 0)) {
    if (condition.observedGeneration === undefined) delete existing.observedGeneration;
    else existing.observedGeneration = condition.observedGeneration;
    isChanged = true;
  }
  return isChanged;
}

/** The condition of that type, if the list has one. Those of built-in kinds, such as pods, are conditions as well. */
export function findCondition<C extends { readonly type: string }>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Takes the condition of that type out of the list, and says whether there was one. Changes `conditions`. */
export function removeCondition(conditions: Condition[] | undefined, type: string): boolean {
  if (conditions === undefined) return false;
  const kept = conditions.filter((condition) => condition.type !== type);
  if (kept.length === conditions.length) return false;
  conditions.splice(0, conditions.length, ...kept);
  return true;
}

/** Whether the list has a condition of that type with status `True`. */
export function isConditionTrue(conditions: readonly AnyCondition[] | undefined, type: string): boolean {
  return findCondition(conditions, type)?.status === "True";
}

/** Whether the list has a condition of that type with status `False`. An absent one is not false. */
export function isConditionFalse(conditions: readonly AnyCondition[] | undefined, type: string): boolean {
  return findCondition(conditions, type)?.status === "False";
}
