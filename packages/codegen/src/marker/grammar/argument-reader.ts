import type { ArgumentType, ArgumentValue } from "../marker.ts";
import { parseGoFloat, parseGoInteger, unquoteGoString } from "./go-literal.ts";
import type { MarkerScanner, Token, TokenKind } from "./marker-scanner.ts";
import { MarkerSyntaxError } from "./marker-syntax-error.ts";

/** What an `any` turns out to be. */
type ValueType = ArgumentType | { readonly type: "map" } | { readonly type: "list"; readonly of: ValueType };

/** Deeper than anyone writes, and far from the end of the stack. */
const depthLimit = 100;

/** Reads one value of a marker's argument. */
export class ArgumentReader {
  readonly #scanner: MarkerScanner;
  /** Where text was dropped: words that end in white space before a separator are cut, as they are by controller-gen. */
  cutAt: number | undefined;

  constructor(scanner: MarkerScanner) {
    this.#scanner = scanner;
  }

  /** The value at the scanner, which is then behind it; a MarkerSyntaxError where there is none of that type. */
  read(type: ArgumentType): ArgumentValue {
    return this.#read(type, false, 0);
  }

  /** The next token if it is of a kind (or that sign); `wanted` completes "expected …". */
  expect(kind: TokenKind | "=" | "," | ":" | "{" | "}", wanted: string): Token {
    const token = this.#next();
    if ((token.kind === "sign" ? token.text : token.kind) === kind) return token;
    throw new MarkerSyntaxError(
      `expected ${wanted}, found ${token.kind === "end" ? "the end of the line" : JSON.stringify(token.text)}`,
      token.start,
    );
  }

  #read(type: ValueType, isListItem: boolean, depth: number): ArgumentValue {
    if (depth > depthLimit) throw new MarkerSyntaxError("values are nested too deeply", this.#scanner.offset);
    switch (type.type) {
      case "string":
        return this.#readText(false);
      case "int":
        return this.#readNumber("an integer", ["integer"], parseGoInteger);
      case "float":
        return this.#readNumber("a number", ["integer", "float"], parseGoFloat);
      case "bool":
        return this.#readBoolean();
      case "raw":
        return this.#readRest();
      case "list":
        return this.#readList(type.of, depth);
      case "map":
        return this.#readMap(depth);
      case "any":
        return this.#read(guessType(this.#scanner, !isListItem, depth), false, depth);
    }
  }

