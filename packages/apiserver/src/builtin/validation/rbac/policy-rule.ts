import type { StatusCause } from "@kubewright/api";
import type { PolicyRule } from "@kubewright/api/rbac/v1";
import { invalidField, requiredField } from "@kubewright/api/server";

/** Adds what is wrong with the rules of a role. */
export function checkPolicyRules(
  rules: readonly PolicyRule[] | undefined,
  isNamespaced: boolean,
  causes: StatusCause[],
): void {
  for (const [index, rule] of (rules ?? []).entries()) checkRule(rule, isNamespaced, `rules[${index}]`, causes);
}

function checkRule(rule: PolicyRule, isNamespaced: boolean, field: string, causes: StatusCause[]): void {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  if ((rule.verbs ?? []).length === 0)
    causes.push(requiredField(`${field}.verbs`, "verbs must contain at least one value"));
  if (nonResourceURLs.length > 0) {
    const refuse = (detail: string): void =>
      void causes.push(invalidField(`${field}.nonResourceURLs`, nonResourceURLs, detail));
    if (isNamespaced) refuse("namespaced rules cannot apply to non-resource URLs");
    if (apiGroups.length + resources.length + resourceNames.length > 0) {
      refuse("rules cannot apply to both regular resources and non-resource URLs");
    }
    return;
  }
  if (apiGroups.length === 0) {
    causes.push(requiredField(`${field}.apiGroups`, "resource rules must supply at least one api group"));
  }
  if (resources.length === 0) {
    causes.push(requiredField(`${field}.resources`, "resource rules must supply at least one resource"));
  }
}
