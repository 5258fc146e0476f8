import { setOwnMember } from "@kubewright/api/server";
import { type BodyDetails, ExactNumber } from "../body-details.ts";

/** Reads a text, which must be JSON, with everything that it says. Slow: for texts in which something is unusual. */
export function parseExactJson(text: string): BodyDetails {
  return new ExactReader(text).read();
}

class ExactReader {
  readonly #text: string;
  #at = 0;
  readonly #repeated = new Map<object, string[]>();

  constructor(text: string) {
    this.#text = text;
  }

  read(): BodyDetails {
    return { exact: this.#value(), repeated: this.#repeated };
  }

  #value(): unknown {
    this.#skipSpace();
    switch (this.#text[this.#at]) {
      case "{":
        return this.#object();
      case "[":
        return this.#array();
      case '"':
        return this.#string();
      case "t":
        this.#at += "true".length;
        return true;
      case "f":
        this.#at += "false".length;
        return false;
      case "n":
        this.#at += "null".length;
        return null;
      default:
        return this.#number();
    }
  }

  #object(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    const keys: string[] = [];
    let isRepeated = false;
    this.#at++;
    for (;;) {
      this.#skipSpace();
      if (this.#passes("}")) break;
      const key = this.#string();
      this.#skipSpace();
      this.#at++;
      const value = this.#value();
      keys.push(key);
      const isKnown = Object.hasOwn(object, key);
      isRepeated ||= isKnown;
      setOwnMember(object, key, isKnown ? this.#merged(object[key], value) : value);
      this.#skipSpace();
      this.#passes(",");
    }
    if (isRepeated) this.#repeated.set(object, keys);
    return object;
  }

  #array(): unknown[] {
    const array: unknown[] = [];
    this.#at++;
    for (;;) {
      this.#skipSpace();
      if (this.#passes("]")) return array;
      array.push(this.#value());
      this.#skipSpace();
      this.#passes(",");
    }
  }

  /** The reference reads the second of two objects into what it has of the first. */
  #merged(first: unknown, second: unknown): unknown {
    if (!isPlainObject(first) || !isPlainObject(second)) return second;
    for (const key of Object.keys(second)) {
      const value = second[key];
      setOwnMember(first, key, Object.hasOwn(first, key) ? this.#merged(first[key], value) : value);
    }
    const repeated = [...(this.#repeated.get(first) ?? []), ...(this.#repeated.get(second) ?? [])];
    if (repeated.length > 0) this.#repeated.set(first, [...new Set(Object.keys(first)), ...onlyRepeated(repeated)]);
    return first;
  }

  #string(): string {
    const start = this.#at;
    let end = this.#text.indexOf('"', start + 1);
    while (isEscaped(this.#text, end)) end = this.#text.indexOf('"', end + 1);
    this.#at = end + 1;
    return JSON.parse(this.#text.slice(start, this.#at)) as string;
  }

  #number(): unknown {
    const digits = /[-+.0-9eE]*/y;
    digits.lastIndex = this.#at;
    const text = digits.exec(this.#text)![0];
    this.#at += text.length;
    if (/[.eE]/.test(text)) return new ExactNumber(text);
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : BigInt(text);
  }

  #skipSpace(): void {
    while (" \t\r\n".includes(this.#text[this.#at] ?? "x")) this.#at++;
  }

  #passes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }
}

/** Whether the quote at that place is part of a string. */
export function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === 92) backslashes++;
  return backslashes % 2 === 1;
}

function onlyRepeated(keys: readonly string[]): string[] {
  const seen = new Set<string>();
  return keys.filter((key) => seen.size === seen.add(key).size);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
