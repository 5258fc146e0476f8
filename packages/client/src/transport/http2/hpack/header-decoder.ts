import { type HeaderField, headerField } from "./header-field.ts";
import { HeaderTable } from "./header-table.ts";
import { decodeHuffman } from "./huffman.ts";

const maxTableSize = 4096;
const namePattern = /^:?[!#$%&'*+\-.^_`|~0-9a-z]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const badValuePattern = /[\x00\r\n]/;

/** Reads header blocks as HPACK has them, RFC 7541. All blocks of a connection go through one decoder, in order. */
export class HeaderDecoder {
  readonly #table = new HeaderTable(maxTableSize);
  readonly #maxListSize: number;
  #scratch: Buffer = Buffer.allocUnsafeSlow(1024);
  #bytes: Buffer = this.#scratch;
  #at = 0;
  #end = 0;

  /** @param maxListSize what the headers of one block may add up to, in the units of HPACK. */
  constructor(maxListSize: number) {
    this.#maxListSize = maxListSize;
  }

  /** The headers of a block. Throws an Error that says what is wrong when there is no reading it; no later block can be read then. */
  decode(block: Buffer): HeaderField[] {
    this.#bytes = block;
    this.#at = 0;
    this.#end = block.length;
    const fields: HeaderField[] = [];
    let size = 0;
    while (this.#at < this.#end) {
      const first = block[this.#at]!;
      // A change of the table's size comes before all headers.
      if (first >= 0x20 && first < 0x40) {
        if (fields.length > 0) throw new Error("a new size of the header table after a header");
        this.#table.resize(this.#integer(5));
        continue;
      }
      const field = first >= 0x80 ? this.#table.at(this.#integer(7)) : this.#literal(first);
      size += field.size;
      if (size > this.#maxListSize) throw new Error(`headers of more than ${this.#maxListSize} bytes`);
      fields.push(field);
    }
    return fields;
  }

  #literal(first: number): HeaderField {
    const isIndexed = first >= 0x40;
    const index = this.#integer(isIndexed ? 6 : 4);
    const name = index === 0 ? this.#string() : this.#table.at(index).name;
    const value = this.#string();
    if ((index === 0 && !namePattern.test(name)) || badValuePattern.test(value)) {
      throw new Error(`the header ${JSON.stringify(name.slice(0, 80))}, whose name or value cannot be one`);
    }
    const field = headerField(name, value);
    if (isIndexed) this.#table.add(field);
    return field;
  }

  /** An integer of which the first byte holds so many bits. */
  #integer(prefixBits: number): number {
    const limit = (1 << prefixBits) - 1;
    let value = this.#byte() & limit;
    if (value < limit) return value;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#byte();
      // Nothing in a block is longer than 2^28 bytes, nor is an index higher.
      if (shift > 21) throw new Error("an integer in the headers that is too large");
      value += (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  #string(): string {
    const isHuffman = this.#at < this.#end && this.#bytes[this.#at]! >= 0x80;
    const length = this.#integer(7);
    const start = this.#at;
    const end = start + length;
    if (end > this.#end) throw new Error("a header that is cut off");
    this.#at = end;
    if (!isHuffman) return this.#bytes.toString("latin1", start, end);
    if (this.#scratch.length < 2 * length) this.#scratch = Buffer.allocUnsafeSlow(2 * length);
    return this.#scratch.toString("latin1", 0, decodeHuffman(this.#bytes, start, end, this.#scratch));
  }

  #byte(): number {
    if (this.#at >= this.#end) throw new Error("a header that is cut off");
    return this.#bytes[this.#at++]!;
  }
}
