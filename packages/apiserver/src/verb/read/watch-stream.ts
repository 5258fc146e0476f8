import type { WatchEvent } from "./watch-event.ts";

/** Makes an event when it is read, so that what nobody reads costs little. */
export type LazyWatchEvent = () => WatchEvent | undefined;

export interface WatchStreamOptions {
  /** How many events may wait for the reader beside those that were there at the start. */
  readonly bufferLimit: number;
  /** Called once, when nothing waits for the reader and no more events are needed. */
  readonly onEnd: () => void;
}

/**
 * Events for one reader, in order.
 *
 * A reader that stays too far behind gets what was waiting, and then the end.
 */
export class WatchStream implements AsyncIterableIterator<WatchEvent> {
  readonly #options: WatchStreamOptions;
  /** Events before `#position` have been read. */
  #queue: LazyWatchEvent[] = [];
  /** Of the events in the queue; those of the start are younger than any. */
  #revisions: number[] = [];
  #position = 0;
  /** Waits for an event; the queue is empty then. */
  #reader: ((result: IteratorResult<WatchEvent, undefined>) => void) | undefined;
  #limit: number;
  /** Whether nothing is added any more. */
  #isFinished = false;
  /** Whether nothing waits any more, either. */
  #isEnded = false;

  constructor(options: WatchStreamOptions) {
    this.#options = options;
    this.#limit = options.bufferLimit;
  }

  /** Adds what was there at the start: however much it is. */
  addInitial(events: Iterable<LazyWatchEvent>): void {
    if (this.#isFinished) return;
    for (const event of events) {
      this.#queue.push(event);
      this.#revisions.push(Number.POSITIVE_INFINITY);
    }
    this.#limit = this.#queue.length + this.#options.bufferLimit;
    this.#wake();
  }

  /** Adds what happened at `revision`. What was before `forgotten` is kept for nobody: a reader who has not read it yet gets the end at once. */
  add(event: LazyWatchEvent, revision: number, forgotten = 0): void {
    if (this.#isEnded) return;
    if ((this.#revisions[this.#position] ?? revision) < forgotten) {
      this.close();
      return;
    }
    if (this.#isFinished) return;
    if (this.#queue.length - this.#position >= this.#limit) {
      this.finish();
      return;
    }
    this.#queue.push(event);
    this.#revisions.push(revision);
    this.#wake();
  }

  /** Ends the stream after what is waiting. */
  finish(): void {
    this.#isFinished = true;
    if (this.#position === this.#queue.length) this.#end();
    this.#wake();
  }

  /** Ends the stream now. */
  close(): void {
    this.#clear();
    this.finish();
  }

  /** The next event, if it is there already: for who wants to send several at once. */
  takeReady(): WatchEvent | undefined {
    while (this.#position < this.#queue.length) {
      const event = this.#queue[this.#position++]!();
      if (this.#position === this.#queue.length) {
        this.#clear();
        if (this.#isFinished) this.#end();
      } else if (this.#position >= 1024) {
        this.#queue = this.#queue.slice(this.#position);
        this.#revisions = this.#revisions.slice(this.#position);
        this.#position = 0;
      }
      if (event !== undefined) return event;
    }
    return undefined;
  }

  async next(): Promise<IteratorResult<WatchEvent, undefined>> {
    const event = this.takeReady();
    if (event !== undefined) return { done: false, value: event };
    if (this.#isFinished) return { done: true, value: undefined };
    return await new Promise((resolve) => {
      this.#reader = resolve;
    });
  }

  async return(): Promise<IteratorResult<WatchEvent, undefined>> {
    this.close();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #clear(): void {
    this.#queue = [];
    this.#revisions = [];
    this.#position = 0;
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#options.onEnd();
  }

  #wake(): void {
    const reader = this.#reader;
    if (reader === undefined) return;
    const event = this.takeReady();
    if (event === undefined && !this.#isFinished) return;
    this.#reader = undefined;
    reader(event === undefined ? { done: true, value: undefined } : { done: false, value: event });
  }
}
