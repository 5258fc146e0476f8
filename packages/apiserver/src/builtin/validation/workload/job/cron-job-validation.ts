import type { StatusCause } from "@kubewright/api";
import type { CronJob, CronJobSpec, JobSpec } from "@kubewright/api/batch/v1";
import { byteLength, invalidField, unsupportedField } from "@kubewright/api/server";
import type { KindValidation } from "../../kind-validation.ts";
import { printedSelector } from "../../rule/label-selector.ts";
import { checkNotNegative } from "../../rule/number-rule.ts";
import { checkNeededOneOf, checkPresent } from "../../rule/text-rule.ts";
import { typedValidation } from "../../typed-validation.ts";
import { isTimeZone, scheduleProblem } from "./cron-schedule.ts";
import { checkJobSpec } from "./job-spec.ts";

/** Eleven bytes of the names of jobs say when they began. */
const maxNameBytes = 52;

/** The rules of cron jobs. */
export const cronJobValidation: KindValidation = typedValidation<CronJob>({
  validate({ metadata, spec }, causes) {
    checkSpec(spec, undefined, causes);
    const { name = "" } = metadata;
    if (byteLength(name) > maxNameBytes) {
      causes.push(invalidField("metadata.name", name, `must be no more than ${maxNameBytes} characters`));
    }
  },
  validateUpdate: ({ spec }, old, causes) => checkSpec(spec, old.spec, causes),
});

function checkSpec(given: CronJobSpec | undefined, old: CronJobSpec | undefined, causes: StatusCause[]): void {
  const spec = given ?? ({} as CronJobSpec);
  const { timeZone } = spec;
  checkSchedule(spec, old, "spec.schedule", causes);
  checkNotNegative(spec.startingDeadlineSeconds, "spec.startingDeadlineSeconds", causes);
  if (timeZone !== undefined && timeZone !== old?.timeZone) checkTimeZone(timeZone, "spec.timeZone", causes);
  const policies = ["Allow", "Forbid", "Replace"];
  checkNeededOneOf(spec.concurrencyPolicy, policies, "spec.concurrencyPolicy", causes);
  checkJobTemplate(spec.jobTemplate?.spec ?? ({} as JobSpec), "spec.jobTemplate.spec", causes);
  checkNotNegative(spec.successfulJobsHistoryLimit, "spec.successfulJobsHistoryLimit", causes);
  checkNotNegative(spec.failedJobsHistoryLimit, "spec.failedJobsHistoryLimit", causes);
}

function checkSchedule(spec: CronJobSpec, old: CronJobSpec | undefined, field: string, causes: StatusCause[]): void {
  const { schedule = "", timeZone } = spec;
  if (!checkPresent(schedule, field, causes)) return;
  const problem = scheduleProblem(schedule);
  if (problem !== undefined) causes.push(invalidField(field, schedule, problem));
  if (!schedule.includes("TZ")) return;
  if (!old?.schedule?.includes("TZ")) {
    const detail = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead";
    causes.push(invalidField(field, schedule, detail));
  } else if (timeZone !== undefined) {
    causes.push(invalidField(field, schedule, "cannot use both timeZone field and TZ or CRON_TZ in schedule"));
  }
}

function checkTimeZone(zone: string, field: string, causes: StatusCause[]): void {
  if (zone === "") return void causes.push(invalidField(field, zone, "timeZone must be nil or non-empty string"));
  const isName = zone
    .split("/")
    .every((part) => part !== "." && part !== ".." && /^[A-Za-z._0-9+][A-Za-z.\-_0-9+]{0,13}$/.test(part));
  if (!isName) return void causes.push(invalidField(field, zone, `unknown time zone ${zone}`));
  if (zone.toLowerCase() === "local") {
    const detail = "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones";
    causes.push(invalidField(field, zone, detail));
  }
  if (!isTimeZone(zone)) causes.push(invalidField(field, zone, `unknown time zone ${zone}`));
}

function checkJobTemplate(spec: JobSpec, field: string, causes: StatusCause[]): void {
  checkJobSpec(spec, field, causes);
  if (spec.selector !== undefined) {
    const printed = printedSelector(spec.selector);
    causes.push(invalidField(`${field}.selector`, printed, "`selector` will be auto-generated"));
  }
  if (spec.manualSelector) causes.push(unsupportedField(`${field}.manualSelector`, true, ["nil", "false"]));
}
