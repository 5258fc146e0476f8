import { parseTime, type StatusCause, semanticEqual } from "@kubewright/api";
import type { Job, JobSpec, JobStatus } from "@kubewright/api/batch/v1";
import { duplicateField, invalidField, requiredField } from "@kubewright/api/server";
import { internalValue } from "../../internal/internal-value.ts";
import { checkNotNegative } from "../../rule/number-rule.ts";
import { countIndexes, sharedIndex } from "./index-list.ts";
import { isFalse, isTrue, type JobConditionType } from "./job-condition.ts";

/** A change of a job's status. Rules are those of what changes, so that others do not stand in the way. */
interface StatusChange {
  readonly spec: JobSpec;
  readonly status: JobStatus;
  readonly old: JobStatus;
  readonly causes: StatusCause[];
  /** Whether one of these members, or of what these conditions say, differs. */
  changes(...names: readonly (keyof JobStatus | JobConditionType | "finished")[]): boolean;
}

const conditionTypes = new Set<string>(["Complete", "Failed", "FailureTarget", "SuccessCriteriaMet"]);

/** Adds what is wrong with a change of a job's status. */
export function checkJobStatus(job: Job, oldJob: Job, causes: StatusCause[]): void {
  const status = job.status ?? {};
  const old = oldJob.status ?? {};
  const changes: StatusChange["changes"] = (...names) =>
    names.some((name) => {
      if (name === "finished") return isFinished(status) !== isFinished(old);
      if (conditionTypes.has(name)) {
        return isTrue(status, name as JobConditionType) !== isTrue(old, name as JobConditionType);
      }
      return !semanticEqual(status[name as keyof JobStatus] ?? null, old[name as keyof JobStatus] ?? null);
    });
  const change: StatusChange = { spec: job.spec ?? ({} as JobSpec), status, old, causes, changes };
  checkCounts(change);
  checkCompletion(change);
  checkFinished(change);
  checkIndexes(change);
  checkActive(change);
  checkCriteria(change);
  checkHistory(change);
}

function isFinished(status: JobStatus): boolean {
  return isTrue(status, "Complete") || isTrue(status, "Failed");
}

function refuseConditions(causes: StatusCause[], detail: string): void {
  causes.push(invalidField("status.conditions", undefined, detail));
}

function checkCounts({ status, causes }: StatusChange): void {
  for (const name of ["active", "succeeded", "failed", "ready", "terminating"] as const) {
    checkNotNegative(status[name], `status.${name}`, causes);
  }
  const seen = new Set<string>();
  for (const list of ["succeeded", "failed"] as const) {
    for (const [index, uid] of (status.uncountedTerminatedPods?.[list] ?? []).entries()) {
      const field = `status.uncountedTerminatedPods.${list}[${index}]`;
      if (uid === "") causes.push(invalidField(field, uid, "must not be empty"));
      else if (seen.has(uid)) causes.push(duplicateField(field, uid));
      seen.add(uid);
    }
  }
}

