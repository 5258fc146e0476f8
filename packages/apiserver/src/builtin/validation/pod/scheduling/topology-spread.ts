import type { StatusCause } from "@kubewright/api";
import type { TopologySpreadConstraint } from "@kubewright/api/core/v1";
import { duplicateField, invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import { checkLabelSelector } from "../../rule/label-selector.ts";
import { checkPositive } from "../../rule/number-rule.ts";
import { checkOneOf } from "../../rule/text-rule.ts";
import { checkLabelKeys } from "./label-key.ts";

const actions = ["DoNotSchedule", "ScheduleAnyway"];
const nodePolicies = ["Honor", "Ignore"];

/** Adds what is wrong with how pods are spread. */
export function checkTopologySpread(
  constraints: readonly TopologySpreadConstraint[],
  field: string,
  causes: StatusCause[],
): void {
  const counts = new Map<string, number>();
  for (const constraint of constraints) counts.set(kindOf(constraint), (counts.get(kindOf(constraint)) ?? 0) + 1);
  for (const [index, constraint] of constraints.entries()) {
    const place = `${field}[${index}]`;
    const { topologyKey = "", whenUnsatisfiable = "" } = constraint;
    checkPositive(constraint.maxSkew, `${place}.maxSkew`, causes);
    if (topologyKey === "") causes.push(requiredField(`${place}.topologyKey`, "can not be empty"));
    if (!actions.includes(whenUnsatisfiable)) {
      causes.push(unsupportedField(`${place}.whenUnsatisfiable`, whenUnsatisfiable, actions));
    }
    const kind = kindOf(constraint);
    const others = (counts.get(kind) ?? 0) - 1;
    counts.set(kind, others);
    // Said of each but the last.
    if (others > 0) causes.push(duplicateField(`${place}.{topologyKey, whenUnsatisfiable}`, kind));
    checkMinDomains(constraint, `${place}.minDomains`, causes);
    checkOneOf(constraint.nodeAffinityPolicy, nodePolicies, `${place}.nodeAffinityPolicy`, causes);
    checkOneOf(constraint.nodeTaintsPolicy, nodePolicies, `${place}.nodeTaintsPolicy`, causes);
    checkLabelKeys(constraint, place, causes);
    checkLabelSelector(constraint.labelSelector, `${place}.labelSelector`, causes);
  }
}

function kindOf({ topologyKey, whenUnsatisfiable }: TopologySpreadConstraint): string {
  return `{${topologyKey ?? ""}, ${whenUnsatisfiable ?? ""}}`;
}

function checkMinDomains(
  { minDomains, whenUnsatisfiable }: TopologySpreadConstraint,
  field: string,
  causes: StatusCause[],
): void {
  if (minDomains === undefined) return;
  checkPositive(minDomains, field, causes);
  if (whenUnsatisfiable === "DoNotSchedule") return;
  const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable ?? ""}`;
  causes.push(invalidField(field, minDomains, detail));
}
