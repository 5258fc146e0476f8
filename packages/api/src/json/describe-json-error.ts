/** What is wrong with a text that `JSON.parse` refused, and where; quotes at most one character of it. */
export function describeJsonError(text: string): string {
  if (text.trim() === "") return "JSON text is empty";
  const { offset, expected } = new ErrorFinder(text).find();
  if (offset >= text.length) {
    return `JSON text ends after ${text.length} characters, where ${expected} was expected: it may have been cut off`;
  }
  return `JSON text has ${nameOfCharacter(text, offset)} where ${expected} was expected, at ${positionOf(text, offset)}`;
}

interface Problem {
  readonly offset: number;
  readonly expected: string;
}

const CLOSING = { "{": "}", "[": "]" } as const;

/** Goes through a text up to the first character that no JSON text with the same beginning could have. */
class ErrorFinder {
  readonly #text: string;
  #offset = 0;
  /** The containers that are open, outermost first. */
  readonly #open: ("{" | "[")[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  find(): Problem {
    for (;;) {
      const problem = this.#value();
      if (problem !== undefined) return problem;
    }
  }

  /** Passes a scalar or an empty container and what separates it from the next value, or the opening of a container. */
  #value(): Problem | undefined {
    this.#skip(/[ \t\r\n]*/y);
    const first = this.#text[this.#offset];
    if (first === "{" || first === "[") {
      this.#offset++;
      this.#open.push(first);
      this.#skip(/[ \t\r\n]*/y);
      if (this.#text[this.#offset] === CLOSING[first]) return this.#separator();
      return first === "{" ? this.#key() : undefined;
    }
    return this.#scalar() ?? this.#separator();
  }

  #scalar(): Problem | undefined {
    if (this.#text[this.#offset] === '"') return this.#string();
    if (this.#skip(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y)) return undefined;
    return this.#skip(/true|false|null/y) ? undefined : this.#problem("a value");
  }

  /** Passes everything between two values. */
  #separator(): Problem | undefined {
    for (;;) {
      this.#skip(/[ \t\r\n]*/y);
      const container = this.#open.at(-1);
      if (container === undefined) return this.#problem("the end of the text");
      const next = this.#text[this.#offset];
      if (next !== "," && next !== CLOSING[container]) return this.#problem(`a comma or ${CLOSING[container]}`);
      this.#offset++;
      if (next === ",") return container === "{" ? this.#key() : undefined;
      this.#open.pop();
    }
  }

  #key(): Problem | undefined {
    this.#skip(/[ \t\r\n]*/y);
    if (this.#text[this.#offset] !== '"') return this.#problem("a key in double quotes");
    const problem = this.#string();
    if (problem !== undefined) return problem;
    this.#skip(/[ \t\r\n]*/y);
    if (this.#text[this.#offset] !== ":") return this.#problem("a colon");
    this.#offset++;
    return undefined;
  }

  #string(): Problem | undefined {
    this.#offset++;
    for (;;) {
      const character = this.#text[this.#offset];
      if (character === undefined) return this.#problem("the end of a string");
      if (character < " ") return this.#problem("an escape sequence for it");
      if (character === "\\") {
        if (!this.#skip(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y)) return this.#problem("a valid escape sequence");
        continue;
      }
      this.#offset++;
      if (character === '"') return undefined;
    }
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#offset;
    const matches = pattern.test(this.#text);
    if (matches) this.#offset = pattern.lastIndex;
    return matches;
  }

  #problem(expected: string): Problem {
    return { offset: this.#offset, expected };
  }
}

function nameOfCharacter(text: string, offset: number): string {
  const code = text.codePointAt(offset)!;
  if (code > 32 && code < 127) return `\`${String.fromCodePoint(code)}\``;
  return `the character U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

function positionOf(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  const line = before.split("\n").length;
  return `position ${offset} (line ${line}, column ${offset - lineStart + 1})`;
}
