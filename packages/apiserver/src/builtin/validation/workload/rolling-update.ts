import { type IntOrString, type StatusCause, validatePercent } from "@kubewright/api";
import { invalidField } from "@kubewright/api/server";
import { checkNotNegative } from "../rule/number-rule.ts";

/** Adds what is wrong with a number of pods, or a part of them. */
export function checkIntOrPercent(value: IntOrString, field: string, causes: StatusCause[]): void {
  if (typeof value === "number") return void checkNotNegative(value, field, causes);
  for (const problem of validatePercent(value)) causes.push(invalidField(field, value, problem));
}

/** Adds a cause for more than all. */
export function checkAtMostAll(value: IntOrString, field: string, causes: StatusCause[]): void {
  if (typeof value === "string" && percentOf(value) > 100) {
    causes.push(invalidField(field, value, "must not be greater than 100%"));
  }
}

/** Whether it comes to none at all. A text that is no part counts as the number that it is, or as none. */
export function isNone(value: IntOrString): boolean {
  if (typeof value === "number") return value === 0;
  return validatePercent(value).length === 0 ? percentOf(value) === 0 : !/^[+-]?0*[1-9]\d*$/.test(value);
}

function percentOf(text: string): number {
  return validatePercent(text).length === 0 ? Number(text.slice(0, -1)) : 0;
}
