import { type JsonPath, JsonPathError, type JsonPathStep, type SliceEnd } from "./json-path-step.ts";

/** Reads a path as client-go does, such as `.status.conditions[?(@.type=="Ready")].status`. Throws JsonPathError. */
export function parseJsonPath(text: string): JsonPath {
  const parser = new JsonPathParser(text);
  return parser.parse();
}

class JsonPathParser {
  readonly #text: string;
  readonly #steps: JsonPathStep[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): JsonPath {
    while (this.#at < this.#text.length) this.#parseStep();
    return this.#steps;
  }

  #parseStep(): void {
    const rest = this.#text.slice(this.#at);
    const first = rest[0]!;
    if (rest.startsWith("[?(")) this.#parseFilter();
    else if (rest.startsWith("..")) this.#parseDescendants();
    else if (first === " " || first === "@" || first === "$") this.#at++;
    else if (first === "[") this.#parseBrackets();
    else if (first === '"' || first === "'") this.#parseQuoted(first);
    else if (first === ".") {
      this.#at++;
      this.#parseMember();
    } else if (/[+\-\d]/.test(first)) this.#parseNumber();
    else if (/[\p{L}\p{N}_]/u.test(first)) this.#parseWord();
    else throw new JsonPathError(`unrecognized character in action: ${first}`);
  }

  #parseDescendants(): void {
    if (this.#steps.at(-1)?.step === "descendants") throw new JsonPathError("invalid multiple recursive descent");
    this.#at += 2;
    this.#steps.push({ step: "descendants" });
    if (/^[\p{L}\p{N}_]/u.test(this.#text.slice(this.#at))) this.#parseMember();
  }

  #parseMember(): void {
    const name = this.#take(/^(?:\\[\s\S]|[^\\\s.,[\]$@{}])*\\?/);
    this.#steps.push(name === "*" ? { step: "all" } : { step: "member", name: name.replaceAll("\\", "") });
  }

  #parseWord(): void {
    const word = this.#take(/^[^\s.,[\]$@{}]*/);
    if (word !== "true" && word !== "false") throw new JsonPathError(`unrecognized identifier ${word}`);
    this.#steps.push({ step: "literal", value: word === "true", isFloat: false });
  }

  #parseNumber(): void {
    const text = this.#take(/^[+-]?[\d.]*/);
    const value = Number(text);
    if (text === "" || Number.isNaN(value)) throw new JsonPathError(`cannot parse number ${text}`);
    this.#steps.push({ step: "literal", value, isFloat: text.includes(".") });
  }

  #parseQuoted(mark: string): void {
    const found = new RegExp(`^${mark}((?:\\\\[^]|[^\\\\${mark}\n])*)${mark}`).exec(this.#text.slice(this.#at));
    if (found === null) throw new JsonPathError("unterminated quoted string");
    this.#at += found[0].length;
    const value = found[1]!.replaceAll(/\\([\s\S])/g, (_, character: string) => escapes[character] ?? character);
    this.#steps.push({ step: "literal", value, isFloat: false });
  }

  #parseBrackets(): void {
    const end = this.#text.indexOf("]", this.#at);
    if (end === -1) throw new JsonPathError("unterminated array");
    const inside = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    this.#steps.push(...stepsInBrackets(inside === "*" ? ":" : inside));
  }

  #parseFilter(): void {
    const begin = this.#at + 3;
    let quote: string | undefined;
    let isQuoteClosed = false;
    let end = begin;
    for (; ; end++) {
      const character = this.#text[end];
      if (character === undefined || character === "\n") throw new JsonPathError("unterminated filter");
      if (character === '"' || character === "'") {
        if (quote === undefined) quote = character;
        else if (character === quote && this.#text[end - 1] !== "\\") isQuoteClosed = true;
      } else if (character === ")" && (quote !== undefined) === isQuoteClosed) break;
    }
    if (this.#text[end + 1] !== "]") throw new JsonPathError("unclosed array expect ]");
    this.#at = end + 2;
    this.#steps.push(filterOf(this.#text.slice(begin, end)));
  }

  #take(expression: RegExp): string {
    const found = expression.exec(this.#text.slice(this.#at))?.[0] ?? "";
    this.#at += found.length;
    return found;
  }
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function filterOf(text: string): JsonPathStep {
  const [, left = text, operator = "exists", right = ""] = /^([^!<>=]+)([!<>=]+)(.+?)$/s.exec(text) ?? [];
  return { step: "filter", left: parseJsonPath(left), operator, right: parseJsonPath(right) };
}

function stepsInBrackets(inside: string): JsonPath {
  const parts = inside.split(",");
  if (parts.length > 1) {
    return [{ step: "union", paths: parts.map((part) => stepsInBrackets(part.trim())) }];
  }
  const key = /^'([^']*)'$/.exec(inside)?.[1];
  if (key !== undefined) return parseJsonPath(`.${key}`);
  const slice = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(inside);
  if (slice === null) throw new JsonPathError(`invalid array index ${inside}`);
  const [, start = "", end, stride] = slice;
  return [{ step: "items", start: numberIn(start), end: endOf(end), stride: numberIn(stride?.slice(1) ?? "") }];
}

function endOf(text: string | undefined): SliceEnd {
  return text === undefined ? "single" : numberIn(text.slice(1));
}

function numberIn(text: string): number | undefined {
  if (text === "") return undefined;
  const value = Number(text);
  if (Number.isNaN(value)) throw new JsonPathError(`array index ${text} is not a number`);
  return value;
}
