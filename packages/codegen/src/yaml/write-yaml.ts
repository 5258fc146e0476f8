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

/** Texts shorter than this are written again sooner than they are found. */
const leastKept = 2_000;

/** Writes YAML documents; what is the same object in several places and documents is written only twice. Values must not change meanwhile. */
export class YamlWriter {
  /** Texts by indentation; empty after the first time. */
  readonly #kept = new WeakMap<object, Map<number, string | undefined>>();
  /** Whether a text was written that needs no line break after it. */
  #hasEndedLines = false;

  write(value: YamlValue): string {
    const text = isCollection(value) ? this.#block(value, 0) : this.#node(value, 0, 2);
    return this.#join([text, ""]);
  }

  /** All lines of a list or an object with members, each with its indentation. */
  #block(value: object, indent: number): string {
    const kept = this.#kept.get(value);
    const known = kept?.get(indent);
    if (known !== undefined) return known;
    const text = Array.isArray(value) ? this.#list(value, indent) : this.#members(value as Members, indent);
    if (text.length >= leastKept) {
      if (kept === undefined) this.#kept.set(value, new Map([[indent, undefined]]));
      else kept.set(indent, kept.has(indent) ? text : undefined);
    }
    return text;
  }

  #list(items: readonly YamlValue[], indent: number): string {
    const start = " ".repeat(indent);
    return this.#join(
      items.map((item) =>
        // A collection begins beside the dash.
        isCollection(item)
          ? `${start}- ${this.#block(item, indent + 2).slice(indent + 2)}`
          : `${start}- ${this.#node(item, indent + 2, indent + 2)}`,
      ),
    );
  }

  #members(members: Members, indent: number): string {
    const start = " ".repeat(indent);
    return this.#join(
      keysOf(members)
        .sort(compareKeys)
        .map((key) => {
          const value = members[key] as YamlValue;
          if (!isSimpleKey(key, byteLength)) return this.#pair(key, value, indent);
          const name = `${start}${scalarText(key, styleOf(key, true), { column: 0, indent, mayBreak: false })}:`;
          if (!isCollection(value)) return `${name} ${this.#node(value, name.length + 1, indent + 2)}`;
          // A list begins below its key, an object further in.
          return `${name}\n${this.#block(value, Array.isArray(value) ? indent : indent + 2)}`;
        }),
    );
  }

  /** A key that is too long to stand before its colon. */
  #pair(key: string, value: YamlValue, indent: number): string {
    const start = " ".repeat(indent);
    const name = `${start}? ${this.#node(key, indent + 2, indent + 2)}`;
    const text = isCollection(value)
      ? this.#block(value, indent + 2).slice(indent + 2)
      : this.#node(value, indent + 2, indent + 2);
    return this.#join([name, `${start}: ${text}`]);
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

  #join(texts: readonly string[]): string {
    return this.#hasEndedLines ? joinEnded(texts) : texts.join("\n");
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
