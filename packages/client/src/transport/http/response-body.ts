import { gunzip } from "node:zlib";
import { ClientError } from "../../errors.ts";
import type { ResponseBody } from "../transport.ts";

/** Unread bytes at which a stream's sender is slowed down. */
const highWaterBytes = 64 * 1024;

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
  #chunks: Buffer[] = [];
  #queuedBytes = 0;
  #isPaused = false;
  #isOpen = true;
  #isTaken = false;
  #failure: { readonly reason: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(
    source: BodySource,
    options: { readonly doing: string; readonly isStream: boolean; readonly isGzip: boolean },
  ) {
    this.#source = source;
    this.#doing = options.doing;
    this.#isStream = options.isStream;
    this.#isGzip = options.isGzip;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#queuedBytes += chunk.length;
    if (!this.#isStream) return;
    this.#wakeUp();
    if (this.#queuedBytes >= highWaterBytes && !this.#isPaused) {
      this.#isPaused = true;
      this.#source.pause();
    }
  }

  end(): void {
    this.#isOpen = false;
    this.#wakeUp();
  }

  fail(reason: unknown): void {
    if (!this.#isOpen) return;
    this.#failure = { reason };
    this.end();
  }

  /** Fails at once, whatever has not been read yet. */
  abort(reason: unknown): void {
    this.#chunks = [];
    this.fail(reason);
  }

  async text(): Promise<string> {
    this.#take();
    // A stream is drained as it comes: nobody else will let its sender go on.
    if (this.#isStream) {
      const chunks: Buffer[] = [];
      for await (const chunk of this.#stream()) chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    }
    return (await this.#whole()).toString();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    this.#take();
    if (this.#isStream) {
      yield* this.#stream();
    } else {
      const bytes = await this.#whole();
      if (bytes.length > 0) yield bytes;
    }
  }

  cancel(): void {
    if (this.#isOpen) this.#source.cancel();
    this.fail(new ClientError("INVALID_ARGUMENT", `${this.#doing}: the body was cancelled and cannot be read`));
    this.#chunks = [];
  }

  #take(): void {
    if (this.#isTaken) throw new ClientError("INVALID_ARGUMENT", `${this.#doing}: the body can be read only once`);
    this.#isTaken = true;
  }

  async #whole(): Promise<Buffer> {
    while (this.#isOpen) await this.#next();
    if (this.#failure !== undefined) throw this.#failure.reason;
    const chunks = this.#chunks;
    this.#chunks = [];
    const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    return this.#isGzip ? this.#unzip(bytes) : bytes;
  }

  async *#stream(): AsyncGenerator<Buffer, void, undefined> {
    try {
      while (true) {
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) {
          this.#queuedBytes -= chunk.length;
          yield chunk;
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

  #unzip(bytes: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      gunzip(bytes, (error, result) => {
        if (error === null) resolve(result);
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
