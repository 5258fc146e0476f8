import { type ObjectMeta, type StatusCause, validateDns1123Label } from "@kubewright/api";
import type { Job, JobSpec } from "@kubewright/api/batch/v1";
import { invalidField, requiredField } from "@kubewright/api/server";
import { internalValue } from "../../internal/internal-value.ts";
import type { KindValidation } from "../../kind-validation.ts";
import { checkLabelSelector, printedSelector, selectorOf } from "../../rule/label-selector.ts";
import { typedValidation } from "../../typed-validation.ts";
import { checkSelected } from "../selected-template.ts";
import { checkJobChange } from "./job-change.ts";
import { checkJobSpec } from "./job-spec.ts";
import { checkJobStatus } from "./job-status.ts";

/** The rules of jobs. */
export const jobValidation: KindValidation = typedValidation<Job>({
  validate: (job, causes) => checkJob(job, true, causes),
  validateUpdate(job, old, causes) {
    const { labels = {} } = (old.spec?.template?.metadata ?? {}) as ObjectMeta;
    checkJob(job, labels[nameLabel] !== undefined && labels[uidLabel] !== undefined, causes);
    // The reference does it all again.
    checkSelectedSpec(specOfJob(job), causes);
    checkJobChange(job, old, causes);
  },
  views: { status: { validateUpdate: checkJobStatus } },
});

const nameLabel = "batch.kubernetes.io/job-name";
const uidLabel = "batch.kubernetes.io/controller-uid";

function specOfJob(job: Job): JobSpec {
  return job.spec ?? ({} as JobSpec);
}

function checkJob(job: Job, needsPrefixedLabels: boolean, causes: StatusCause[]): void {
  const spec = specOfJob(job);
  if (!spec.manualSelector && spec.selector) checkGeneratedSelector(job, needsPrefixedLabels, causes);
  checkSelectedSpec(spec, causes);
  const { completionMode, completions = 0 } = spec;
  if (completionMode !== "Indexed" || completions <= 0) return;
  const { name = "" } = job.metadata;
  const hostname = `${name}-${completions - 1}`;
  if (validateDns1123Label(hostname).length === 0) return;
  const detail = `will not able to create pod with invalid DNS label: ${hostname}`;
  causes.push(invalidField("metadata.name", name, detail));
}

function checkSelectedSpec(spec: JobSpec, causes: StatusCause[]): void {
  checkJobSpec(spec, "spec", causes);
  if (!spec.selector) causes.push(requiredField("spec.selector"));
  checkLabelSelector(spec.selector, "spec.selector", causes);
  const selector = selectorOf(spec.selector);
  if (selector !== undefined) checkSelected(selector, spec.template ?? {}, "spec.template", causes);
}

/** The server makes the selector, unless it is told not to; what it made must be there. */
function checkGeneratedSelector(job: Job, needsPrefixedLabels: boolean, causes: StatusCause[]): void {
  const spec = specOfJob(job);
  const { uid = "", name = "" } = job.metadata;
  if (uid === "") causes.push(requiredField("metadata.uid"));
  const expected: Record<string, string> = { "controller-uid": uid, "job-name": name };
  if (needsPrefixedLabels) Object.assign(expected, { [uidLabel]: uid, [nameLabel]: name });
  const { labels } = (spec.template?.metadata ?? {}) as ObjectMeta;
  for (const [key, value] of Object.entries(expected)) {
    const field = `spec.template.metadata.labels[${key}]`;
    const actual = labels?.[key];
    if (actual === undefined) causes.push(requiredField(field, `must be '${value}'`));
    else if (actual !== value) {
      causes.push(invalidField(field, internalValue("map string", labels), `must be '${value}'`));
    }
  }
  const selector = selectorOf(spec.selector);
  if (selector === undefined || selector.matches(expected)) return;
  causes.push(invalidField("spec.selector", printedSelector(spec.selector), "`selector` not auto-generated"));
}
