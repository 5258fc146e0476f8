import type { CustomResourceDefinitionStatus } from "@kubewright/api/apiextensions/v1";
import { approvalOf, isProtectedGroup } from "./api-approval.ts";
import { findCondition, withCondition } from "./condition.ts";
import type { Definition } from "./definition.ts";

const reasons = {
  invalid: "InvalidAnnotation",
  missing: "MissingAnnotation",
  approved: "ApprovedAnnotation",
  bypassed: "UnapprovedAnnotation",
} as const;

/** The status of a definition of a protected group, which says whether its API was approved; undefined when nothing is to change. */
export function approvalStatus(definition: Definition, now: number): CustomResourceDefinitionStatus | undefined {
  if (!isProtectedGroup(definition.spec.group)) return undefined;
  const type = "KubernetesAPIApprovalPolicyConformant";
  const { state, reason: message } = approvalOf(definition);
  const condition = { type, status: state === "approved" ? "True" : "False", reason: reasons[state], message };
  const old = findCondition(definition, type);
  const isSame = old?.status === condition.status && old.reason === condition.reason && old.message === message;
  return isSame ? undefined : withCondition(definition.status ?? {}, condition, now);
}
