import {
  type LabelSelector,
  Selector,
  type StatusCause,
  validateLabelValue,
  validateQualifiedName,
} from "@kubewright/api";
import { forbiddenField, invalidField, requiredField } from "@kubewright/api/server";
import { internalValue } from "../internal/internal-value.ts";
import { checkText } from "./text-rule.ts";

/** A selector of an object; one that must be there is null when it is not. */
export type GivenSelector = LabelSelector | null | undefined;

type Requirement = NonNullable<LabelSelector["matchExpressions"]>[number];

/** Adds what is wrong with a selector, if there is one. */
export function checkLabelSelector(selector: GivenSelector, field: string, causes: StatusCause[]): void {
  if (!selector) return;
  checkLabels(selector.matchLabels, `${field}.matchLabels`, causes);
  for (const [index, expression] of (selector.matchExpressions ?? []).entries()) {
    checkRequirement(expression, `${field}.matchExpressions[${index}]`, causes);
  }
}

/** Adds what is wrong with labels. */
export function checkLabels(
  labels: Readonly<Record<string, string>> | undefined,
  field: string,
  causes: StatusCause[],
): void {
  for (const [key, value] of Object.entries(labels ?? {})) {
    checkText(validateQualifiedName, key, field, causes);
    checkText(validateLabelValue, value, field, causes);
  }
}

/** Whether a selector asks for nothing. */
export function isEmptySelector(selector: LabelSelector): boolean {
  return Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions?.length ?? 0) === 0;
}

/** The selector that a structure says; undefined for one that says none, which `checkLabelSelector` tells of. An absent one selects nothing. */
export function selectorOf(structure: GivenSelector): Selector | undefined {
  if (!structure) return Selector.nothing;
  try {
    return Selector.from(structure);
  } catch {
    return undefined;
  }
}

/** A selector as it is printed. */
export function printedSelector(selector: GivenSelector): unknown {
  return internalValue("*metav1.LabelSelector", selector);
}

function checkRequirement({ key, operator, values = [] }: Requirement, field: string, causes: StatusCause[]): void {
  switch (operator) {
    case "In":
    case "NotIn":
      if (values.length === 0) {
        causes.push(requiredField(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
      }
      break;
    case "Exists":
    case "DoesNotExist":
      if (values.length > 0) {
        const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
        causes.push(forbiddenField(`${field}.values`, detail));
      }
      break;
    default:
      causes.push(invalidField(`${field}.operator`, operator ?? "", "not a valid selector operator"));
  }
  checkText(validateQualifiedName, key ?? "", `${field}.key`, causes);
  for (const [index, value] of values.entries()) {
    checkText(validateLabelValue, value, `${field}.values[${index}]`, causes);
  }
}
