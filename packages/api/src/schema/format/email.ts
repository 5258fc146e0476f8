const atomCharacter = /[A-Za-z\d!#$%&'*+\-/=?^_`{|}~\u0080-\u{10ffff}]/u;

/** Whether a text is one mail address as RFC 5322 has them: `a@b.c`, `"quoted"@b.c`, or `Name <a@b.c>`. */
export function isEmail(text: string): boolean {
  const reader = new AddressReader(text);
  return reader.readAddress() && reader.isAtEnd();
}

/** Reads from left to right. A reader that refused is of no more use. */
class AddressReader {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#characters = Array.from(text);
  }

  isAtEnd(): boolean {
    return this.#skipComments() && this.#at === this.#characters.length;
  }

  readAddress(mayBeGroup = true): boolean {
    this.#skipSpace();
    const start = this.#at;
    if (this.#addressSpec()) return true;
    this.#at = start;
    if (this.#peek() !== "<" && !this.#phrase()) return false;
    this.#skipSpace();
    if (mayBeGroup && this.#take(":")) return this.#groupOfOne();
    return this.#take("<") && this.#addressSpec() && this.#take(">");
  }

  #groupOfOne(): boolean {
    if (!this.readAddress(false) || !this.#skipComments()) return false;
    return this.#take(";");
  }

  #addressSpec(): boolean {
    this.#skipSpace();
    const hasLocalPart = this.#peek() === '"' ? this.#quoted(false) : this.#dotAtom();
    if (!hasLocalPart || !this.#take("@")) return false;
    this.#skipSpace();
    return this.#domain();
  }

  #domain(): boolean {
    if (!this.#take("[")) return this.#dotAtom();
    let length = 0;
    while (this.#peek() !== undefined && this.#peek() !== "]") {
      if (!/[!-Z^-~]/.test(this.#peek()!)) return false;
      this.#at++;
      length++;
    }
    return length > 0 && this.#take("]");
  }

  #phrase(): boolean {
    let words = 0;
    for (;;) {
      this.#skipSpace();
      const next = this.#peek();
      if (next === '"') {
        if (!this.#quoted(true)) return false;
      } else if (next !== undefined && (next === "." || atomCharacter.test(next))) {
        while (this.#peek() !== undefined && (this.#peek() === "." || atomCharacter.test(this.#peek()!))) this.#at++;
      } else return words > 0;
      words++;
    }
  }

  /** Atoms with single dots between them. */
  #dotAtom(): boolean {
    for (;;) {
      const start = this.#at;
      while (this.#peek() !== undefined && atomCharacter.test(this.#peek()!)) this.#at++;
      if (this.#at === start) return false;
      if (this.#peek() !== ".") return true;
      this.#at++;
    }
  }

  #quoted(mayBeEmpty: boolean): boolean {
    this.#at++;
    const start = this.#at;
    for (;;) {
      const next = this.#peek();
      if (next === undefined) return false;
      if (next === '"') break;
      if (next === "\\") this.#at++;
      const code = this.#peek();
      if (code === undefined || !/[\t -~\u0080-\u{10ffff}]/u.test(code)) return false;
      this.#at++;
    }
    const isEmpty = this.#at === start;
    this.#at++;
    return mayBeEmpty || !isEmpty;
  }

  #skipComments(): boolean {
    for (;;) {
      this.#skipSpace();
      if (!this.#take("(")) return true;
      for (let depth = 1; depth > 0; this.#at++) {
        const next = this.#peek();
        if (next === undefined) return false;
        if (next === "\\") this.#at++;
        else if (next === "(") depth++;
        else if (next === ")") depth--;
      }
    }
  }

  #skipSpace(): void {
    while (this.#peek() === " " || this.#peek() === "\t") this.#at++;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }
}
