import { DecodeError } from "../decode-error.ts";
import { utf8Text } from "../text/utf8-text.ts";

/** How a value is laid out in a message. */
export const wireTypes = { varint: 0, fixed64: 1, bytes: 2, startGroup: 3, endGroup: 4, fixed32: 5 } as const;

/** The number of a field, and how its value is laid out. */
export interface Tag {
  readonly number: number;
  readonly wireType: number;
}

/** Reads the values of one protobuf message, one after the other. Throws DecodeError, with the reference's words, where there is none. */
export class WireReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  /** From where on there is no more value: mostly the end, too. */
  readonly #stop: number;
  #at: number;
  /** The integer that was read last: its lower and upper 32 bits. */
  #low = 0;
  #high = 0;

  constructor(bytes: Uint8Array, start = 0, end: number = bytes.length, stop: number = end) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    this.#stop = stop;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#stop;
  }

  /** The next tag; `message` is what the message is called. */
  tag(message: string): Tag {
    const { number, wireType } = this.entryTag();
    if (wireType === wireTypes.endGroup) throw new DecodeError(`proto: ${message}: wiretype end group for non-group`);
    if (number <= 0) throw new DecodeError(`proto: ${message}: illegal tag ${number} (wire type ${this.#unsigned()})`);
    return { number, wireType };
  }

  /** The next tag of an entry of a map, which may be any. */
  entryTag(): Tag {
    this.#varint();
    return { number: (this.#high << 29) | (this.#low >>> 3), wireType: this.#low & 7 };
  }

  /** A signed integer of 64 bits: a number where that is exact, else a bigint. */
  int64(): number | bigint {
    this.#varint();
    const value = this.#signed();
    return Number.isSafeInteger(value) ? value : (BigInt(this.#high) << 32n) | BigInt(this.#low >>> 0);
  }

  int32(): number {
    this.#varint();
    return this.#low;
  }

  bool(): boolean {
    this.#varint();
    return (this.#low | this.#high) !== 0;
  }

  float64(): number {
    if (this.#at + 8 > this.#end) throw unexpectedEnd();
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset + this.#at, 8);
    this.#at += 8;
    return view.getFloat64(0, true);
  }

  text(): string {
    const { start, end } = this.#range();
    return utf8Text(this.#bytes.subarray(start, end));
  }

  /** Bytes, which are shared with the message. */
  bytes(): Uint8Array {
    const { start, end } = this.#range();
    return this.#bytes.subarray(start, end);
  }

  /** A reader of the message that is the next value. */
  message(): WireReader {
    const { start, end } = this.#range();
    return new WireReader(this.#bytes, start, end);
  }

  /** A reader of the entry of a map that is the next value. As in the reference, its values may reach beyond it. */
  entry(): WireReader {
    const { start, end } = this.#range();
    return new WireReader(this.#bytes, start, this.#end, end);
  }

  /** Passes over a value. */
  skip(wireType: number): void {
    let depth = 0;
    for (let next = wireType; ; next = this.#low & 7) {
      if (next === wireTypes.startGroup) depth++;
      else if (next === wireTypes.endGroup) {
        if (depth === 0) throw new DecodeError("proto: unexpected end of group");
        depth--;
      } else this.#skipValue(next);
      if (depth === 0) break;
      this.#varint();
    }
    if (this.#at > this.#stop) throw unexpectedEnd();
  }

  #skipValue(wireType: number): void {
    switch (wireType) {
      case wireTypes.varint:
        this.#varint();
        return;
      case wireTypes.bytes:
        this.#range();
        return;
      case wireTypes.fixed64:
      case wireTypes.fixed32:
        this.#at += wireType === wireTypes.fixed64 ? 8 : 4;
        if (this.#at > this.#end) throw unexpectedEnd();
        return;
      default:
        throw new DecodeError(`proto: illegal wireType ${wireType}`);
    }
  }

  #range(): { start: number; end: number } {
    this.#varint();
    if (this.#high < 0) throw new DecodeError("proto: negative length found during unmarshaling");
    const start = this.#at;
    const end = start + this.#signed();
    if (end > this.#end) throw unexpectedEnd();
    this.#at = end;
    return { start, end };
  }

  /** The integer that was read last, which is exact up to 2^53. */
  #signed(): number {
    return this.#high * 2 ** 32 + (this.#low >>> 0);
  }

  #unsigned(): bigint {
    return (BigInt(this.#high >>> 0) << 32n) | BigInt(this.#low >>> 0);
  }

  /** Reads an integer of 64 bits into `#low` and `#high`; bits beyond those are dropped. */
  #varint(): void {
    this.#low = 0;
    this.#high = 0;
    for (let shift = 0; shift < 64; shift += 7) {
      const byte = this.#byte();
      const bits = byte & 0x7f;
      if (shift < 28) this.#low |= bits << shift;
      else if (shift === 28) {
        this.#low |= bits << 28;
        this.#high = bits >>> 4;
      } else this.#high |= bits << (shift - 32);
      if (byte < 0x80) return;
    }
    throw new DecodeError("proto: integer overflow");
  }

  #byte(): number {
    if (this.#at >= this.#end) throw unexpectedEnd();
    return this.#bytes[this.#at++]!;
  }
}

function unexpectedEnd(): DecodeError {
  return new DecodeError("unexpected EOF");
}
