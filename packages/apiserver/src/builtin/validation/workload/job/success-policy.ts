import type { StatusCause } from "@kubewright/api";
import type { JobSpec, SuccessPolicyRule } from "@kubewright/api/batch/v1";
import { byteLength, invalidField, requiredField, tooLongField, tooManyField } from "@kubewright/api/server";
import { checkNotNegative } from "../../rule/number-rule.ts";
import { countIndexes } from "./index-list.ts";

const maxRules = 20;
const maxIndexBytes = 64 * 1024;

/** Adds what is wrong with when an indexed job has done enough. */
export function checkSuccessPolicy(spec: JobSpec, field: string, causes: StatusCause[]): void {
  const rules = spec.successPolicy?.rules ?? [];
  const place = `${field}.rules`;
  if (rules.length === 0) {
    causes.push(requiredField(place, "at least one rules must be specified when the successPolicy is specified"));
  }
  if (rules.length > maxRules) causes.push(tooManyField(place, rules.length, maxRules));
  for (const [index, rule] of rules.entries()) {
    checkRule(rule, spec.completions ?? 0, `${place}[${index}]`, causes);
  }
}

function checkRule(rule: SuccessPolicyRule, completions: number, field: string, causes: StatusCause[]): void {
  const { succeededCount, succeededIndexes } = rule;
  if (succeededCount === undefined && succeededIndexes === undefined) {
    causes.push(requiredField(field, "at least one of succeededCount or succeededIndexes must be specified"));
  }
  let indexCount = 0;
  if (succeededIndexes !== undefined) {
    const place = `${field}.succeededIndexes`;
    if (byteLength(succeededIndexes) > maxIndexBytes) causes.push(tooLongField(place, maxIndexBytes));
    const count = countIndexes(succeededIndexes, completions);
    if (typeof count === "number") indexCount = count;
    else causes.push(invalidField(place, succeededIndexes, `error parsing succeededIndexes: ${count}`));
  }
  if (succeededCount === undefined) return;
  const place = `${field}.succeededCount`;
  checkNotNegative(succeededCount, place, causes);
  if (succeededCount > completions) {
    const detail = `must be less than or equal to ${completions} (the number of specified completions)`;
    causes.push(invalidField(place, succeededCount, detail));
  }
  if (succeededIndexes !== undefined && succeededCount > indexCount) {
    const detail = `must be less than or equal to ${indexCount} (the number of indexes in the specified succeededIndexes field)`;
    causes.push(invalidField(place, succeededCount, detail));
  }
}
