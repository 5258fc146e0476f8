import { type Condition, type StatusCause, validateQualifiedName } from "@kubewright/api";
import {
  byteLength,
  duplicateField,
  invalidField,
  requiredField,
  tooLongField,
  unsupportedField,
} from "@kubewright/api/server";
import { checkText } from "../rule/text-rule.ts";

const maxReasonBytes = 1024;
const maxMessageBytes = 32 * 1024;
const statuses: readonly string[] = ["False", "True", "Unknown"];
const reasonPattern = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;

/** Adds what is wrong with conditions of the form that all newer kinds have. */
export function checkConditions(
  conditions: readonly Partial<Condition>[] | undefined,
  field: string,
  causes: StatusCause[],
): void {
  const types = new Set<string>();
  for (const [index, condition] of (conditions ?? []).entries()) {
    const { type = "" } = condition;
    if (types.has(type)) causes.push(duplicateField(`${field}[${index}].type`, type));
    types.add(type);
    checkCondition(condition, `${field}[${index}]`, causes);
  }
}

function checkCondition(condition: Partial<Condition>, field: string, causes: StatusCause[]): void {
  const { type = "", status = "", observedGeneration = 0, lastTransitionTime, reason = "", message = "" } = condition;
  checkText(validateQualifiedName, type, `${field}.type`, causes);
  if (!statuses.includes(status)) causes.push(unsupportedField(`${field}.status`, status, statuses));
  if (observedGeneration < 0) {
    const detail = "must be greater than or equal to zero";
    causes.push(invalidField(`${field}.observedGeneration`, observedGeneration, detail));
  }
  if (!lastTransitionTime) causes.push(requiredField(`${field}.lastTransitionTime`));
  if (reason === "") causes.push(requiredField(`${field}.reason`));
  else if (!reasonPattern.test(reason)) causes.push(invalidField(`${field}.reason`, reason, reasonProblem));
  if (byteLength(reason) > maxReasonBytes) causes.push(tooLongField(`${field}.reason`, maxReasonBytes));
  if (byteLength(message) > maxMessageBytes) causes.push(tooLongField(`${field}.message`, maxMessageBytes));
}

const reasonProblem =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";
