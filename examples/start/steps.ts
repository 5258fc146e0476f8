/** Prints what was reached, and when. */
export class Steps {
  readonly #begun: number = performance.now();
  readonly #isTerminal: boolean;

  constructor(isTerminal: boolean) {
    this.#isTerminal = isTerminal;
  }

  get seconds(): string {
    return `${((performance.now() - this.#begun) / 1000).toFixed(1)} s`;
  }

  /** A step that is done. */
  done(name: string, ...lines: readonly string[]): void {
    const [first = "", ...rest] = lines;
    process.stdout.write(`${this.seconds.padStart(7)}  ${this.#paint(32, "✓")} ${name.padEnd(10)} ${first}\n`);
    for (const line of rest) process.stdout.write(`${" ".repeat(22)}${line}\n`);
  }

  failed(name: string, reason: string): void {
    process.stderr.write(`${this.seconds.padStart(7)}  ${this.#paint(31, "✗")} ${name.padEnd(10)} ${reason}\n`);
  }

  #paint(colour: number, text: string): string {
    return this.#isTerminal ? `\u001b[${colour}m${text}\u001b[0m` : text;
  }
}
