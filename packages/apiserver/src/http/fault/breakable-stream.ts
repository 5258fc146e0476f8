import type { BodyPiece } from "../lazy-json.ts";

/** Thrown by a body whose connection is to end without a word. */
export class ConnectionDropped extends Error {
  override readonly name: string = "ConnectionDropped";
}

type Result = IteratorResult<BodyPiece, undefined>;

interface Reader {
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** A stream, read once, that can be broken off or silenced while it is read. */
export class BreakableStream implements AsyncIterableIterator<BodyPiece, undefined> {
  readonly #source: AsyncIterator<BodyPiece>;
  readonly #finally: "drop" | "stall";
  readonly #onEnd: () => void;
  /** Pieces until `#finally` happens. */
  #left: number;
  #isSilent = false;
  #failure: ConnectionDropped | undefined;
  #isDone = false;
  /** The reader, while it waits. */
  #reader: Reader | undefined;

  /** After `afterPieces` pieces `finally` happens by itself. `onEnd` is called once, when nothing can happen any more. */
  constructor(
    source: AsyncIterable<BodyPiece>,
    options: { readonly afterPieces?: number; readonly finally?: "drop" | "stall"; readonly onEnd?: () => void } = {},
  ) {
    this.#source = source[Symbol.asyncIterator]();
    this.#left = options.afterPieces ?? Number.POSITIVE_INFINITY;
    this.#finally = options.finally ?? "drop";
    this.#onEnd = options.onEnd ?? (() => {});
  }

  /** The connection ends at once. */
  drop(): void {
    this.#failure ??= new ConnectionDropped("the connection was dropped on purpose");
    const reader = this.#finish();
    reader?.reject(this.#failure);
  }

  /** Nothing comes any more, not even the end. */
  stall(): void {
    this.#isSilent = true;
  }

  next(): Promise<Result> {
    if (this.#left === 0) this.#break();
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#isDone) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      if (this.#isSilent) return;
      this.#source.next().then(
        (result) => this.#pass(result),
        (error: unknown) => this.#finish()?.reject(error),
      );
    });
  }

  async return(): Promise<Result> {
    this.#finish()?.resolve({ done: true, value: undefined });
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #pass(result: IteratorResult<BodyPiece>): void {
    if (this.#isSilent || this.#reader === undefined) return;
    if (result.done === true) {
      this.#finish()?.resolve({ done: true, value: undefined });
      return;
    }
    const { resolve } = this.#reader;
    this.#reader = undefined;
    this.#left--;
    resolve(result);
  }

  #break(): void {
    if (this.#finally === "drop") this.drop();
    else this.stall();
  }

  /** Gives the reader that still waits. */
  #finish(): Reader | undefined {
    const reader = this.#reader;
    this.#reader = undefined;
    if (!this.#isDone) {
      this.#isDone = true;
      this.#onEnd();
      Promise.resolve(this.#source.return?.()).catch(() => {});
    }
    return reader;
  }
}
