import { type StatusCause, validatePortName, validatePortNumber, validateUnixId } from "@kubewright/api";
import { invalidField } from "@kubewright/api/server";

/** Adds a cause for a number below 0. */
export function checkNotNegative(value: number | bigint | undefined, field: string, causes: StatusCause[]): void {
  if (value !== undefined && value < 0) causes.push(invalidField(field, value, "must be greater than or equal to 0"));
}

/** Adds a cause for a number that is not above 0; one that is not there counts as 0. */
export function checkPositive(value: number | undefined, field: string, causes: StatusCause[]): void {
  if ((value ?? 0) <= 0) causes.push(invalidField(field, value ?? 0, "must be greater than zero"));
}

/** What the server says of a number that is not between two others. */
export function rangeText(low: number, high: number): string {
  return `must be between ${low} and ${high}, inclusive`;
}

/** Adds a cause for the number of a user or group that none can have. */
export function checkUnixId(value: number | bigint | undefined, field: string, causes: StatusCause[]): void {
  if (value === undefined) return;
  for (const problem of validateUnixId(Number(value))) causes.push(invalidField(field, value, problem));
}

/** Adds a cause for a port that is neither a number nor a name of one. */
export function checkPort(value: number | string | undefined, field: string, causes: StatusCause[]): void {
  const port = value ?? 0;
  const problems = typeof port === "string" ? validatePortName(port) : validatePortNumber(port);
  for (const problem of problems) causes.push(invalidField(field, port, problem));
}
