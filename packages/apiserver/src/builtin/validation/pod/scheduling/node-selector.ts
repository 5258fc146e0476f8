import { type StatusCause, validateDns1123Subdomain, validateLabelValue, validateQualifiedName } from "@kubewright/api";
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from "@kubewright/api/core/v1";
import { forbiddenField, invalidField, requiredField } from "@kubewright/api/server";
import { checkText } from "../../rule/text-rule.ts";

/** Adds what is wrong with what nodes must be like. */
export function checkNodeSelector({ nodeSelectorTerms }: NodeSelector, field: string, causes: StatusCause[]): void {
  const place = `${field}.nodeSelectorTerms`;
  if ((nodeSelectorTerms?.length ?? 0) === 0) {
    causes.push(requiredField(place, "must have at least one node selector term"));
  }
  for (const [index, term] of (nodeSelectorTerms ?? []).entries()) {
    checkNodeSelectorTerm(term, true, `${place}[${index}]`, causes);
  }
}

/** Adds what is wrong with one of several things that nodes may be like. */
export function checkNodeSelectorTerm(
  term: NodeSelectorTerm,
  checksValues: boolean,
  field: string,
  causes: StatusCause[],
): void {
  for (const [index, requirement] of (term.matchExpressions ?? []).entries()) {
    checkLabelRequirement(requirement, checksValues, `${field}.matchExpressions[${index}]`, causes);
  }
  for (const [index, requirement] of (term.matchFields ?? []).entries()) {
    checkFieldRequirement(requirement, `${field}.matchFields[${index}]`, causes);
  }
}

function checkLabelRequirement(
  { key = "", operator, values = [] }: NodeSelectorRequirement,
  checksValues: boolean,
  field: string,
  causes: StatusCause[],
): void {
  const place = `${field}.values`;
  switch (operator) {
    case "In":
    case "NotIn":
      if (values.length === 0) {
        causes.push(requiredField(place, "must be specified when `operator` is 'In' or 'NotIn'"));
      }
      break;
    case "Exists":
    case "DoesNotExist":
      if (values.length > 0) {
        causes.push(forbiddenField(place, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
      }
      break;
    case "Gt":
    case "Lt":
      if (values.length !== 1) {
        causes.push(requiredField(place, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
      }
      break;
    default:
      causes.push(invalidField(`${field}.operator`, operator ?? "", "not a valid selector operator"));
  }
  checkText(validateQualifiedName, key, `${field}.key`, causes);
  if (!checksValues) return;
  for (const [index, value] of values.entries()) checkText(validateLabelValue, value, `${place}[${index}]`, causes);
}

function checkFieldRequirement(
  { key = "", operator, values = [] }: NodeSelectorRequirement,
  field: string,
  causes: StatusCause[],
): void {
  if (operator !== "In" && operator !== "NotIn") {
    causes.push(invalidField(`${field}.operator`, operator ?? "", "not a valid selector operator"));
  } else if (values.length !== 1) {
    const detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    causes.push(requiredField(`${field}.values`, detail));
  }
  if (key !== "metadata.name") {
    return void causes.push(invalidField(`${field}.key`, key, "not a valid field selector key"));
  }
  for (const [index, value] of values.entries()) {
    checkText(validateDns1123Subdomain, value, `${field}.values[${index}]`, causes);
  }
}
