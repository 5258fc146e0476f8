import type { StatusCause } from "@kubewright/api";
import type { ClusterRole, Role } from "@kubewright/api/rbac/v1";
import { invalidField, requiredField } from "@kubewright/api/server";
import type { KindValidation } from "../kind-validation.ts";
import { checkLabelSelector, selectorOf } from "../rule/label-selector.ts";
import { typedValidation } from "../typed-validation.ts";
import { checkPolicyRules } from "./policy-rule.ts";

/** The rules of roles. */
export const roleValidation: KindValidation = typedValidation<Role>({
  validate: (role, causes) => checkPolicyRules(role.rules, true, causes),
  validateUpdate: (role, _old, causes) => checkPolicyRules(role.rules, true, causes),
});

/** The rules of cluster roles. */
export const clusterRoleValidation: KindValidation = typedValidation<ClusterRole>({
  validate: checkClusterRole,
  validateUpdate: (role, _old, causes) => checkClusterRole(role, causes),
});

function checkClusterRole({ rules, aggregationRule }: ClusterRole, causes: StatusCause[]): void {
  checkPolicyRules(rules, false, causes);
  if (aggregationRule === undefined) return;
  const { clusterRoleSelectors = [] } = aggregationRule;
  const field = "aggregationRule.clusterRoleSelectors";
  if (clusterRoleSelectors.length === 0) {
    causes.push(requiredField(field, "at least one clusterRoleSelector required if aggregationRule is non-nil"));
  }
  for (const [index, selector] of clusterRoleSelectors.entries()) {
    checkLabelSelector(selector, `${field}[${index}]`, causes);
    if (selectorOf(selector) === undefined) {
      causes.push(invalidField(`${field}[${index}]`, null, "invalid label selector."));
    }
  }
}
