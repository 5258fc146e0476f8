import { type Clock, cloneJson, findCondition, jsonEqual, setCondition } from "@kubewright/api";
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from "@kubewright/api/policy/v1";

const conditionType = "DisruptionAllowed";

/** What was counted for a budget. */
export interface BudgetCounts {
  readonly healthy: number;
  readonly desired: number;
  readonly expected: number;
  /** When pods were evicted that are not yet seen to go, by name. */
  readonly disrupted: Readonly<Record<string, string>>;
}

/** The status that a budget should have. A budget of no pods allows nothing: its first ones may not have been counted yet. */
export function budgetStatus(
  { metadata, status }: PodDisruptionBudget,
  { healthy, desired, expected, disrupted }: BudgetCounts,
  clock: Pick<Clock, "now">,
): PodDisruptionBudgetStatus {
  const { generation } = metadata;
  const disruptionsAllowed = expected <= 0 ? 0 : Math.max(0, healthy - desired);
  const conditions = cloneJson(status?.conditions ?? []);
  const observed = generation === undefined ? {} : { observedGeneration: generation };
  setCondition(conditions, { type: conditionType, ...verdictOn(disruptionsAllowed), ...observed }, clock);
  return {
    ...observed,
    ...(Object.keys(disrupted).length > 0 && { disruptedPods: { ...disrupted } }),
    disruptionsAllowed,
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    conditions,
  };
}

/** The status of a budget whose pods could not be counted: as it was, and nothing is allowed. */
export function failedStatus(
  { status }: PodDisruptionBudget,
  message: string,
  clock: Pick<Clock, "now">,
): PodDisruptionBudgetStatus {
  const conditions = cloneJson(status?.conditions ?? []);
  const { observedGeneration } = status ?? {};
  const observed = observedGeneration === undefined ? {} : { observedGeneration };
  setCondition(conditions, { type: conditionType, status: "False", reason: "SyncFailed", message, ...observed }, clock);
  return { ...status, disruptionsAllowed: 0, conditions };
}

/** Whether a budget has that status already. Only what its condition says counts of it, not since when. */
export function isSameStatus({ status = {} }: PodDisruptionBudget, wanted: PodDisruptionBudgetStatus): boolean {
  const condition = findCondition(status.conditions ?? [], conditionType);
  const verdict = verdictOn(wanted.disruptionsAllowed ?? 0);
  return (
    condition?.status === verdict.status &&
    condition.reason === verdict.reason &&
    jsonEqual(numbersOf(status), numbersOf(wanted))
  );
}

function verdictOn(disruptionsAllowed: number) {
  return disruptionsAllowed > 0
    ? ({ status: "True", reason: "SufficientPods" } as const)
    : ({ status: "False", reason: "InsufficientPods" } as const);
}

function numbersOf(status: PodDisruptionBudgetStatus): unknown {
  const { observedGeneration = 0, disruptedPods = {} } = status;
  const { disruptionsAllowed = 0, currentHealthy = 0, desiredHealthy = 0, expectedPods = 0 } = status;
  return { observedGeneration, disruptedPods, disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods };
}
