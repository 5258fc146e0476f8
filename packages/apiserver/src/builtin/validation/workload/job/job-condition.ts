import type { JobStatus } from "@kubewright/api/batch/v1";

/** What can be said of a job. */
export type JobConditionType = "Complete" | "Failed" | "FailureTarget" | "SuccessCriteriaMet" | "Suspended";

/** Whether a status says that something is so. */
export function isTrue(status: JobStatus, type: JobConditionType): boolean {
  return hasCondition(status, type, "True");
}

/** Whether a status says that something is not so. */
export function isFalse(status: JobStatus, type: JobConditionType): boolean {
  return hasCondition(status, type, "False");
}

function hasCondition(status: JobStatus, type: JobConditionType, value: string): boolean {
  return (status.conditions ?? []).some((condition) => condition.type === type && condition.status === value);
}