function checkCompletion({ status, causes, changes }: StatusChange): void {
  const isComplete = isTrue(status, "Complete");
  if (changes("Complete", "Failed") && isComplete && isTrue(status, "Failed")) {
    refuseConditions(causes, "cannot set Complete=True and Failed=true conditions");
  }
  if (changes("Complete", "FailureTarget") && isComplete && isTrue(status, "FailureTarget")) {
    refuseConditions(causes, "cannot set Complete=True and FailureTarget=true conditions");
  }
  const { completionTime, startTime } = status;
  const field = "status.completionTime";
  if (changes("Complete", "completionTime")) {
    if (completionTime !== undefined && !isComplete) {
      const detail = "cannot set completionTime when there is no Complete=True condition";
      causes.push(invalidField(field, completionTime, detail));
    }
    if (completionTime === undefined && isComplete) {
      causes.push(requiredField(field, "completionTime is required for Complete jobs"));
    }
  }
  if (changes("startTime", "completionTime") && startTime && completionTime) {
    if (parseTime(completionTime) < parseTime(startTime)) {
      causes.push(invalidField(field, completionTime, "must be equal to or after `startTime`"));
    }
  }
  if (changes("Failed", "failedIndexes") && isTrue(status, "Failed") && !isTrue(status, "FailureTarget")) {
    refuseConditions(causes, "cannot set Failed=True condition without the FailureTarget=true condition");
  }
  if (changes("Complete", "SuccessCriteriaMet") && isComplete && !isTrue(status, "SuccessCriteriaMet")) {
    refuseConditions(causes, "cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
  }
}

function checkFinished({ spec, status, causes, changes }: StatusChange): void {
  if (!isFinished(status)) return;
  const { active = 0, startTime, uncountedTerminatedPods: pods } = status;
  if (changes("finished", "active") && active > 0) {
    causes.push(invalidField("status.active", active, "active>0 is invalid for finished job"));
  }
  const isEmpty = spec.suspend === true && spec.completions === 0;
  if (changes("finished", "startTime") && !isEmpty && startTime === undefined) {
    causes.push(requiredField("status.startTime", "startTime is required for finished job"));
  }
  const count = (pods?.failed?.length ?? 0) + (pods?.succeeded?.length ?? 0);
  if (changes("finished", "uncountedTerminatedPods") && count > 0) {
    const printed = internalValue("*batch.UncountedTerminatedPods", pods);
    causes.push(invalidField("status.uncountedTerminatedPods", printed, "must be empty for finished job"));
  }
}

function checkIndexes({ spec, status, causes, changes }: StatusChange): void {
  const { completions, backoffLimitPerIndex } = spec;
  const { completedIndexes = "", failedIndexes } = status;
  const check = (name: "completedIndexes" | "failedIndexes", text: string): void => {
    const count = countIndexes(text, completions ?? 0);
    if (typeof count === "number") return;
    causes.push(invalidField(`status.${name}`, text, `error parsing ${name}: ${count}`));
  };
  if (changes("completedIndexes") && completions !== undefined) check("completedIndexes", completedIndexes);
  if (changes("failedIndexes") && completions !== undefined && backoffLimitPerIndex !== undefined) {
    if (failedIndexes !== undefined) check("failedIndexes", failedIndexes);
  }
  if (changes("completedIndexes") && completedIndexes !== "" && spec.completionMode !== "Indexed") {
    const detail = "cannot set non-empty completedIndexes when non-indexed completion mode";
    causes.push(invalidField("status.completedIndexes", completedIndexes, detail));
  }
  if (failedIndexes === undefined) return;
  if (changes("failedIndexes") && backoffLimitPerIndex === undefined) {
    const detail = "cannot set non-null failedIndexes when backoffLimitPerIndex is null";
    causes.push(invalidField("status.failedIndexes", failedIndexes, detail));
  }
  if (!changes("failedIndexes", "completedIndexes") || completions === undefined) return;
  const index = sharedIndex(completedIndexes, failedIndexes, completions);
  if (index === undefined) return;
  const detail = `failedIndexes and completedIndexes overlap at index: ${index}`;
  causes.push(invalidField("status.failedIndexes", failedIndexes, detail));
}

function checkActive({ status, causes, changes }: StatusChange): void {
  const { active = 0, ready = 0, terminating = 0 } = status;
  if (changes("finished", "terminating") && terminating > 0 && isFinished(status)) {
    causes.push(invalidField("status.terminating", terminating, "terminating>0 is invalid for finished job"));
  }
  if (changes("ready", "active") && ready > active) {
    causes.push(invalidField("status.ready", ready, "cannot set more ready pods than active"));
  }
}

function checkCriteria({ spec, status, causes }: StatusChange): void {
  const isMet = isTrue(status, "SuccessCriteriaMet");
  if (isMet && isTrue(status, "Failed")) {
    refuseConditions(causes, "cannot set SuccessCriteriaMet=True and Failed=true conditions");
  }
  if (isMet && isTrue(status, "FailureTarget")) {
    refuseConditions(causes, "cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
  }
  if (spec.successPolicy && !isMet && isTrue(status, "Complete")) {
    refuseConditions(causes, "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True");
  }
}

function checkHistory({ spec, status, old, causes, changes }: StatusChange): void {
  for (const type of ["Failed", "Complete", "FailureTarget"] as const) {
    if (isTrue(old, type) && !isTrue(status, type)) {
      refuseConditions(causes, `cannot disable the terminal ${type}=True condition`);
    }
  }
  const { failed = 0, succeeded = 0, completionTime, startTime } = status;
  if (failed < (old.failed ?? 0)) {
    causes.push(invalidField("status.failed", failed, "cannot decrease the failed counter"));
  }
  const isElastic = spec.completionMode === "Indexed" && spec.completions === spec.parallelism;
  if (!isElastic && succeeded < (old.succeeded ?? 0)) {
    causes.push(invalidField("status.succeeded", succeeded, "cannot decrease the succeeded counter"));
  }
  if (completionTime && old.completionTime && changes("completionTime")) {
    causes.push(invalidField("status.completionTime", completionTime, "field is immutable"));
  }
  const isResuming = isTrue(old, "Suspended") && isFalse(status, "Suspended");
  if (old.startTime && changes("startTime") && !isResuming && !spec.suspend) {
    const detail = "field is immutable for unsuspended job once set";
    causes.push(invalidField("status.startTime", startTime ?? null, detail));
  }
  if (isTrue(old, "SuccessCriteriaMet") && !isTrue(status, "SuccessCriteriaMet")) {
    refuseConditions(causes, "cannot disable the SuccessCriteriaMet=True condition");
  }
  if (isTrue(old, "Complete") && !isTrue(old, "SuccessCriteriaMet") && isTrue(status, "SuccessCriteriaMet")) {
    const detail = "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions";
    refuseConditions(causes, detail);
  }
}
