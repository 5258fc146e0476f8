import { ApiError } from "../../errors.ts";
import { type ClassSource, posixClass, shorthandClass, unicodeClass } from "./class-name.ts";
import { characterClass, oneCharacter, type PatternNode } from "./pattern-node.ts";

interface Flags {
  readonly ignoresCase: boolean;
  readonly isMultiline: boolean;
  readonly dotMatchesNewline: boolean;
}

const maxDepth = 1000;
const maxRepeat = 1000;
const empty: PatternNode = { kind: "empty" };

/**
 * The parts of a pattern in the syntax of Go, which is RE2's.
 *
 * Throws ApiError `INVALID_PATTERN` whose message is the server's, for anything else: look-around, back references, bad ranges.
 */
export function parsePattern(pattern: string): PatternNode {
  return new PatternParser(pattern).parse();
}

/** Reads from left to right; `#rest` is what is left. */
class PatternParser {
  readonly #whole: string;
  #rest: string;
  #flags: Flags = { ignoresCase: false, isMultiline: false, dotMatchesNewline: false };
  #depth = 0;

  constructor(pattern: string) {
    this.#whole = pattern;
    this.#rest = pattern;
  }

  parse(): PatternNode {
    const node = this.#alternatives();
    if (this.#rest !== "") refuse("unexpected )", this.#whole);
    return node;
  }

  /** Up to a closing parenthesis, which is left, or the end. */
  #alternatives(): PatternNode {
    if (++this.#depth > maxDepth) refuse("expression nests too deeply", this.#whole);
    const flags = this.#flags;
    const choices: PatternNode[] = [];
    let parts: PatternNode[] = [];
    let lastRepeat: string | undefined;
    while (this.#rest !== "" && !this.#rest.startsWith(")")) {
      const before = this.#rest;
      if (before.startsWith("|")) {
        this.#rest = before.slice(1);
        choices.push(sequence(parts));
        parts = [];
        lastRepeat = undefined;
        continue;
      }
      const repeat = this.#repeat();
      if (repeat !== undefined) {
        const operator = before.slice(0, before.length - this.#rest.length);
        if (lastRepeat !== undefined) {
          refuse("invalid nested repetition operator", lastRepeat.slice(0, lastRepeat.length - this.#rest.length));
        }
        const part = parts.pop();
        if (part === undefined) refuse("missing argument to repetition operator", operator);
        const node: PatternNode = { kind: "repeat", part, min: repeat.min, max: repeat.max };
        if ((repeat.min >= 2 || repeat.max >= 2) && !repeatsAtMost(node, maxRepeat)) {
          refuse("invalid repeat count", operator);
        }
        parts.push(node);
        lastRepeat = before;
        continue;
      }
      parts.push(...this.#atom());
      lastRepeat = undefined;
    }
    choices.push(sequence(parts));
    this.#flags = flags;
    this.#depth--;
    return choices.length === 1 ? choices[0]! : { kind: "choice", parts: choices };
  }

  #repeat(): { min: number; max: number } | undefined {
    const found = /^(?:[*+?]|\{(?<min>0|[1-9]\d*)(?<comma>,(?<max>0|[1-9]\d*)?)?\})(?<lazy>\??)/.exec(this.#rest);
    if (found === null) return undefined;
    const { min, comma, max, lazy } = found.groups!;
    this.#rest = this.#rest.slice(found[0].length);
    if (min === undefined) {
      const operator = found[0][0];
      return { min: operator === "+" ? 1 : 0, max: operator === "?" ? 1 : Number.POSITIVE_INFINITY };
    }
    const low = Number(min);
    const high = comma === undefined ? low : max === undefined ? Number.POSITIVE_INFINITY : Number(max);
    const highest = high === Number.POSITIVE_INFINITY ? low : high;
    if (low > maxRepeat || highest > maxRepeat || low > highest) {
      refuse("invalid repeat count", found[0].slice(0, found[0].length - lazy!.length));
    }
    return { min: low, max: high };
  }

  #atom(): PatternNode[] {
    const character = takeCharacter(this.#rest);
    switch (character) {
      case "(":
        return this.#group();
      case "[":
        return [this.#class()];
      case "^":
        this.#skip(1);
        return [{ kind: "assertion", assertion: this.#flags.isMultiline ? "line-start" : "text-start" }];
      case "$":
        this.#skip(1);
        return [{ kind: "assertion", assertion: this.#flags.isMultiline ? "line-end" : "text-end" }];
      case ".":
        this.#skip(1);
        return [{ kind: "character", set: this.#flags.dotMatchesNewline ? () => true : (code) => code !== 0x0a }];
      case "\\":
        return this.#escape();
      default:
        this.#skip(character.length);
        return [this.#literal(character.codePointAt(0)!)];
    }
  }

  #group(): PatternNode[] {
    const opening = this.#rest;
    const outer = this.#flags;
    if (opening.startsWith("(?")) {
      if (this.#perlGroup()) return [];
    } else this.#skip(1);
    const node = this.#alternatives();
    if (!this.#rest.startsWith(")")) refuse("missing closing )", this.#whole);
    this.#skip(1);
    this.#flags = outer;
    return [node];
  }

  /** Reads `(?…:`, `(?P<name>` or `(?…)`, and says whether the last: flags alone, without a group. */
  #perlGroup(): boolean {
    const opening = this.#rest;
    const named = /^\(\?P?</.exec(opening);
    if (named !== null && opening.length > named[0].length) {
      const end = opening.indexOf(">");
      if (end === -1) refuse("invalid named capture", opening);
      const name = opening.slice(named[0].length, end);
      if (!/^\w+$/.test(name)) refuse("invalid named capture", opening.slice(0, end + 1));
      this.#skip(end + 1);
      return false;
    }
    const flags = { ...this.#flags };
    let isOn = true;
    let sawFlag = false;
    for (let index = 2; index < opening.length; index++) {
      const flag = opening[index]!;
      if (flag === "i") flags.ignoresCase = isOn;
      else if (flag === "m") flags.isMultiline = isOn;
      else if (flag === "s") flags.dotMatchesNewline = isOn;
      else if (flag === "-" && isOn) {
        isOn = false;
        sawFlag = false;
        continue;
      } else if ((flag === ":" || flag === ")") && (isOn || sawFlag)) {
        this.#flags = flags;
        this.#skip(index + 1);
        return flag === ")";
      } else if (flag !== "U") {
        refuse(
          "invalid or unsupported Perl syntax",
          opening.slice(0, index + takeCharacter(opening.slice(index)).length),
        );
      }
      sawFlag = true;
    }
    return refuse("invalid or unsupported Perl syntax", opening);
  }

  #escape(): PatternNode[] {
    const next = this.#rest[1];
    const assertion = ({ A: "text-start", z: "text-end", b: "word-edge", B: "no-word-edge" } as const)[next ?? ""];
    if (assertion !== undefined) {
      this.#skip(2);
      return [{ kind: "assertion", assertion }];
    }
    if (next === "Q") {
      const end = this.#rest.indexOf("\\E");
      const text = end === -1 ? this.#rest.slice(2) : this.#rest.slice(2, end);
      this.#skip(end === -1 ? this.#rest.length : end + 2);
      return Array.from(text, (character) => this.#literal(character.codePointAt(0)!));
    }
    const named = this.#namedClass();
    if (named !== undefined) return [this.#set(`[${named}]`)];
    return [this.#literal(this.#escapedCharacter())];
  }

  /** `\d`, `\pL` and the like. */
  #namedClass(): ClassSource | undefined {
    const found = shorthandClass(this.#rest) ?? unicodeClass(this.#rest, refuse);
    if (found === undefined) return undefined;
    this.#skip(found.length);
    return found.source;
  }

  #escapedCharacter(): number {
    const found =
      /^\\(?:(?<octal>0[0-7]{0,2}|[1-7][0-7]{1,2})|x(?<hex>[\da-fA-F]{2})|x\{(?<long>[\da-fA-F]+)\}|(?<named>[aftnrv])|(?<mark>[!-/:-@[-`{-~ ]))/.exec(
        this.#rest,
      );
    const { octal, hex, long, named, mark } = found?.groups ?? {};
    const code =
      octal !== undefined
        ? Number.parseInt(octal, 8)
        : named !== undefined
          ? { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 }[named]!
          : mark !== undefined
            ? mark.charCodeAt(0)
            : Number.parseInt(hex ?? long ?? "", 16);
    if (found !== null && code <= 0x10ffff) {
      this.#skip(found[0].length);
      return code;
    }
    if (this.#rest === "\\") refuse("trailing backslash at end of expression", "");
    return refuse("invalid escape sequence", badEscape(this.#rest));
  }

  #class(): PatternNode {
    const whole = this.#rest;
    this.#skip(1);
    const isNegated = this.#rest.startsWith("^");
    if (isNegated) this.#skip(1);
    let source = "";
    let isFirst = true;
    while (isFirst || !this.#rest.startsWith("]")) {
      isFirst = false;
      const found = posixClass(this.#rest, refuse);
      if (found !== undefined) {
        this.#skip(found.length);
        source += found.source;
        continue;
      }
      const named = this.#namedClass();
      if (named !== undefined) {
        source += named;
        continue;
      }
      source += this.#range(whole);
    }
    this.#skip(1);
    return this.#set(`[${isNegated ? "^" : ""}${source}]`);
  }

  #range(whole: string): string {
    const start = this.#rest;
    const low = this.#classCharacter(whole);
    if (!this.#rest.startsWith("-") || this.#rest.length < 2 || this.#rest[1] === "]") return escaped(low);
    this.#skip(1);
    const high = this.#classCharacter(whole);
    if (high < low) refuse("invalid character class range", start.slice(0, start.length - this.#rest.length));
    return `${escaped(low)}-${escaped(high)}`;
  }

  #classCharacter(whole: string): number {
    if (this.#rest === "") refuse("missing closing ]", whole);
    if (this.#rest.startsWith("\\")) return this.#escapedCharacter();
    const character = takeCharacter(this.#rest);
    this.#skip(character.length);
    return character.codePointAt(0)!;
  }

  #set(source: string): PatternNode {
    return { kind: "character", set: characterClass(source, this.#flags.ignoresCase) };
  }

  #literal(code: number): PatternNode {
    return { kind: "character", set: oneCharacter(code, this.#flags.ignoresCase) };
  }

  #skip(length: number): void {
    this.#rest = this.#rest.slice(length);
  }
}

function sequence(parts: readonly PatternNode[]): PatternNode {
  if (parts.length === 0) return empty;
  return parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
}

/** Nested counts multiply: `(a{100}){100}` is as long as `a{10000}`. */
function repeatsAtMost(node: PatternNode, limit: number): boolean {
  switch (node.kind) {
    case "repeat": {
      const isCounted = node.min >= 2 || (node.max >= 2 && node.max !== Number.POSITIVE_INFINITY);
      const times = node.max === Number.POSITIVE_INFINITY ? node.min : node.max;
      if (!isCounted) return repeatsAtMost(node.part, limit);
      return times <= limit && repeatsAtMost(node.part, Math.floor(limit / times));
    }
    case "sequence":
    case "choice":
      return node.parts.every((part) => repeatsAtMost(part, limit));
    default:
      return true;
  }
}

function takeCharacter(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? "" : String.fromCodePoint(code);
}

/** How much of a bad escape the server had read when it gave up. */
function badEscape(text: string): string {
  const long = /^\\x\{[\da-fA-F]*/.exec(text)?.[0];
  if (long !== undefined) {
    for (let end = 4; end <= long.length; end++) {
      if (Number.parseInt(long.slice(3, end), 16) > 0x10ffff) return long.slice(0, end);
    }
    return long + takeCharacter(text.slice(long.length));
  }
  const short = text.startsWith("\\x") ? 2 : 1;
  const first = takeCharacter(text.slice(short));
  return text.slice(0, short) + first + (short === 2 ? takeCharacter(text.slice(short + first.length)) : "");
}

function escaped(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

function refuse(problem: string, part: string): never {
  throw new ApiError("INVALID_PATTERN", `error parsing regexp: ${problem}: \`${part}\``);
}
