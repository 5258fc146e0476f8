import { type StatusCause, validateQualifiedName } from "@kubewright/api";
import type { JobSpec, PodFailurePolicyOnExitCodesRequirement, PodFailurePolicyRule } from "@kubewright/api/batch/v1";
import {
  duplicateField,
  invalidField,
  quoteList,
  requiredField,
  tooManyField,
  unsupportedField,
} from "@kubewright/api/server";
import { specOf } from "../../pod/pod-template.ts";
import { checkText } from "../../rule/text-rule.ts";

const maxRules = 20;
const maxPatterns = 20;
const maxValues = 255;
const actions = ["Count", "FailIndex", "FailJob", "Ignore"];
const operators = ["In", "NotIn"];
const statuses = ["False", "True", "Unknown"];

/** Adds what is wrong with what a job does about pods that fail. */
export function checkFailurePolicy(spec: JobSpec, field: string, causes: StatusCause[]): void {
  const rules = spec.podFailurePolicy?.rules ?? [];
  if (rules.length > maxRules) causes.push(tooManyField(`${field}.rules`, rules.length, maxRules));
  const { containers, initContainers } = specOf(spec.template);
  const names = new Set([...(containers ?? []), ...(initContainers ?? [])].map(({ name }) => name));
  for (const [index, rule] of rules.entries()) checkRule(rule, spec, names, `${field}.rules[${index}]`, causes);
}

function checkRule(
  rule: PodFailurePolicyRule,
  spec: JobSpec,
  containerNames: ReadonlySet<string>,
  field: string,
  causes: StatusCause[],
): void {
  const { action, onExitCodes, onPodConditions = [] } = rule;
  if (action === "FailIndex") {
    if (spec.backoffLimitPerIndex === undefined) {
      causes.push(invalidField(`${field}.action`, action, "requires the backoffLimitPerIndex to be set"));
    }
  } else {
    checkListed(action, actions, `${field}.action`, causes);
  }
  if (onExitCodes) checkExitCodes(onExitCodes, containerNames, `${field}.onExitCodes`, causes);
  if (onPodConditions.length > maxPatterns) {
    causes.push(tooManyField(`${field}.onPodConditions`, onPodConditions.length, maxPatterns));
  }
  for (const [index, { type, status }] of onPodConditions.entries()) {
    const place = `${field}.onPodConditions[${index}]`;
    checkText(validateQualifiedName, type ?? "", `${place}.type`, causes);
    checkListed(status, statuses, `${place}.status`, causes);
  }
  if (Boolean(onExitCodes) !== onPodConditions.length > 0) return;
  const detail = onExitCodes
    ? "specifying both OnExitCodes and OnPodConditions is not supported"
    : "specifying one of OnExitCodes and OnPodConditions is required";
  causes.push(invalidField(field, undefined, detail));
}

function checkExitCodes(
  { operator, containerName, values: given }: PodFailurePolicyOnExitCodesRequirement,
  containerNames: ReadonlySet<string>,
  field: string,
  causes: StatusCause[],
): void {
  checkListed(operator, operators, `${field}.operator`, causes);
  if (containerName !== undefined && !containerNames.has(containerName)) {
    const detail = "must be one of the container or initContainer names in the pod template";
    causes.push(invalidField(`${field}.containerName`, containerName, detail));
  }
  const values = given ?? [];
  const place = `${field}.values`;
  if (values.length === 0) causes.push(invalidField(place, given ?? null, "at least one value is required"));
  else if (values.length > maxValues) causes.push(tooManyField(place, values.length, maxValues));
  const seen = new Set<number>();
  for (const [index, value] of values.entries()) {
    if (operator === "In" && value === 0) {
      causes.push(invalidField(`${place}[${index}]`, value, "must not be 0 for the In operator"));
    }
    if (seen.has(value)) causes.push(duplicateField(`${place}[${index}]`, value));
    seen.add(value);
  }
  if (values.some((value, index) => index > 0 && (values[index - 1] as number) > value)) {
    causes.push(invalidField(place, values, "must be ordered"));
  }
}

function checkListed(value: string | undefined, known: readonly string[], field: string, causes: StatusCause[]): void {
  if (!value) causes.push(requiredField(field, `valid values: ${quoteList(known)}`));
  else if (!known.includes(value)) causes.push(unsupportedField(field, value, known));
}
