import type { SourcePosition } from "../../problem.ts";

/** Turns offsets of a text into lines and columns. */
export class LineMap {
  readonly #file: string;
  readonly #starts: number[] = [0];

  constructor(file: string, text: string) {
    this.#file = file;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  /** From 1. */
  lineOf(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  positionOf(offset: number): SourcePosition {
    const line = this.lineOf(offset);
    return { file: this.#file, line, column: offset - this.#starts[line - 1]! + 1 };
  }
}
