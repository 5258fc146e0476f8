import { byteLength, formatFloat } from "@kubewright/api/server";
import { compareKeys } from "./key-order.ts";
import { isSimpleKey, styleOf } from "./scalar-style.ts";
import { endsLine, joinEnded, scalarText } from "./scalar-text.ts";
import type { YamlValue } from "./yaml-value.ts";

/** A value as a YAML document, byte for byte as controller-gen writes it; without the line `---` before it. */
export function writeYaml(value: YamlValue): string {
  return new YamlWriter().write(value);
}

type Members = { readonly [key: string]: YamlValue | undefined };

/** Fewer lines than this are written again sooner than they are found. */
const leastKept = 40;

/** Writes YAML documents; what is the same object in several places and documents is written only twice. Values must not change meanwhile. */
export class YamlWriter {
  /** Texts by indentation, without that of the first line; undefined after the first time. */
  readonly #kept = new WeakMap<object, Map<number, string | undefined>>();
  /** Whether a text was written that needs no line break after it. */
  #hasEndedLines = false;

  write(value: YamlValue): string {
    const lines: string[] = [];
    if (isCollection(value)) this.#block(value, 0, "", lines);
    else lines.push(this.#node(value, 0, 2));
    lines.push("");
    return this.#join(lines);
  }

  /** Adds the lines of a list or an object that is not empty; the first one begins with `start` in place of its indentation. */
  #block(value: object, indent: number, start: string, lines: string[]): void {
    const kept = this.#kept.get(value);
    const known = kept?.get(indent);
    if (known !== undefined) {
      lines.push(start + known);
      return;
    }
    const first = lines.length;
    if (Array.isArray(value)) this.#list(value, indent, start, lines);
    else this.#members(value as Members, indent, start, lines);
    if (lines.length - first < leastKept) return;
    if (kept === undefined) this.#kept.set(value, new Map([[indent, undefined]]));
    else kept.set(indent, kept.has(indent) ? this.#join(lines.slice(first)).slice(start.length) : undefined);
  }

  #list(items: readonly YamlValue[], indent: number, start: string, lines: string[]): void {
    let prefix = start;
    for (const item of items) {
      // A collection begins beside the dash.
      if (isCollection(item)) this.#block(item, indent + 2, `${prefix}- `, lines);
      else lines.push(`${prefix}- ${this.#node(item, indent + 2, indent + 2)}`);
      prefix = " ".repeat(indent);
    }
  }

  #members(members: Members, indent: number, start: string, lines: string[]): void {
    let prefix = start;
    for (const key of keysOf(members).sort(compareKeys)) {
      const value = members[key] as YamlValue;
      if (isSimpleKey(key, byteLength)) {
        const name = `${scalarText(key, styleOf(key, true), { column: 0, indent, mayBreak: false })}:`;
        if (isCollection(value)) {
          lines.push(prefix + name);
          // A list begins below its key, an object further in.
          const below = Array.isArray(value) ? indent : indent + 2;
          this.#block(value, below, " ".repeat(below), lines);
        } else {
          lines.push(`${prefix}${name} ${this.#node(value, indent + name.length + 1, indent + 2)}`);
        }
      } else {
        // A key that is too long to stand before its colon.
        lines.push(`${prefix}? ${this.#node(key, indent + 2, indent + 2)}`);
        const colon = `${" ".repeat(indent)}: `;
        if (isCollection(value)) this.#block(value, indent + 2, colon, lines);
        else lines.push(colon + this.#node(value, indent + 2, indent + 2));
      }
      prefix = " ".repeat(indent);
    }
  }

  /** What is no collection: a scalar, or an empty list or object. */
  #node(value: YamlValue, column: number, indent: number): string {
    if (typeof value === "string") {
      const text = scalarText(value, styleOf(value, false), { column, indent, mayBreak: true });
      this.#hasEndedLines ||= endsLine(text);
      return text;
    }
    if (typeof value === "boolean" || value === null) return String(value);
    if (typeof value === "object") return Array.isArray(value) ? "[]" : "{}";
    const isInteger = typeof value === "bigint" || Number.isInteger(value);
    if (isInteger && value >= -(2n ** 63n) && value < 2n ** 64n) return BigInt(value).toString();
    return formatFloat(Number(value));
  }

  #join(lines: readonly string[]): string {
    return this.#hasEndedLines ? joinEnded(lines) : lines.join("\n");
  }
}

/** Whether a value takes lines of its own. */
function isCollection(value: YamlValue): value is readonly YamlValue[] | Members {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) ? value.length > 0 : keysOf(value as Members).length > 0;
}

function keysOf(members: Members): string[] {
  return Object.keys(members).filter((key) => members[key] !== undefined);
}
