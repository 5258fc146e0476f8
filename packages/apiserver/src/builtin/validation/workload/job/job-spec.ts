import { type StatusCause, validateDns1123Subdomain } from "@kubewright/api";
import type { JobSpec } from "@kubewright/api/batch/v1";
import { byteLength, invalidField, requiredField, tooLongField, unsupportedField } from "@kubewright/api/server";
import { internalValue } from "../../internal/internal-value.ts";
import { checkPodTemplate, specOf } from "../../pod/pod-template.ts";
import { checkNotNegative } from "../../rule/number-rule.ts";
import { checkOneOf, checkPresent, checkText } from "../../rule/text-rule.ts";
import { checkFailurePolicy } from "./failure-policy.ts";
import { checkSuccessPolicy } from "./success-policy.ts";

const manyIndexes = 100_000;
const fewIndexes = 10_000;
const maxManagerBytes = 63;

/** Adds what is wrong with what a job does, but for which pods are its own. */
export function checkJobSpec(spec: JobSpec, field: string, causes: StatusCause[]): void {
  for (const name of counts) checkNotNegative(spec[name], `${field}.${name}`, causes);
  if (spec.maxFailedIndexes !== undefined) {
    checkNotNegative(spec.maxFailedIndexes, `${field}.maxFailedIndexes`, causes);
    if (spec.backoffLimitPerIndex === undefined) {
      causes.push(requiredField(`${field}.backoffLimitPerIndex`, "when maxFailedIndexes is specified"));
    }
  }
  if (spec.managedBy !== undefined) checkManager(spec.managedBy, `${field}.managedBy`, causes);
  checkCompletionMode(spec, field, causes);
  if (spec.podFailurePolicy) checkFailurePolicy(spec, `${field}.podFailurePolicy`, causes);
  if (spec.successPolicy) {
    if (spec.completionMode === "Indexed") checkSuccessPolicy(spec, `${field}.successPolicy`, causes);
    else {
      const printed = internalValue("batch.SuccessPolicy", spec.successPolicy);
      causes.push(invalidField(`${field}.successPolicy`, printed, "requires indexed completion mode"));
    }
  }
  const replacements = spec.podFailurePolicy ? ["Failed"] : ["Failed", "TerminatingOrFailed"];
  checkOneOf(spec.podReplacementPolicy, replacements, `${field}.podReplacementPolicy`, causes);
  checkPodTemplate(spec.template ?? {}, `${field}.template`, causes);
  checkRestartPolicy(spec, `${field}.template.spec.restartPolicy`, causes);
}

const counts = [
  "parallelism",
  "completions",
  "activeDeadlineSeconds",
  "backoffLimit",
  "ttlSecondsAfterFinished",
  "backoffLimitPerIndex",
] as const;

function checkManager(manager: string, field: string, causes: StatusCause[]): void {
  if (checkPresent(manager, field, causes)) checkDomainPath(manager, field, causes);
  if (byteLength(manager) > maxManagerBytes) causes.push(tooLongField(field, maxManagerBytes));
}

function checkDomainPath(text: string, field: string, causes: StatusCause[]): void {
  const slash = text.indexOf("/");
  const path = text.slice(slash + 1);
  if (slash <= 0 || path === "") {
    return void causes.push(invalidField(field, text, 'must be a domain-prefixed path (such as "acme.io/foo")'));
  }
  checkText(validateDns1123Subdomain, text.slice(0, slash), field, causes);
  if (/^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(path)) return;
  const detail = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')";
  causes.push(invalidField(field, path, detail));
}

function checkCompletionMode(spec: JobSpec, field: string, causes: StatusCause[]): void {
  const { completionMode, backoffLimitPerIndex, maxFailedIndexes } = spec;
  checkOneOf(completionMode, ["NonIndexed", "Indexed"], `${field}.completionMode`, causes);
  if (completionMode === "Indexed") return void checkIndexed(spec, field, causes);
  if (completionMode !== undefined && completionMode !== "NonIndexed") return;
  for (const [name, value] of Object.entries({ backoffLimitPerIndex, maxFailedIndexes })) {
    if (value !== undefined) causes.push(invalidField(`${field}.${name}`, value, "requires indexed completion mode"));
  }
}

function checkIndexed(spec: JobSpec, field: string, causes: StatusCause[]): void {
  const { completions, parallelism = 0, maxFailedIndexes } = spec;
  const refuse = (name: "parallelism" | "maxFailedIndexes", detail: string): void => {
    causes.push(invalidField(`${field}.${name}`, spec[name], `must be less than or equal to ${detail}`));
  };
  if (completions === undefined) {
    causes.push(requiredField(`${field}.completions`, "when completion mode is Indexed"));
  }
  if (parallelism > manyIndexes) refuse("parallelism", `${manyIndexes} when completion mode is Indexed`);
  if (completions !== undefined && maxFailedIndexes !== undefined && maxFailedIndexes > completions) {
    refuse("maxFailedIndexes", "completions");
  }
  if ((maxFailedIndexes ?? 0) > manyIndexes) refuse("maxFailedIndexes", String(manyIndexes));
  if ((completions ?? 0) <= manyIndexes || spec.backoffLimitPerIndex === undefined) return;
  if (maxFailedIndexes === undefined) {
    const detail = `must be specified when completions is above ${manyIndexes}`;
    causes.push(requiredField(`${field}.maxFailedIndexes`, detail));
  }
  const whenMany = `${fewIndexes} when completions are above ${manyIndexes} and used with backoff limit per index`;
  if (parallelism > fewIndexes) refuse("parallelism", whenMany);
  if ((maxFailedIndexes ?? 0) > fewIndexes) refuse("maxFailedIndexes", whenMany);
}

function checkRestartPolicy(spec: JobSpec, field: string, causes: StatusCause[]): void {
  const policy = specOf(spec.template).restartPolicy as string | undefined;
  if (!policy || policy === "Always") {
    causes.push(requiredField(field, 'valid values: "OnFailure", "Never"'));
  } else if (policy !== "OnFailure" && policy !== "Never") {
    causes.push(unsupportedField(field, policy, ["OnFailure", "Never"]));
  } else if (spec.podFailurePolicy && policy !== "Never") {
    causes.push(invalidField(field, policy, 'only "Never" is supported when podFailurePolicy is specified'));
  }
}
