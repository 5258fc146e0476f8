import { isStream } from "../stream-body.ts";
import type { TransportFailureCode } from "./in-process-transport.ts";

type Piece = Uint8Array | string;

export interface InProcessBodyOptions {
  failure(code: TransportFailureCode, problem: string): Error;
  /** Nothing comes any more. */
  onEnd(): void;
  /** The reader does not want the rest. */
  onCancel(): void;
}

/** A response body, read once: as text, or piece by piece. A server that writes a stream waits for its reader. */
export class InProcessBody implements AsyncIterable<Uint8Array> {
  readonly #options: InProcessBodyOptions;
  readonly #whole: Piece | undefined;
  readonly #stream: AsyncIterator<Piece> | undefined;
  #isTaken = false;
  #isDone = false;
  #failure: { readonly reason: unknown } | undefined;
  /** Ends the wait of a reader. */
  #interrupt: ((reason: unknown) => void) | undefined;

  constructor(body: Piece | AsyncIterable<Piece>, options: InProcessBodyOptions) {
    this.#options = options;
    if (isStream(body)) this.#stream = body[Symbol.asyncIterator]();
    else this.#whole = body;
    if (this.#stream === undefined) this.#finish();
  }

  /** The whole body as UTF-8. */
  async text(): Promise<string> {
    this.#take();
    if (this.#whole !== undefined) {
      return typeof this.#whole === "string" ? this.#whole : Buffer.from(this.#whole).toString("utf8");
    }
    const pieces: Buffer[] = [];
    for (let piece = await this.#next(); piece !== undefined; piece = await this.#next()) pieces.push(bytesOf(piece));
    return Buffer.concat(pieces).toString("utf8");
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    this.#take();
    if (this.#whole !== undefined) {
      if (this.#whole.length > 0) yield bytesOf(this.#whole);
      return;
    }
    try {
      for (let piece = await this.#next(); piece !== undefined; piece = await this.#next()) yield bytesOf(piece);
    } finally {
      this.cancel();
    }
  }

  /** Gives the body up. Harmless when it has ended. */
  cancel(): void {
    this.fail(this.#options.failure("INVALID_ARGUMENT", "the body was cancelled and cannot be read"));
  }

  /** Ends the body early: who reads it gets `reason`. */
  fail(reason: unknown): void {
    if (this.#isDone) return;
    this.#failure = { reason };
    this.#finish();
    this.#options.onCancel();
    Promise.resolve(this.#stream?.return?.()).catch(() => {});
    this.#interrupt?.(reason);
  }

  #next(): Promise<Piece | undefined> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure.reason);
    return new Promise((resolve, reject) => {
      this.#interrupt = reject;
      this.#stream?.next().then(
        (result) => {
          if (result.done === true) this.#finish();
          resolve(result.done === true ? undefined : result.value);
        },
        () => {
          const lost = this.#options.failure("CONNECTION_LOST", "the connection ended while the answer came");
          this.#failure ??= { reason: lost };
          this.#finish();
          reject(this.#failure.reason);
        },
      );
    });
  }

  #take(): void {
    if (this.#isTaken) throw this.#options.failure("INVALID_ARGUMENT", "the body has been read already");
    this.#isTaken = true;
    if (this.#failure !== undefined) throw this.#failure.reason;
  }

  #finish(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#options.onEnd();
  }
}

function bytesOf(piece: Piece): Buffer {
  return typeof piece === "string" ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}
