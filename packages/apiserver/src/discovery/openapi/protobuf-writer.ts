/** Writes protobuf messages: fields in the order of the calls. */
export class ProtobufWriter {
  #bytes: Buffer = Buffer.allocUnsafe(4096);
  #length = 0;

  /** What was written so far. */
  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  text(field: number, value: string): void {
    this.#varint(field * 8 + 2);
    const size = Buffer.byteLength(value);
    this.#varint(size);
    this.#reserve(size);
    this.#length += this.#bytes.write(value, this.#length);
  }

  truth(field: number, value: boolean): void {
    this.#varint(field * 8);
    this.#varint(value ? 1 : 0);
  }

  integer(field: number, value: number): void {
    this.#varint(field * 8);
    this.#reserve(10);
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest > 127n; rest >>= 7n) this.#bytes[this.#length++] = Number(rest & 127n) | 128;
    this.#bytes[this.#length++] = Number(rest);
  }

  double(field: number, value: number): void {
    this.#varint(field * 8 + 1);
    this.#reserve(8);
    this.#length = this.#bytes.writeDoubleLE(value, this.#length);
  }

  /** A message inside this one. */
  message(field: number, write: () => void): void {
    this.#varint(field * 8 + 2);
    const start = this.#length;
    write();
    const size = this.#length - start;
    // The size goes in front of what was just written.
    const digits = size < 1 << 7 ? 1 : size < 1 << 14 ? 2 : size < 1 << 21 ? 3 : size < 1 << 28 ? 4 : 5;
    this.#reserve(digits);
    this.#bytes.copyWithin(start + digits, start, this.#length);
    this.#length = start;
    this.#varint(size);
    this.#length += size;
  }

  /** For numbers that are not negative. */
  #varint(value: number): void {
    this.#reserve(5);
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#bytes[this.#length++] = (rest % 128) | 128;
    this.#bytes[this.#length++] = rest;
  }

  #reserve(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + size));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
