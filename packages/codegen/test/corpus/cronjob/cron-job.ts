import { type Condition, type CustomResource, defineKind, type Int32, type Int64, type Time } from "@kubewright/api";
import type { JobTemplateSpec } from "@kubewright/api/batch/v1";
import type { ObjectReference } from "@kubewright/api/core/v1";

/**
 * ConcurrencyPolicy says what happens when a job is due while another one runs.
 * Exactly one of these policies holds.
 */
export type ConcurrencyPolicy = "Allow" | "Forbid" | "Replace";

/** CronJobSpec is what the user wants of a CronJob. */
export interface CronJobSpec {
  /**
   * schedule in Cron format, see https://en.wikipedia.org/wiki/Cron.
   * +kubebuilder:validation:MinLength=0
   */
  schedule: string;

  /**
   * startingDeadlineSeconds is how late a job may start when it misses its time for any
   * reason. A job that would start later counts as failed.
   * +kubebuilder:validation:Minimum=0
   */
  startingDeadlineSeconds?: Int64;

  /**
   * concurrencyPolicy is one of:
   * - "Allow" (default): jobs run beside each other;
   * - "Forbid": a job is left out while the one before still runs;
   * - "Replace": the running job is ended
   * +kubebuilder:default:=Allow
   */
  concurrencyPolicy?: ConcurrencyPolicy;

  /**
   * suspend keeps later jobs from starting; it does not touch those
   * that run already. Defaults to false.
   */
  suspend?: boolean;

  /** jobTemplate is what each job is made from. */
  jobTemplate: JobTemplateSpec;

  /**
   * successfulJobsHistoryLimit is how many jobs that succeeded are kept.
   * A pointer tells zero from not given.
   * +kubebuilder:validation:Minimum=0
   */
  successfulJobsHistoryLimit?: Int32;

  /**
   * failedJobsHistoryLimit is how many jobs that failed are kept.
   * +kubebuilder:validation:Minimum=0
   */
  failedJobsHistoryLimit?: Int32;
}

/** CronJobStatus is what was seen of a CronJob. */
export interface CronJobStatus {
  /**
   * active are the jobs that run now.
   * +listType=atomic
   * +kubebuilder:validation:MinItems=1
   * +kubebuilder:validation:MaxItems=10
   */
  active?: ObjectReference[];

  /** lastScheduleTime is when a job was last started. */
  lastScheduleTime?: Time;

  /**
   * conditions of the CronJob.
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * CronJob is the Schema for the cronjobs API
 *
 * +kubebuilder:object:root=true
 * +kubebuilder:subresource:status
 * +kubebuilder:storageversion
 */
export interface CronJob extends CustomResource<CronJobSpec, CronJobStatus> {
  /** spec is what is wanted */
  spec: CronJobSpec;
  /** status is what was seen */
  status?: CronJobStatus;
}
export const CronJob = defineKind<CronJob>({ group: "cronjob.example.com", version: "v1", kind: "CronJob" });

// +kubebuilder:rbac:groups=cronjob.example.com,resources=cronjobs,verbs=get;list;watch;create;update;patch;delete
// +kubebuilder:rbac:groups=cronjob.example.com,resources=cronjobs/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=cronjob.example.com,resources=cronjobs/finalizers,verbs=update
// +kubebuilder:rbac:groups=batch,resources=jobs,verbs=get;list;watch;create;update;patch;delete
// +kubebuilder:rbac:groups=batch,resources=jobs/status,verbs=get
