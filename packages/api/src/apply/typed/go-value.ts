import { isJsonObject, type JsonObject } from "../../json/own-member.ts";
import { quote } from "../../value/byte-text.ts";
import { compareText } from "../field/compare-value.ts";
import { formatFloat } from "../field/path-element.ts";

// Values as Go prints them, which some of the server's messages show.

/** A value as `%v` prints it. */
export function formatGoValue(value: unknown): string {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : formatFloat(value);
  if (value === null || value === undefined) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(formatGoValue).join(" ")}]`;
  if (isJsonObject(value)) return `map[${members(value, (name, text) => `${name}:${text}`, formatGoValue).join(" ")}]`;
  return String(value);
}

/** A value as `%#v` prints it. */
export function formatGoSyntax(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (value === null || value === undefined) return "interface {}(nil)";
  if (Array.isArray(value)) return `[]interface {}{${value.map(formatGoSyntax).join(", ")}}`;
  if (isJsonObject(value)) {
    return `map[string]interface {}{${members(value, (name, text) => `${quote(name)}:${text}`, formatGoSyntax).join(", ")}}`;
  }
  return formatGoValue(value);
}

/** The type of a value as `%T` prints it. */
export function formatGoType(value: unknown): string {
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "bigint":
      return "int64";
    case "number":
      return Number.isSafeInteger(value) ? "int64" : "float64";
    default:
      if (value === null || value === undefined) return "<nil>";
      return Array.isArray(value) ? "[]interface {}" : "map[string]interface {}";
  }
}

function members(
  object: JsonObject,
  join: (name: string, text: string) => string,
  format: (value: unknown) => string,
): string[] {
  return Object.keys(object)
    .filter((name) => object[name] !== undefined)
    .sort(compareText)
    .map((name) => join(name, format(object[name])));
}
