import type { Clock, Scheduled } from "@kubewright/api";
import { onAbort } from "../../on-abort.ts";
import type { ApiResponse, ResponseBody } from "../../transport/transport.ts";
import { LineSplitter } from "./line-splitter.ts";

/** How long a stream may be silent while its next line is waited for. */
export interface IdleDeadline {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** What the iteration throws when the time is up. */
  error(): Error;
}

export interface LineStreamOptions<T = never> {
  /** Gets the response when the first line is asked for. `signal` aborts when the stream is no longer wanted. */
  readonly open: (signal: AbortSignal) => Promise<ApiResponse>;
  /** Ends the iteration at once with the signal's reason. */
  readonly signal: AbortSignal | undefined;
  /** Aborts when the client is closed: a stream that nobody reads any more is let go then. */
  readonly closed: AbortSignal;
  readonly idle?: IdleDeadline;
  /** @default 64 MiB */
  readonly maxLineBytes?: number;
  /** Leave out lines with nothing in them. @default false */
  readonly skipsBlank?: boolean;
  /** What stands for the lines of a body, if it has that. @default nothing does */
  readonly valuesOf?: (body: ResponseBody) => AsyncIterable<T> | undefined;
}

/**
 * The lines of one streamed response, the last one also when no newline ends it.
 *
 * Opened by the first `next()`, closed by `return()`, which also ends a `next()` under way. Bytes are taken from the
 * connection only while a line is waited for, and only then does the idle deadline run.
 */
export class LineStream<T = never> implements AsyncIterableIterator<string | T, undefined> {
  readonly #options: LineStreamOptions<T>;
  readonly #exchange: AbortController = new AbortController();
  readonly #lines: AsyncGenerator<string | T, undefined>;
  /** Fails what is being waited for. Absent while nothing is. */
  #interrupt: ((reason: unknown) => void) | undefined;
  /** Since when something is waited for, on the monotonic clock. */
  #waitingMs = 0;
  /** Looks whether that is too long. There may be one while nothing is waited for: a timer for each chunk would cost more than its bytes. */
  #look: Scheduled | undefined;
  #isClosed = false;
  #isCutOff = false;

  constructor(options: LineStreamOptions<T>) {
    this.#options = options;
    this.#lines = this.#read();
  }

  /** Whether the line given last is the end of the stream and lacks its newline. */
  get isCutOff(): boolean {
    return this.#isCutOff;
  }

  next(): Promise<IteratorResult<string | T, undefined>> {
    return this.#lines.next();
  }

  return(): Promise<IteratorResult<string | T, undefined>> {
    this.#isClosed = true;
    this.#stop(new DOMException("the reader of the stream closed it", "AbortError"));
    return this.#lines.return(undefined);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async *#read(): AsyncGenerator<string | T, undefined> {
    const { signal, closed, maxLineBytes = 64 * 1024 * 1024, skipsBlank = false } = this.#options;
    signal?.throwIfAborted();
    const forget = onAbort(signal, (reason) => this.#stop(reason));
    const forgetClosed = onAbort(closed, (reason) => this.#stop(reason));
    let response: ApiResponse | undefined;
    try {
      response = await this.#open();
      const values = this.#options.valuesOf?.(response.body)?.[Symbol.asyncIterator]();
      while (values !== undefined) {
        const { done, value } = await this.#wait(values.next());
        if (done) return undefined;
        yield value;
        this.#exchange.signal.throwIfAborted();
      }
      const splitter = new LineSplitter({ maxLineBytes });
      const chunks = response.body[Symbol.asyncIterator]();
      for (;;) {
        const chunk = await this.#wait(chunks.next());
        if (chunk.done) break;
        for (const line of splitter.push(chunk.value)) {
          if (skipsBlank && line.trim() === "") continue;
          yield line;
          this.#exchange.signal.throwIfAborted();
        }
      }
      const last = splitter.end();
      if (last === undefined) return undefined;
      this.#isCutOff = true;
      yield last;
    } catch (error) {
      if (!this.#isClosed) throw error;
    } finally {
      forget();
      forgetClosed();
      this.#look?.cancel();
      response?.body.cancel();
    }
    return undefined;
  }

  async #open(): Promise<ApiResponse> {
    const { signal } = this.#exchange;
    const opening = this.#options.open(signal);
    // When the wait was given up, nobody else is left to close what arrives.
    opening.then(
      (response) => signal.aborted && response.body.cancel(),
      () => {},
    );
    return await this.#wait(opening);
  }

  async #wait<T>(promise: Promise<T>): Promise<T> {
    const { idle } = this.#options;
    if (idle !== undefined) {
      this.#waitingMs = idle.clock.monotonic();
      if (this.#look === undefined) this.#lookIn(idle, idle.timeoutMs);
    }
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#interrupt = reject;
        promise.then(resolve, reject);
        if (this.#exchange.signal.aborted) reject(this.#exchange.signal.reason);
      });
    } finally {
      this.#interrupt = undefined;
    }
  }

  #lookIn(idle: IdleDeadline, delayMs: number): void {
    this.#look = idle.clock.schedule(delayMs, () => {
      this.#look = undefined;
      if (this.#interrupt === undefined) return;
      const leftMs = this.#waitingMs + idle.timeoutMs - idle.clock.monotonic();
      if (leftMs > 0) this.#lookIn(idle, leftMs);
      else this.#stop(idle.error());
    });
  }

  #stop(reason: unknown): void {
    if (this.#exchange.signal.aborted) return;
    this.#look?.cancel();
    this.#exchange.abort(reason);
    this.#interrupt?.(reason);
  }
}
