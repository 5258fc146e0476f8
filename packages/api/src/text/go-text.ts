import { isJsonObject } from "../json/own-member.ts";
import { compareBytes, quote } from "./byte-text.ts";
import { formatFloat } from "./float-text.ts";

/** A JSON value as the server prints it inside some of its messages: `map[a:1 b:[x y] c:<nil>]`. */
export function formatGoValue(value: unknown): string {
  return format(value, (scalar) => scalar);
}

/** A JSON value as the server prints it where it expected a text: `x`, but `%!s(int64=1)`. */
export function formatGoText(value: unknown): string {
  if (value === null) return "%!s(<nil>)";
  return format(value, (scalar, item) => (typeof item === "string" ? scalar : `%!s(${goTypeOf(item)}=${scalar})`));
}

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

/** Texts as the server prints a list of them: `["a" "b"]`. */
export function quoteList(texts: readonly string[]): string {
  return `[${texts.map(quote).join(" ")}]`;
}

/** Texts as the source of a Go program has a list of them: `[]string{"a", "b"}`. */
export function quoteListSyntax(texts: readonly string[]): string {
  return `[]string{${texts.map(quote).join(", ")}}`;
}

/** The type that a JSON value has in the server: `string`, `int64`, `map[string]interface {}`; undefined for null. */
export function goTypeOf(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "bigint":
      return value >= -(2n ** 63n) && value < 2n ** 63n ? "int64" : "float64";
    case "number":
      return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? "int64" : "float64";
    default:
      if (Array.isArray(value)) return "[]interface {}";
      return value === null || value === undefined ? undefined : "map[string]interface {}";
  }
}

/** Without recursion: what is shown may be as deep as anything that is read. */
function format(value: unknown, decorate: (text: string, scalar: unknown) => string): string {
  const pieces: string[] = [];
  /** What is still to be shown, the next one last; texts are shown as they are. */
  const rest: { readonly text?: string; readonly value?: unknown }[] = [{ value }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const shown = next.text ?? formatFlat(next.value, decorate);
    if (shown !== undefined) {
      pieces.push(shown);
    } else if (Array.isArray(next.value)) {
      rest.push({ text: "]" });
      for (let index = next.value.length - 1; index >= 0; index--) {
        rest.push({ value: next.value[index] }, { text: index === 0 ? "[" : " " });
      }
    } else {
      const object = next.value as Record<string, unknown>;
      rest.push({ text: "]" });
      const keys = Object.keys(object).sort(compareBytes);
      for (let index = keys.length - 1; index >= 0; index--) {
        const key = keys[index]!;
        rest.push({ value: object[key] }, { text: `${index === 0 ? "map[" : " "}${key}:` });
      }
    }
  }
  return pieces.join("");
}

/** Undefined for what has members. */
function formatFlat(value: unknown, decorate: (text: string, scalar: unknown) => string): string | undefined {
  if (value === null || value === undefined) return "<nil>";
  if (Array.isArray(value)) return value.length === 0 ? "[]" : undefined;
  if (isJsonObject(value)) return Object.keys(value).length === 0 ? "map[]" : undefined;
  if (typeof value === "number" || typeof value === "bigint") return decorate(formatNumber(value), value);
  return decorate(String(value), value);
}

function formatNumber(value: number | bigint): string {
  return goTypeOf(value) === "int64" ? BigInt(value).toString() : formatFloat(Number(value));
}
