import { constants } from "node:buffer";
import { errorCodeOf } from "../../error-code.ts";
import { ClientError } from "../../errors.ts";
import { afterInput } from "../../host.ts";
import type { ResponseBody } from "../transport.ts";

/** Unread bytes at which a stream's sender is slowed down. */
const highWaterBytes = 64 * 1024;

/** Bytes of a body that is not read in chunks: no text of Node can be longer, about 512 MiB. */
const maxWholeBytes = constants.MAX_STRING_LENGTH;

/** Unpacking a list of some megabytes takes a third less time than in the default chunks of 16 KiB. */
const unzipChunkBytes = 256 * 1024;

/** Where the bytes of a body come from. */
export interface BodySource {
  pause(): void;
  resume(): void;
  /** Gives up the rest. */
  cancel(): void;
}

/** A response body that is filled as bytes arrive. A stream holds its sender back; any other body is taken in at once. */
export class ReceivedBody implements ResponseBody {
  readonly #source: BodySource;
  readonly #doing: string;
  readonly #isStream: boolean;
  readonly #isGzip: boolean;
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #queuedBytes = 0;
  #isPaused = false;
  /** Whether the reader of a stream is about to be told of new chunks. */
  #isCalling = false;
  #isOpen = true;
  #isTaken = false;
  #failure: { readonly reason: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(
    source: BodySource,
    options: {
      readonly doing: string;
      readonly isStream: boolean;
      /** Not for a stream. */
      readonly isGzip: boolean;
      /** What a body may have at most that is not read in chunks, unpacked. @default the longest text there can be */
      readonly maxBytes?: number;
    },
  ) {
    this.#source = source;
    this.#doing = options.doing;
    this.#isStream = options.isStream;
    this.#isGzip = options.isGzip;
    this.#maxBytes = options.maxBytes ?? maxWholeBytes;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#queuedBytes += chunk.length;
    if (!this.#isStream) {
      if (this.#queuedBytes > this.#maxBytes) this.#giveUp(this.#tooLarge());
      return;
    }
    this.#callReader();
    if (this.#queuedBytes >= highWaterBytes && !this.#isPaused) {
      this.#isPaused = true;
      this.#source.pause();
    }
  }

  /** All bytes are there. Calls `onDone` when they can be read, which is later where they have to be unpacked. */
  end(onDone: () => void): void {
    if (!this.#isGzip || this.#queuedBytes === 0) {
      this.#close();
      onDone();
      return;
    }
    const packed = Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#unzip(packed)
      .then(
        (bytes) => {
          if (this.#isOpen) this.#chunks = [bytes];
          this.#close();
        },
        (reason: unknown) => this.fail(reason),
      )
      .finally(onDone);
  }

  fail(reason: unknown): void {
    if (!this.#isOpen) return;
    this.#failure = { reason };
    this.#close();
  }

  /** Fails at once, whatever has not been read yet. */
  abort(reason: unknown): void {
    this.#chunks = [];
    this.fail(reason);
  }

  async text(): Promise<string> {
    this.#take();
    if (this.#isStream) return await this.#drained();
    while (this.#isOpen) await this.#next();
    return this.#whole().toString();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    this.#take();
    if (this.#isStream) {
      yield* this.#stream();
    } else {
      while (this.#isOpen) await this.#next();
      const bytes = this.#whole();
      if (bytes.length > 0) yield bytes;
    }
  }

  cancel(): void {
    this.#giveUp(new ClientError("INVALID_ARGUMENT", `${this.#doing}: the body was cancelled and cannot be read`));
  }

  #giveUp(reason: unknown): void {
    if (this.#isOpen) this.#source.cancel();
    this.abort(reason);
  }

  #close(): void {
    this.#isOpen = false;
    this.#wakeUp();
  }

  #take(): void {
    if (this.#isTaken) throw new ClientError("INVALID_ARGUMENT", `${this.#doing}: the body can be read only once`);
    this.#isTaken = true;
  }

  /** A stream is drained as it comes: nobody else will let its sender go on. */
  async #drained(): Promise<string> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of this.#stream()) {
      bytes += chunk.length;
      if (bytes > this.#maxBytes) throw this.#tooLarge();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }

  /** All of a body that has ended. */
  #whole(): Buffer {
    if (this.#failure !== undefined) throw this.#failure.reason;
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  }

  async *#stream(): AsyncGenerator<Buffer, void, undefined> {
    try {
      while (true) {
        if (this.#chunks.length > 0) {
          const chunks = this.#chunks;
          this.#chunks = [];
          this.#queuedBytes = 0;
          yield chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
        } else if (this.#failure !== undefined) {
          throw this.#failure.reason;
        } else if (this.#isOpen) {
          if (this.#isPaused) {
            this.#isPaused = false;
            this.#source.resume();
          }
          await this.#next();
        } else {
          return;
        }
      }
    } finally {
      this.cancel();
    }
  }

  /** A server that sends much does so in many small records: the reader gets all that are there at once, not one at a time. */
  #callReader(): void {
    if (this.#isCalling) return;
    this.#isCalling = true;
    afterInput(() => {
      this.#isCalling = false;
      this.#wakeUp();
    });
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #wakeUp(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }

  #tooLarge(): ClientError {
    return new ClientError(
      "UNEXPECTED_RESPONSE",
      `${this.#doing}: the answer has more than ${this.#maxBytes} bytes, which is more than a text can hold: ` +
        "ask for less at once, of a list with limit",
    );
  }

  async #unzip(bytes: Buffer): Promise<Buffer> {
    // Loaded when it is needed: only large answers are compressed.
    const { gunzip } = await import("node:zlib");
    return await new Promise((resolve, reject) => {
      gunzip(bytes, { maxOutputLength: this.#maxBytes, chunkSize: unzipChunkBytes }, (error, result) => {
        if (error === null) resolve(result);
        else if (errorCodeOf(error) === "ERR_BUFFER_TOO_LARGE") reject(this.#tooLarge());
        else
          reject(
            new ClientError(
              "UNEXPECTED_RESPONSE",
              `${this.#doing}: the compressed answer of ${bytes.length} bytes is broken (${error.message}): ` +
                "is there a proxy between that changes answers? disableCompression avoids it",
              { cause: error },
            ),
          );
      });
    });
  }
}
