import { isJsonObject } from "../../json/own-member.ts";
import { formatGoValue } from "../../patch/strategic/go-text.ts";
import { compareBytes, quote } from "../../value/byte-text.ts";

/** A JSON value as the source of a Go program has it, which some of the server's messages show: `map[string]interface {}{"a":1}`. */
export function formatGoSyntax(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (value === null || value === undefined) return "interface {}(nil)";
  if (Array.isArray(value)) return `[]interface {}{${value.map(formatGoSyntax).join(", ")}}`;
  if (!isJsonObject(value)) return formatGoValue(value);
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort(compareBytes)
    .map((name) => `${quote(name)}:${formatGoSyntax(value[name])}`);
  return `map[string]interface {}{${members.join(", ")}}`;
}
