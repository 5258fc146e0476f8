import { stringifyJson } from "../json/stringify-json.ts";
import { quote } from "../text/byte-text.ts";
import { formatFloat } from "../text/float-text.ts";
import { escapeHtml } from "../text/server-json.ts";
import type { StatusCause, StatusCauseReason } from "./status.ts";

// What is wrong with one field, in the server's words. `invalidError` makes an answer of them.

/** The field must be there. */
export function requiredField(field: string, detail = ""): StatusCause {
  return cause(field, "FieldValueRequired", "Required value", detail);
}

/** The value breaks a rule. Pass no value, as `invalidField(field, undefined, detail)`, to leave it out of the text. */
export function invalidField(field: string, value: unknown, detail = ""): StatusCause {
  return cause(field, "FieldValueInvalid", withValue("Invalid value", value), detail);
}

/** The value has another type than the field. */
export function mistypedField(field: string, value: unknown, detail = ""): StatusCause {
  return cause(field, "FieldValueTypeInvalid", withValue("Invalid value", value), detail);
}

/** The value is not one of those that the field takes, which are listed in this order. */
export function unsupportedField(field: string, value: unknown, supported: readonly string[]): StatusCause {
  const detail = supported.length === 0 ? "" : `supported values: ${supported.map(quote).join(", ")}`;
  return cause(field, "FieldValueNotSupported", withValue("Unsupported value", value), detail);
}

/** The field may not be set, or not be changed, here. */
export function forbiddenField(field: string, detail = ""): StatusCause {
  return cause(field, "FieldValueForbidden", "Forbidden", detail);
}

/** Another item has this value already. */
export function duplicateField(field: string, value: unknown): StatusCause {
  return cause(field, "FieldValueDuplicate", withValue("Duplicate value", value), "");
}

/** What the value names is not there. */
export function unresolvedField(field: string, value: unknown): StatusCause {
  return cause(field, "FieldValueNotFound", withValue("Not found", value), "");
}

/** The text or data has more bytes than it may have. */
export function tooLongField(field: string, limit: number): StatusCause {
  return cause(
    field,
    "FieldValueTooLong",
    "Too long",
    `may not be more than ${limit} ${limit === 1 ? "byte" : "bytes"}`,
  );
}

/** The list has more items than it may have. */
export function tooManyField(field: string, actual: number, limit: number): StatusCause {
  const detail = `must have at most ${limit} ${limit === 1 ? "item" : "items"}`;
  return cause(field, "FieldValueTooMany", `Too many: ${actual}`, detail);
}

/** The server failed to check the field. */
export function uncheckedField(field: string, because: string): StatusCause {
  return cause(field, "InternalError", "Internal error", because);
}

function cause(field: string, reason: StatusCauseReason, text: string, detail: string): StatusCause {
  return { reason, message: detail === "" ? text : `${text}: ${detail}`, field };
}

function withValue(text: string, value: unknown): string {
  return value === undefined ? text : `${text}: ${printed(value)}`;
}

function printed(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : formatFloat(value);
  if (typeof value !== "object" || value === null) return stringifyJson(value);
  return escapeHtml(stringifyJson(value));
}
