import { parseJson } from "@kubewright/api";
import { type BodyPiece, isLazyJson, type LazyJson, writtenPiece } from "../lazy-json.ts";
import { isStream } from "../stream-body.ts";
import type { TransportFailureCode } from "./in-process-transport.ts";

export interface InProcessBodyOptions {
  /** Whether values of a stream may have parts that are the server's own. */
  readonly sharesObjects: boolean;
  failure(code: TransportFailureCode, problem: string): Error;
  /** Nothing comes any more. */
  onEnd(): void;
  /** The reader does not want the rest. */
  onCancel(): void;
}

/** A response body, read once: as text, as values, or piece by piece. A server that writes a stream waits for its reader. */
export class InProcessBody implements AsyncIterable<Uint8Array> {
  /** What parsing the text would give, without a text. Absent for bodies of which the server has only the text. */
  readonly json?: () => Promise<unknown>;
  readonly #options: InProcessBodyOptions;
  readonly #whole: BodyPiece | undefined;
  readonly #stream: AsyncIterator<BodyPiece> | undefined;
  #isTaken = false;
  #isDone = false;
  #failure: { readonly reason: unknown } | undefined;
  /** Ends the wait of a reader. */
  #interrupt: ((reason: unknown) => void) | undefined;

  constructor(body: BodyPiece | AsyncIterable<BodyPiece>, options: InProcessBodyOptions) {
    this.#options = options;
    if (isStream(body)) this.#stream = body[Symbol.asyncIterator]();
    else this.#whole = body;
    if (this.#stream === undefined) this.#finish();
    if (!isStream(body) && isLazyJson(body)) this.json = () => this.#json(body);
  }

  /** The whole body as UTF-8. */
  async text(): Promise<string> {
    this.#take();
    if (this.#whole !== undefined) {
      const written = writtenPiece(this.#whole);
      return typeof written === "string" ? written : bytesOf(written).toString("utf8");
    }
    const pieces: Buffer[] = [];
    for (let piece = await this.#next(); piece !== undefined; piece = await this.#next()) pieces.push(bytesOf(piece));
    return Buffer.concat(pieces).toString("utf8");
  }

  /** The values of a stream of JSON, one for each piece that the server wrote. */
  async *values(): AsyncGenerator<unknown, void, undefined> {
    const { sharesObjects } = this.#options;
    for await (const piece of this.#pieces()) {
      if (!isLazyJson(piece)) yield parseJson(bytesOf(piece).toString("utf8"));
      else yield sharesObjects && piece.shared !== undefined ? piece.shared() : piece.value();
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of this.#pieces()) {
      const bytes = bytesOf(piece);
      if (bytes.length > 0) yield bytes;
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

  async #json(body: LazyJson): Promise<unknown> {
    this.#take();
    return body.value();
  }

  async *#pieces(): AsyncGenerator<BodyPiece, void, undefined> {
    this.#take();
    if (this.#whole !== undefined) {
      yield this.#whole;
      return;
    }
    try {
      for (let piece = await this.#next(); piece !== undefined; piece = await this.#next()) yield piece;
    } finally {
      this.cancel();
    }
  }

  #next(): Promise<BodyPiece | undefined> {
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

function bytesOf(piece: BodyPiece): Buffer {
  const written = writtenPiece(piece);
  if (typeof written === "string") return Buffer.from(written);
  return Buffer.from(written.buffer, written.byteOffset, written.byteLength);
}
