import { compareBytes } from "../text/byte-text.ts";
import {
  invalidSelector,
  keyProblemOf,
  type Requirement,
  requirementProblem,
  type SelectorOperator,
} from "./requirement.ts";

/** A word or symbol of a selector. The end is a token too, with an empty text. */
interface Token {
  readonly kind: "word" | "symbol" | "end";
  readonly text: string;
}

const binaryOperators: ReadonlyMap<string, SelectorOperator> = new Map([
  ["in", "in"],
  ["notin", "notin"],
  ["=", "="],
  ["==", "=="],
  ["!=", "!="],
  [">", "gt"],
  ["<", "lt"],
]);

/** Reads the selector language, `a=b,c in (d, e),!f`, into requirements in the order written. Throws as the server would. */
export function parseRequirements(text: string): Requirement[] {
  return new SelectorParser(text).parse();
}

class SelectorParser {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = tokenize(source);
  }

  parse(): Requirement[] {
    const requirements: Requirement[] = [];
    while (this.#peek().kind !== "end") {
      if (!this.#startsRequirement()) throw this.#unexpected("!, identifier, or 'end of string'");
      requirements.push(this.#requirement());
      if (this.#takeSymbol(",")) {
        if (!this.#startsRequirement()) throw this.#unexpected("identifier after ','");
      } else if (this.#peek().kind !== "end") {
        throw this.#unexpected("',' or 'end of string'");
      }
    }
    return requirements;
  }

  #requirement(): Requirement {
    const isNegated = this.#takeSymbol("!");
    if (this.#peek().kind !== "word") throw this.#unexpectedInRequirement(", expected: identifier");
    const key = this.#take().text;
    // No field holds this text, and the reference prints that.
    const problem = keyProblemOf(key, "<nil>");
    if (problem !== undefined) throw this.#error(`unable to parse requirement: ${problem}`);
    if (isNegated) return this.#checked({ key, operator: "!", values: [] });
    if (this.#endsRequirement()) return this.#checked({ key, operator: "exists", values: [] });

    const operator = binaryOperators.get(this.#peek().text);
    if (operator === undefined) throw this.#unexpectedInRequirement(", expected: in, notin, =, ==, !=, gt, lt");
    this.#take();
    const values = operator === "in" || operator === "notin" ? this.#valueSet() : [this.#exactValue()];
    return this.#checked({ key, operator, values });
  }

  /** An absent value is the empty one. */
  #exactValue(): string {
    if (this.#endsRequirement()) return "";
    if (this.#peek().kind !== "word") throw this.#unexpectedInRequirement(", expected: identifier");
    return this.#take().text;
  }

  /** `(a, b)`, sorted and without repetition. An empty place is the empty value. */
  #valueSet(): string[] {
    if (!this.#takeSymbol("(")) throw this.#unexpectedInRequirement(" expected: '('");
    if (this.#takeSymbol(")")) return [""];
    if (this.#peek().kind !== "word" && this.#peek().text !== ",") {
      throw this.#unexpectedInRequirement(", expected: ',', ')' or identifier");
    }
    const values = new Set<string>();
    for (;;) {
      if (this.#peek().kind === "word") {
        values.add(this.#take().text);
        if (this.#peek().text !== "," && this.#peek().text !== ")")
          throw this.#unexpectedInRequirement(", expected: ',' or ')'");
      } else if (this.#peek().text === "," || this.#peek().text === ")") {
        values.add("");
      } else {
        throw this.#unexpectedInRequirement(", expected: ',', or identifier");
      }
      if (this.#takeSymbol(")")) return [...values].sort(compareBytes);
      this.#take();
    }
  }

  #checked(requirement: Requirement): Requirement {
    const problem = requirementProblem(requirement);
    if (problem !== undefined) throw this.#error(`unable to parse requirement: ${problem}`);
    return requirement;
  }

  #peek(): Token {
    return this.#tokens[this.#position]!;
  }

  #startsRequirement(): boolean {
    return this.#peek().kind === "word" || this.#peek().text === "!";
  }

  #endsRequirement(): boolean {
    return this.#peek().kind === "end" || this.#peek().text === ",";
  }

  #take(): Token {
    return this.#tokens[this.#position++]!;
  }

  #takeSymbol(text: string): boolean {
    if (this.#peek().kind !== "symbol" || this.#peek().text !== text) return false;
    this.#position++;
    return true;
  }

  #unexpected(expected: string): Error {
    return this.#error(`found '${this.#peek().text}', expected: ${expected}`);
  }

  #unexpectedInRequirement(rest: string): Error {
    return this.#error(`unable to parse requirement: found '${this.#peek().text}'${rest}`);
  }

  #error(detail: string): Error {
    return invalidSelector(`label selector ${JSON.stringify(this.#source)}`, detail);
  }
}

/** Splits at blanks and symbols. For the reference a NUL is the end of a token, and where a token would start, of the text. */
function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /[ \t\r\n]*(?:(==|!=|[=!(),<>])|([^ \t\r\n=!(),<>\0]+))\0?/y;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[1] !== undefined) tokens.push({ kind: "symbol", text: match[1] });
    else tokens.push({ kind: "word", text: match[2]! });
  }
  tokens.push({ kind: "end", text: "" });
  return tokens;
}