  #next(numbers: "numbers" | "signs" = "numbers"): Token {
    const token = this.#scanner.scan(numbers);
    if (token.error !== undefined) throw new MarkerSyntaxError(token.error, token.start);
    return token;
  }

  #readRest(): string {
    const rest = this.#scanner.text.slice(this.#scanner.offset);
    this.#scanner.offset = this.#scanner.text.length;
    return rest;
  }

  #readNumber(
    wanted: string,
    kinds: readonly TokenKind[],
    parse: (text: string) => number | bigint | undefined,
  ): number | bigint {
    const isNegative = this.#scanner.peek() === "-";
    if (isNegative) this.#next();
    const token = this.#next();
    const text = `${isNegative ? "-" : ""}${token.text}`;
    const value = kinds.includes(token.kind) ? parse(text) : undefined;
    if (value !== undefined) return value;
    const found = token.kind === "end" ? "the end of the line" : JSON.stringify(text);
    throw new MarkerSyntaxError(`expected ${wanted}, found ${found}`, token.start);
  }

  #readBoolean(): boolean {
    const token = this.expect("identifier", "true or false");
    if (token.text === "true" || token.text === "false") return token.text === "true";
    throw new MarkerSyntaxError(`expected true or false, found ${JSON.stringify(token.text)}`, token.start);
  }

  /** A quoted string, or everything up to a separator; as a key of a map, a colon is one too. */
  #readText(isKey: boolean): string {
    const scanner = this.#scanner;
    const first = this.#next("signs");
    if (first.kind === "quoted" || first.kind === "raw") {
      const text = unquoteGoString(first.text);
      if (text === undefined) throw new MarkerSyntaxError(`${first.text} has an escape that is not Go's`, first.start);
      return text;
    }
    let last = first;
    let end = scanner.offset;
    while (!isSeparator(scanner.peekPastSpace(), isKey)) {
      last = this.#next("signs");
      end = scanner.offset;
    }
    if (scanner.offset === end) return scanner.text.slice(first.start, end);
    this.cutAt = last.start;
    return scanner.text.slice(first.start, last.start);
  }

  /** `{a, b}` or `a;b`. */
  #readList(of: ValueType, depth: number): ArgumentValue[] {
    const scanner = this.#scanner;
    const items: ArgumentValue[] = [];
    if (scanner.peekPastSpace() === "{") {
      this.#next();
      while (!["}", ""].includes(scanner.peekPastSpace())) {
        items.push(this.#read(of, true, depth + 1));
        if (scanner.peekPastSpace() === "}") break;
        this.expect(",", `"," or "}"`);
      }
      this.expect("}", `"}"`);
      return items;
    }
    while (![",", "}", ""].includes(scanner.peekPastSpace())) {
      items.push(this.#read(of, true, depth + 1));
      if ([",", "}", ""].includes(scanner.peekPastSpace())) break;
      const separator = this.#next();
      if (separator.text !== ";") {
        throw new MarkerSyntaxError(
          `expected ";" between values, found ${JSON.stringify(separator.text)}`,
          separator.start,
        );
      }
    }
    return items;
  }

  /** `{key: value, key: value}`. */
  #readMap(depth: number): ArgumentValue {
    const entries: [string, ArgumentValue][] = [];
    this.expect("{", `"{"`);
    while (!["}", ""].includes(this.#scanner.peekPastSpace())) {
      const key = this.#readText(true);
      this.expect(":", `":" after the key ${JSON.stringify(key)}`);
      entries.push([key, this.#read({ type: "any" }, false, depth + 1)]);
      if (this.#scanner.peekPastSpace() === "}") break;
      this.expect(",", `"," or "}"`);
    }
    this.expect("}", `"}"`);
    return Object.fromEntries(entries);
  }
}

function isSeparator(character: string, isKey: boolean): boolean {
  return [",", ";", "}", ""].includes(character) || (isKey && character === ":");
}

/** What the text ahead looks like. Numbers that go on as words (`100Mi`, `2024-01-15`) are strings; a map has values of any type. */
function guessType(scanner: MarkerScanner, mayBeList: boolean, depth: number): ValueType {
  if (depth > depthLimit) throw new MarkerSyntaxError("values are nested too deeply", scanner.offset);
  if (!mayBeList) return guessSingle(scanner.fork(), depth);
  const single = guessSingle(scanner.fork(), depth);
  const ahead = scanner.fork();
  for (;;) {
    const token = ahead.scan();
    if (token.kind === "end" || token.text === ",") return single;
    if (token.text === ";") return { type: "list", of: single };
  }
}

function guessSingle(ahead: MarkerScanner, depth: number): ValueType {
  const first = ahead.peekPastSpace();
  if (first === '"' || first === "'" || first === "`") return { type: "string" };
  if (first === "{") return guessBraced(ahead, depth);
  const token = ahead.scan();
  if (token.text === "true" || token.text === "false") return { type: "bool" };
  const number = token.text === "-" ? ahead.scan() : token;
  const isAlone = [",", ";", "}", ""].includes(ahead.peekPastSpace());
  if (number.error === undefined && isAlone) {
    if (number.kind === "integer") return { type: "int" };
    if (number.kind === "float") return { type: "float" };
  }
  return { type: "string" };
}

function guessBraced(ahead: MarkerScanner, depth: number): ValueType {
  ahead.scan();
  const first = ahead.peekPastSpace();
  const item = guessType(ahead, false, depth + 1);
  if (item.type === "string") {
    skipText(ahead);
    if (ahead.scan().text === ":" || first === "}") return { type: "map" };
  }
  return { type: "list", of: item };
}

function skipText(scanner: MarkerScanner): void {
  const { kind } = scanner.scan("signs");
  if (kind === "quoted" || kind === "raw") return;
  while (!isSeparator(scanner.peekPastSpace(), true)) scanner.scan("signs");
}
