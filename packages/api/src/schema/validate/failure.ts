import {
  invalidField,
  mistypedField,
  requiredField,
  tooLongField,
  tooManyField,
  unsupportedField,
} from "../../status/field-cause.ts";
import type { StatusCause } from "../../status/status.ts";
import { quote } from "../../text/byte-text.ts";
import { formatFloat } from "../../text/float-text.ts";
import { goJson, orderMembers } from "../../text/server-json.ts";

/** What is wrong with a value. */
export interface Failure {
  /** Where, from the root of what is checked; undefined for what the server says of the value as a whole. */
  readonly path: string | undefined;
  /** Failures with the same text are one. */
  readonly text: string;
  readonly causeAt: (field: string) => StatusCause;
}

/** The value has another type. `found` is the name of what it has instead, or the text that lacks the format. */
export function wrongType(path: string, type: string, found: string): Failure {
  const text = `${path} in body must be of type ${type}: ${quote(found)}`;
  return { path, text, causeAt: (field) => mistypedField(field, found, text) };
}

/** A member that must be there is not. */
export function missing(path: string): Failure {
  return { path, text: `${path} in body is required`, causeAt: (field) => requiredField(field) };
}

/** The text has too many characters. */
export function tooLong(path: string, limit: number): Failure {
  const text = `${path} in body should be at most ${limit} chars long`;
  return { path, text, causeAt: (field) => tooLongField(field, limit) };
}

/** There are too many items or members. */
export function tooMany(path: string, actual: number, limit: number, what: "items" | "properties"): Failure {
  const text = `${path} in body should have at most ${limit} ${what}`;
  return { path, text, causeAt: (field) => tooManyField(field, actual, limit) };
}

/** The value is not one of those that are allowed. */
export function notInEnum(path: string, value: unknown, allowed: readonly unknown[]): Failure {
  const values = allowed.map((item) => (typeof item === "string" ? item : goJson(item)));
  return {
    path,
    text: `${path} in body should be one of ${goJson(allowed)}`,
    causeAt: (field) => unsupportedField(field, orderMembers(value), values),
  };
}

/** Any other rule that the value breaks; `rule` begins after the path. */
export function broken(path: string, rule: string, value: unknown): Failure {
  return brokenWith(path, `${path} in body ${rule}`, value);
}

/** The same with the whole text. */
export function brokenWith(path: string, text: string, value: unknown): Failure {
  return { path, text, causeAt: (field) => invalidField(field, orderMembers(value) ?? "", text) };
}

/** What the server says without saying where. */
export function brokenAsAWhole(text: string): Failure {
  return { path: undefined, text, causeAt: (field) => invalidField(field, "", text) };
}

/** A number as it stands in messages. */
export function numberText(value: number | bigint): string {
  return typeof value === "bigint" || Number.isSafeInteger(value) ? String(value) : formatFloat(value);
}
