import { type IntOrString, type StatusCause, validatePercent } from "@kubewright/api";
import type { PodDisruptionBudget, PodDisruptionBudgetSpec } from "@kubewright/api/policy/v1";
import { invalidField } from "@kubewright/api/server";
import { internalValue } from "../internal/internal-value.ts";
import type { KindValidation } from "../kind-validation.ts";
import { checkLabelSelector } from "../rule/label-selector.ts";
import { checkNotNegative } from "../rule/number-rule.ts";
import { checkOneOf } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";
import { checkConditions } from "./condition.ts";

/** The rules of disruption budgets. */
export const disruptionBudgetValidation: KindValidation = typedValidation<PodDisruptionBudget>({
  validate: (budget, causes) => checkSpec(budget.spec ?? {}, causes),
  validateUpdate: (budget, _old, causes) => checkSpec(budget.spec ?? {}, causes),
  views: {
    status: {
      validateUpdate({ status }, _old, causes) {
        checkConditions(status?.conditions, "status.conditions", causes);
        for (const name of ["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"] as const) {
          checkNotNegative(status?.[name], `status.${name}`, causes);
        }
      },
    },
  },
});

function checkSpec(spec: PodDisruptionBudgetSpec, causes: StatusCause[]): void {
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy } = spec;
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    const detail = "minAvailable and maxUnavailable cannot be both set";
    causes.push(invalidField("spec", internalValue("policy.PodDisruptionBudgetSpec", spec), detail));
  }
  checkShare(minAvailable, "spec.minAvailable", causes);
  checkShare(maxUnavailable, "spec.maxUnavailable", causes);
  checkLabelSelector(selector, "spec.selector", causes);
  const policies = ["AlwaysAllow", "IfHealthyBudget"];
  checkOneOf(unhealthyPodEvictionPolicy, policies, "spec.unhealthyPodEvictionPolicy", causes);
}

/** A number of pods, or a percentage of them. */
function checkShare(share: IntOrString | undefined, field: string, causes: StatusCause[]): void {
  if (typeof share !== "string") {
    checkNotNegative(share, field, causes);
    return;
  }
  const problems = validatePercent(share);
  for (const problem of problems) causes.push(invalidField(field, share, problem));
  if (problems.length === 0 && Number.parseInt(share, 10) > 100) {
    causes.push(invalidField(field, share, "must not be greater than 100%"));
  }
}
