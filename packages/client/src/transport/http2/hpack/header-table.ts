import type { HeaderField } from "./header-field.ts";
import { staticFields } from "./static-table.ts";

/** The headers of one direction of a connection that an index stands for: those of the standard, and the latest that were sent. */
export class HeaderTable {
  readonly #limit: number;
  /** The newest last. */
  readonly #latest: HeaderField[] = [];
  #size = 0;
  #maxSize: number;

  /** @param limit the most that may be held, in the units of HPACK: what the settings allow. */
  constructor(limit: number) {
    this.#limit = limit;
    this.#maxSize = limit;
  }

  /** The header of an index. Throws an Error when there is none. */
  at(index: number): HeaderField {
    const field =
      index <= staticFields.length
        ? staticFields[index - 1]
        : this.#latest[this.#latest.length - (index - staticFields.length)];
    if (field === undefined) throw new Error(`the header index ${index}, which stands for nothing`);
    return field;
  }

  add(field: HeaderField): void {
    this.#size += field.size;
    this.#latest.push(field);
    this.#evict();
  }

  /** Throws an Error for more than the settings allow. */
  resize(maxSize: number): void {
    if (maxSize > this.#limit) {
      throw new Error(`a header table of ${maxSize} bytes, where ${this.#limit} are allowed`);
    }
    this.#maxSize = maxSize;
    this.#evict();
  }

  #evict(): void {
    while (this.#size > this.#maxSize) this.#size -= this.#latest.shift()!.size;
  }
}
