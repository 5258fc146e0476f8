/** Large enough for the frames of some dozens of requests. */
const pieceBytes = 32 * 1024;

/** Collects bytes to be sent, which are written in place and not copied. */
export class OutputBuffer {
  /** Where to write, after `reserve`. */
  bytes: Buffer = Buffer.allocUnsafeSlow(pieceBytes);
  /** Where in `bytes` the next byte goes. Whoever writes moves it on. */
  end = 0;
  #start = 0;
  #earlier: Buffer[] = [];

  /** Makes room for so many bytes in a row. */
  reserve(length: number): void {
    if (this.bytes.length - this.end >= length) return;
    if (this.end > this.#start) this.#earlier.push(this.bytes.subarray(this.#start, this.end));
    this.bytes = Buffer.allocUnsafeSlow(Math.max(pieceBytes, length));
    this.#start = 0;
    this.end = 0;
  }

  /** All that was written since the last time, or undefined when nothing was. It stays as it is. */
  take(): Buffer | undefined {
    const latest = this.end > this.#start ? this.bytes.subarray(this.#start, this.end) : undefined;
    this.#start = this.end;
    if (this.#earlier.length === 0) return latest;
    const pieces = latest === undefined ? this.#earlier : [...this.#earlier, latest];
    this.#earlier = [];
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }
}
