import { ClientError } from "../../errors.ts";

const newline = 10;

/**
 * Cuts a stream of bytes into lines of text.
 *
 * Each byte is looked at once and copied at most once, however the chunks fall; a character cut in two by a chunk's end
 * comes out whole.
 */
export class LineSplitter {
  /** The bytes of the line that has not ended, in order; none of them is a newline. */
  readonly #pieces: Uint8Array[] = [];
  #pieceBytes = 0;
  readonly #maxLineBytes: number;

  constructor(options: { readonly maxLineBytes: number }) {
    this.#maxLineBytes = options.maxLineBytes;
  }

  /** The lines that `chunk` ends, without their newlines. Throws ClientError `UNEXPECTED_RESPONSE` for an endless line. */
  push(chunk: Uint8Array): string[] {
    const last = chunk.lastIndexOf(newline);
    if (last === -1) {
      this.#keep(chunk);
      return [];
    }
    const whole = chunk.subarray(0, last);
    const text = this.#pieceBytes === 0 ? decode(whole) : this.#join(whole);
    if (last + 1 < chunk.length) this.#keep(chunk.subarray(last + 1));
    return text.split("\n");
  }

  /** The last line, when the stream ended without a newline after it. */
  end(): string | undefined {
    return this.#pieceBytes === 0 ? undefined : this.#join(new Uint8Array(0));
  }

  #keep(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#pieceBytes += piece.length;
    if (this.#pieceBytes > this.#maxLineBytes) {
      throw new ClientError(
        "UNEXPECTED_RESPONSE",
        `the server sent a line of more than ${this.#maxLineBytes} bytes: this is not a stream of Kubernetes objects or log lines`,
      );
    }
  }

  #join(end: Uint8Array): string {
    const text = decode(Buffer.concat([...this.#pieces, end], this.#pieceBytes + end.length));
    this.#pieces.length = 0;
    this.#pieceBytes = 0;
    return text;
  }
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
