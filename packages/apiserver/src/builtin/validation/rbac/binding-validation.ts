import { jsonEqual, type StatusCause, validateDns1123Subdomain, validatePathSegmentName } from "@kubewright/api";
import type { ClusterRoleBinding, RoleBinding, RoleRef, Subject } from "@kubewright/api/rbac/v1";
import { invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import { internalValue } from "../internal/internal-value.ts";
import type { KindValidation } from "../kind-validation.ts";
import { checkNeededText, checkText } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";

type Binding = RoleBinding | ClusterRoleBinding;

/** The rules of role bindings. */
export const roleBindingValidation: KindValidation = bindingValidation(true, ["Role", "ClusterRole"]);

/** The rules of cluster role bindings. */
export const clusterRoleBindingValidation: KindValidation = bindingValidation(false, ["ClusterRole"]);

const rbacGroup = "rbac.authorization.k8s.io";

function bindingValidation(isNamespaced: boolean, kinds: readonly string[]): KindValidation {
  const check = ({ roleRef, subjects = [] }: Binding, causes: StatusCause[]): void => {
    checkRoleRef(roleRef, kinds, causes);
    for (const [index, subject] of subjects.entries()) {
      checkSubject(subject, isNamespaced, `subjects[${index}]`, causes);
    }
  };
  return typedValidation<Binding>({
    validate: check,
    validateUpdate(binding, old, causes) {
      check(binding, causes);
      const roleRef = printedRef(binding.roleRef);
      if (jsonEqual(roleRef, printedRef(old.roleRef))) return;
      causes.push(invalidField("roleRef", roleRef, "cannot change roleRef"));
    },
  });
}

function printedRef(roleRef: RoleRef): unknown {
  return internalValue("rbac.RoleRef", roleRef);
}

function checkRoleRef(roleRef: RoleRef | undefined, kinds: readonly string[], causes: StatusCause[]): void {
  const { apiGroup = "", kind = "", name } = roleRef ?? ({} as Partial<RoleRef>);
  if (apiGroup !== rbacGroup) causes.push(unsupportedField("roleRef.apiGroup", apiGroup, [rbacGroup]));
  if (!kinds.includes(kind)) causes.push(unsupportedField("roleRef.kind", kind, kinds));
  checkNeededText(validatePathSegmentName, name, "roleRef.name", causes);
}

function checkSubject(subject: Subject, isNamespaced: boolean, field: string, causes: StatusCause[]): void {
  const { kind = "", apiGroup = "", name = "", namespace = "" } = subject;
  if (name === "") causes.push(requiredField(`${field}.name`));
  switch (kind) {
    case "ServiceAccount":
      if (name !== "") checkText(validateDns1123Subdomain, name, `${field}.name`, causes);
      if (apiGroup !== "") causes.push(unsupportedField(`${field}.apiGroup`, apiGroup, [""]));
      if (!isNamespaced && namespace === "") causes.push(requiredField(`${field}.namespace`));
      break;
    case "User":
    case "Group":
      if (apiGroup !== rbacGroup) causes.push(unsupportedField(`${field}.apiGroup`, apiGroup, [rbacGroup]));
      break;
    default:
      causes.push(unsupportedField(`${field}.kind`, kind, ["ServiceAccount", "User", "Group"]));
  }
}
