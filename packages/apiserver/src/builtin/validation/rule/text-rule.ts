import type { StatusCause } from "@kubewright/api";
import { invalidField, requiredField, unsupportedField } from "@kubewright/api/server";

/** What is wrong with a text, in the server's words. */
export type TextRule = (value: string) => readonly string[];

/** Adds a cause for each problem that the rule has with a text. */
export function checkText(rule: TextRule, value: string, field: string, causes: StatusCause[]): void {
  for (const problem of rule(value)) causes.push(invalidField(field, value, problem));
}

/** As `checkText`, for a text that must be there. */
export function checkNeededText(rule: TextRule, value: string | undefined, field: string, causes: StatusCause[]): void {
  if (checkPresent(value, field, causes)) checkText(rule, value as string, field, causes);
}

/** Adds a cause unless there is a text, and says whether there is one. */
export function checkPresent(value: string | undefined, field: string, causes: StatusCause[]): boolean {
  if (value) return true;
  causes.push(requiredField(field));
  return false;
}

/** Adds a cause unless the text, if it is there, is one of those that are listed in the message in this order. */
export function checkOneOf(
  value: string | undefined,
  supported: readonly string[],
  field: string,
  causes: StatusCause[],
): void {
  if (value !== undefined && !supported.includes(value)) causes.push(unsupportedField(field, value, supported));
}

/** As `checkOneOf`, for a text that must be there. */
export function checkNeededOneOf(
  value: string | undefined,
  supported: readonly string[],
  field: string,
  causes: StatusCause[],
): void {
  if (checkPresent(value, field, causes)) checkOneOf(value, supported, field, causes);
}
