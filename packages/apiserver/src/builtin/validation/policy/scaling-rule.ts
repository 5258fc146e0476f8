import { Quantity, type StatusCause } from "@kubewright/api";
import type { HPAScalingPolicy, HPAScalingRules } from "@kubewright/api/autoscaling/v2";
import { invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import { checkPositive } from "../rule/number-rule.ts";
import { checkOneOf } from "../rule/text-rule.ts";

const maxWindowSeconds = 3600;
const maxPeriodSeconds = 1800;
const policyTypes: readonly string[] = ["Percent", "Pods"];

/** Adds what is wrong with how fast an autoscaler may be. */
export function checkScalingRules(rules: HPAScalingRules | undefined, field: string, causes: StatusCause[]): void {
  if (rules === undefined) return;
  const { stabilizationWindowSeconds: window, selectPolicy, policies, tolerance } = rules;
  const refuseWindow = (detail: string): void =>
    void causes.push(invalidField(`${field}.stabilizationWindowSeconds`, window, detail));
  if (window !== undefined && window < 0) refuseWindow("must be greater than or equal to zero");
  if (window !== undefined && window > maxWindowSeconds) {
    refuseWindow(`must be less than or equal to ${maxWindowSeconds}`);
  }
  checkOneOf(selectPolicy, ["Disabled", "Max", "Min"], `${field}.selectPolicy`, causes);
  const list = policies ?? [];
  if (list.length === 0) causes.push(requiredField(`${field}.policies`, "must specify at least one Policy"));
  for (const [index, policy] of list.entries()) checkPolicy(policy, `${field}.policies[${index}]`, causes);
  if (tolerance !== undefined && Quantity.parse(tolerance).sign < 0) {
    const detail = "must be greater than or equal to 0";
    causes.push(invalidField(`${field}.tolerance`, Quantity.parse(tolerance).toString(), detail));
  }
}

function checkPolicy(policy: HPAScalingPolicy, field: string, causes: StatusCause[]): void {
  const type: string = policy.type ?? "";
  const periodSeconds = policy.periodSeconds ?? 0;
  if (!policyTypes.includes(type)) causes.push(unsupportedField(`${field}.type`, type, policyTypes));
  checkPositive(policy.value, `${field}.value`, causes);
  checkPositive(periodSeconds, `${field}.periodSeconds`, causes);
  if (periodSeconds > maxPeriodSeconds) {
    const detail = `must be less than or equal to ${maxPeriodSeconds}`;
    causes.push(invalidField(`${field}.periodSeconds`, periodSeconds, detail));
  }
}
