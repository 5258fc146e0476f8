import type { CronJob, Job, JobSpec } from "@kubewright/api/batch/v1";
import { defaultPodTemplate } from "./pod/pod.ts";

const maxInt32 = 2 ** 31 - 1;

/** Fills in what a job leaves out. */
export function defaultJob(job: Job): void {
  const { metadata, spec } = job;
  if (spec === undefined) return;
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : maxInt32;
  const labels = spec.template?.metadata?.labels;
  // One map, as in the reference: what the strategy adds to the labels of the template is added to both.
  if (labels !== undefined && Object.keys(metadata.labels ?? {}).length === 0) metadata.labels = labels;
  spec.completionMode ??= "NonIndexed";
  spec.suspend ??= false;
  spec.podReplacementPolicy ??= spec.podFailurePolicy === undefined ? "TerminatingOrFailed" : "Failed";
  spec.manualSelector ??= false;
  defaultJobSpec(spec);
}

/** Fills in what a cron job leaves out. */
export function defaultCronJob({ spec }: CronJob): void {
  if (spec === undefined) return;
  spec.concurrencyPolicy ||= "Allow";
  spec.suspend ??= false;
  spec.successfulJobsHistoryLimit ??= 3;
  spec.failedJobsHistoryLimit ??= 1;
  if (spec.jobTemplate?.spec !== undefined) defaultJobSpec(spec.jobTemplate.spec);
}

/** What holds for jobs and for templates of jobs alike. */
function defaultJobSpec(spec: JobSpec): void {
  for (const { onPodConditions } of spec.podFailurePolicy?.rules ?? []) {
    for (const pattern of onPodConditions ?? []) pattern.status ||= "True";
  }
  defaultPodTemplate(spec.template);
}
