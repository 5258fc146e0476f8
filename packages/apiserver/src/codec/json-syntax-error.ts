/** The deepest nesting that the reference reads. */
export const maxDepth = 10_000;

/** What the reference says of bytes that are no JSON; undefined when they are. */
export function describeSyntaxError(bytes: Uint8Array): string | undefined {
  return new SyntaxChecker(bytes).check();
}

const quoteMark = 0x22;
const backslash = 0x5c;

class SyntaxChecker {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** The brackets that close what is open, innermost last. */
  readonly #open: number[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  check(): string | undefined {
    for (;;) {
      const problem = this.#beginning();
      if (problem !== undefined) return problem === "end" ? undefined : problem;
    }
  }

  /** Passes the beginning of a value, or all of one that holds no others, and what separates it from the next. */
  #beginning(): string | undefined {
    const byte = this.#next();
    switch (byte) {
      case 0x7b: // {
        return this.#opened(0x7d) ?? (this.#closesAtOnce() ? this.#separator() : this.#key());
      case 0x5b: // [
        return this.#opened(0x5d) ?? (this.#closesAtOnce() ? this.#separator() : undefined);
      case quoteMark:
        return this.#string() ?? this.#separator();
      case 0x74:
        return this.#literal("true") ?? this.#separator();
      case 0x66:
        return this.#literal("false") ?? this.#separator();
      case 0x6e:
        return this.#literal("null") ?? this.#separator();
      default:
        if (byte === 0x2d || isDigit(byte)) return this.#number(byte) ?? this.#separator();
        return this.#invalid(byte, "looking for beginning of value");
    }
  }

  #opened(closing: number): string | undefined {
    this.#open.push(closing);
    if (this.#open.length <= maxDepth) return undefined;
    return this.#invalid(closing === 0x7d ? 0x7b : 0x5b, "exceeded max depth");
  }

  #closesAtOnce(): boolean {
    const at = this.#at;
    if (this.#next() === this.#open.at(-1)) {
      this.#open.pop();
      return true;
    }
    this.#at = at;
    return false;
  }

  /** Passes all that stands between two values. */
  #separator(): string | undefined {
    for (;;) {
      const closing = this.#open.at(-1);
      const byte = this.#next();
      if (closing === undefined) return byte === undefined ? "end" : this.#invalid(byte, "after top-level value");
      if (byte === 0x2c) return closing === 0x7d ? this.#key() : undefined;
      if (byte !== closing) {
        return this.#invalid(byte, closing === 0x7d ? "after object key:value pair" : "after array element");
      }
      this.#open.pop();
    }
  }

  #key(): string | undefined {
    const byte = this.#next();
    if (byte !== quoteMark) return this.#invalid(byte, "looking for beginning of object key string");
    const problem = this.#string();
    if (problem !== undefined) return problem;
    const colon = this.#next();
    return colon === 0x3a ? undefined : this.#invalid(colon, "after object key");
  }

  #string(): string | undefined {
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === quoteMark) return undefined;
      if (byte === undefined || byte < 0x20) return this.#invalid(byte, "in string literal");
      if (byte !== backslash) continue;
      const problem = this.#escape();
      if (problem !== undefined) return problem;
    }
  }

  #escape(): string | undefined {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined || !'bfnrt\\/"u'.includes(String.fromCharCode(byte))) {
      return this.#cutOff(byte, "in string escape code");
    }
    if (byte !== 0x75) return undefined;
    for (let count = 0; count < 4; count++) {
      const digit = this.#bytes[this.#at++];
      if (digit === undefined || !/[0-9a-fA-F]/.test(String.fromCharCode(digit))) {
        return this.#cutOff(digit, "in \\u hexadecimal character escape");
      }
    }
    return undefined;
  }

  #number(first: number | undefined): string | undefined {
    let digit = first;
    if (digit === 0x2d) {
      digit = this.#bytes[this.#at++];
      if (!isDigit(digit)) return this.#cutOff(digit, "in numeric literal");
    }
    if (digit !== 0x30) this.#digits();
    if (this.#bytes[this.#at] === 0x2e) {
      this.#at++;
      if (!this.#digits()) return this.#cutOff(this.#bytes[this.#at++], "after decimal point in numeric literal");
    }
    const exponent = this.#bytes[this.#at];
    if (exponent === 0x65 || exponent === 0x45) {
      this.#at++;
      const sign = this.#bytes[this.#at];
      if (sign === 0x2b || sign === 0x2d) this.#at++;
      if (!this.#digits()) return this.#cutOff(this.#bytes[this.#at++], "in exponent of numeric literal");
    }
    return undefined;
  }

  #digits(): boolean {
    const start = this.#at;
    while (isDigit(this.#bytes[this.#at])) this.#at++;
    return this.#at > start;
  }

  #literal(text: string): string | undefined {
    for (const expected of text.slice(1)) {
      const byte = this.#bytes[this.#at++];
      if (byte !== expected.charCodeAt(0)) {
        return this.#cutOff(byte, `in literal ${text} (expecting '${expected}')`);
      }
    }
    return undefined;
  }

  #next(): number | undefined {
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return byte;
    }
  }

  /** Where only certain characters may follow, the reference takes the end for a space. */
  #cutOff(byte: number | undefined, context: string): string {
    return this.#invalid(byte ?? 0x20, context);
  }

  #invalid(byte: number | undefined, context: string): string {
    if (byte === undefined) return "unexpected end of JSON input";
    return `invalid character ${quoteByte(byte)} ${context}`;
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** A byte as the reference prints it: as the character of that number. */
function quoteByte(byte: number): string {
  const escapes: Record<number, string> = {
    7: "\\a",
    8: "\\b",
    9: "\\t",
    10: "\\n",
    11: "\\v",
    12: "\\f",
    13: "\\r",
    39: "\\'",
    92: "\\\\",
  };
  const hex = byte.toString(16).padStart(2, "0");
  const short = escapes[byte];
  if (short !== undefined) return `'${short}'`;
  if (byte < 0x20 || byte === 0x7f) return `'\\x${hex}'`;
  // The control characters above ASCII, the space that does not break and the hyphen that does not show.
  if ((byte >= 0x80 && byte <= 0xa0) || byte === 0xad) return `'\\u00${hex}'`;
  return `'${String.fromCharCode(byte)}'`;
}
