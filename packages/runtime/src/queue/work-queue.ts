import type { Clock } from "@kubewright/api";
import { onAbort, systemClock } from "@kubewright/client";
import { RuntimeError } from "../errors.ts";
import type { QueueMetrics } from "../observability/metric/component-metrics.ts";
import { type DelayedElement, DelayLine } from "./delay-line.ts";
import { type LineElement, PriorityLine } from "./priority-line.ts";
import { exponentialBackOff, type RateLimiter } from "./rate-limiter.ts";

export interface WorkQueueOptions<T> {
  /** Tells items apart: two with the same id are the same. */
  readonly id: (item: T) => string;
  /** For items that are added with `rateLimited`. @default exponentialBackOff() */
  readonly rateLimiter?: RateLimiter;
  readonly metrics?: QueueMetrics;
  /** @default the host's */
  readonly clock?: Clock;
}

export interface AddOptions {
  /** An integer; higher ones come first. @default 0 */
  readonly priority?: number | undefined;
  /** How long the item has to wait before it is ready. @default 0 */
  readonly afterMs?: number | undefined;
  /** The item waits for as long as the rate limiter says, or for `afterMs` if that is given and shorter. @default false */
  readonly rateLimited?: boolean | undefined;
}

/** An item that was handed to a worker, who must call `done` for it. */
export interface TakenItem<T> {
  readonly item: T;
  /** For adding it again with the same. */
  readonly priority: number;
}

export interface ShutDownOptions {
  /** What is ready is still handed out, and the promise resolves when the workers are done with it. @default false */
  readonly drain?: boolean;
  /** Ends the wait, not the shutting down: the promise rejects with its reason. */
  readonly signal?: AbortSignal;
}

/**
 * Hands each item to one worker at a time.
 *
 * Deduplicating: an item that is added again before it was taken is taken once, with the higher of the priorities and the
 * shorter of the delays. Fair: of one priority, items leave in the order in which they were first added, those that waited
 * out a delay in the order in which it ended; one whose priority is raised goes behind those that had the new one already.
 * Re-entrant: an item that is added while a worker has it comes back after `done`, in the place it got when it was added.
 */
export class WorkQueue<T> {
  readonly #idOf: (item: T) => string;
  readonly #rateLimiter: RateLimiter;
  readonly #metrics: QueueMetrics | undefined;
  readonly #clock: Clock;
  /** All items that are ready, delayed or with a worker. */
  readonly #entries = new Map<string, Entry<T>>();
  readonly #ready = new PriorityLine<Entry<T>>();
  readonly #delayed: DelayLine<Entry<T>>;
  /** Added again while a worker has them: ready once it is done. */
  #held = 0;
  #taken = 0;
  #lastOrder = 0;
  /** Workers that wait, the first come first. */
  readonly #waiting = new Set<(taken: TakenItem<T> | undefined) => void>();
  #isServing = false;
  #isShutDown = false;
  readonly #draining = new Set<() => void>();

  constructor(options: WorkQueueOptions<T>) {
    this.#idOf = options.id;
    this.#rateLimiter = options.rateLimiter ?? exponentialBackOff();
    this.#metrics = options.metrics;
    this.#clock = options.clock ?? systemClock;
    this.#delayed = new DelayLine(this.#clock, (entry) => {
      entry.order = ++this.#lastOrder;
      this.#makeReady(entry);
    });
    this.#metrics?.unfinished(() => this.#secondsWithWorkers());
  }

  /** How many items are ready, also those that wait for their own worker to be done. Without the delayed ones. */
  get length(): number {
    return this.#ready.size + this.#held;
  }

  get isShutDown(): boolean {
    return this.#isShutDown;
  }

  /** Sees to it that the item is taken, after this. Does nothing once the queue is shut down. */
  add(item: T, options: AddOptions = {}): void {
    if (this.#isShutDown) return;
    const { priority = 0 } = options;
    if (!Number.isSafeInteger(priority)) refuse("add", `priority ${priority} is not an integer`);
    const id = this.#idOf(item);
    const afterMs = this.#delayOf(id, options);
    if (afterMs > 0) this.#metrics?.retried();

    const entry = this.#entries.get(id) ?? this.#newEntry(id, item);
    if (entry.state === "absent") {
      entry.priority = priority;
      entry.order = ++this.#lastOrder;
      if (afterMs > 0) this.#delay(entry, this.#clock.monotonic() + afterMs);
      else this.#makeReady(entry);
      return;
    }
    if (priority > entry.priority) this.#raise(entry, priority);
    if (entry.state !== "delayed") return;
    if (afterMs > 0) this.#hasten(entry, this.#clock.monotonic() + afterMs);
    else {
      this.#delayed.remove(entry);
      this.#makeReady(entry);
    }
  }

  /**
   * Takes the first ready item, as soon as there is one. Undefined: the queue was shut down, and there will be none.
   *
   * Rejects with the signal's reason when it aborts, and takes nothing then.
   */
  take(options: { readonly signal?: AbortSignal } = {}): Promise<TakenItem<T> | undefined> {
    const { signal } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    const taken = this.tryTake();
    if (taken !== undefined || this.#isOver()) return Promise.resolve(taken);
    return new Promise((resolve, reject) => {
      const give = (item: TakenItem<T> | undefined): void => {
        forgetSignal();
        resolve(item);
      };
      this.#waiting.add(give);
      const forgetSignal = onAbort(signal, (reason) => {
        this.#waiting.delete(give);
        reject(reason);
      });
    });
  }

  /** Takes the first ready item, if there is one. */
  tryTake(): TakenItem<T> | undefined {
    const entry = this.#ready.pop();
    if (entry === undefined) return undefined;
    entry.state = "absent";
    entry.isTaken = true;
    this.#taken++;
    const { item, priority } = entry;
    if (this.#metrics !== undefined) {
      entry.takenAtMs = this.#clock.monotonic();
      this.#metrics.depthChanged(priority, -1);
      this.#metrics.taken((entry.takenAtMs - entry.readyAtMs) / 1000);
    }
    return { item, priority };
  }

  /** The worker that took the item has finished. Throws RuntimeError `INVALID_ARGUMENT` for an item that nobody has. */
  done(item: T): void {
    const id = this.#idOf(item);
    const entry = this.#entries.get(id);
    if (entry === undefined || !entry.isTaken) refuse("done", `no worker has item ${JSON.stringify(id)}`);
    entry.isTaken = false;
    this.#taken--;
    if (entry.state === "absent") this.#entries.delete(id);
    else if (entry.state === "held") {
      this.#held--;
      entry.state = "ready";
      this.#ready.push(entry);
    }
    this.#serve();
    this.#metrics?.done((this.#clock.monotonic() - entry.takenAtMs) / 1000);
  }

  /** The item is fine again: the rate limiter counts its next try as the first. */
  forget(item: T): void {
    this.#rateLimiter.forget(this.#idOf(item));
  }

  /** How often the item was added with `rateLimited` since it was last forgotten. */
  retries(item: T): number {
    return this.#rateLimiter.retries(this.#idOf(item));
  }

  /**
   * Takes in no more items and drops the delayed ones, and, unless it drains, those that are ready. Resolves at once, or,
   * when it drains, once nothing is ready or with a worker. Harmless when done twice: the second time can end a drain.
   */
  shutDown(options: ShutDownOptions = {}): Promise<void> {
    const { drain = false, signal } = options;
    this.#isShutDown = true;
    this.#dropDelayed();
    if (!drain) this.#dropReady();
    this.#serve();
    if (!drain || this.#isDrained()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const end = (): void => {
        forgetSignal();
        resolve();
      };
      this.#draining.add(end);
      const forgetSignal = onAbort(signal, (reason) => {
        this.#draining.delete(end);
        reject(reason);
      });
    });
  }

  #newEntry(id: string, item: T): Entry<T> {
    const entry = new Entry(item);
    this.#entries.set(id, entry);
    return entry;
  }

  #delayOf(id: string, { afterMs = 0, rateLimited = false }: AddOptions): number {
    if (Number.isNaN(afterMs)) refuse("add", "afterMs is not a number");
    if (!rateLimited) return afterMs;
    const limitedMs = this.#rateLimiter.delayMs(id, this.#clock.monotonic());
    // Taken for none, such a delay would make items that fail come back at once, for ever.
    if (!(limitedMs >= 0)) refuse("add", `the rate limiter gave ${limitedMs} as a delay in milliseconds`);
    return afterMs > 0 ? Math.min(afterMs, limitedMs) : limitedMs;
  }

  /** From "absent", or on the way from "delayed". */
  #makeReady(entry: Entry<T>): void {
    if (entry.isTaken) {
      entry.state = "held";
      this.#held++;
    } else {
      entry.state = "ready";
      this.#ready.push(entry);
    }
    // First: metrics that throw must not keep an item from its worker.
    this.#serve();
    if (this.#metrics !== undefined) {
      entry.readyAtMs = this.#clock.monotonic();
      this.#metrics.added();
      this.#metrics.depthChanged(entry.priority, 1);
    }
  }

  #raise(entry: Entry<T>, priority: number): void {
    if (entry.state !== "delayed") {
      this.#metrics?.depthChanged(entry.priority, -1);
      this.#metrics?.depthChanged(priority, 1);
    }
    if (entry.state === "ready") this.#ready.remove(entry);
    entry.priority = priority;
    entry.order = ++this.#lastOrder;
    if (entry.state === "ready") this.#ready.push(entry);
    else if (entry.state === "delayed") this.#delayed.update(entry);
  }

  #delay(entry: Entry<T>, readyAtMs: number): void {
    entry.state = "delayed";
    entry.readyAtMs = readyAtMs;
    this.#delayed.push(entry);
  }

  #hasten(entry: Entry<T>, readyAtMs: number): void {
    if (readyAtMs >= entry.readyAtMs) return;
    entry.readyAtMs = readyAtMs;
    this.#delayed.update(entry);
  }

  /** Lets those that wait have what there is, a little later: what is added in one go is deduplicated and sorted first. */
  #serve(): void {
    if (this.#isServing || (this.#waiting.size === 0 && this.#draining.size === 0)) return;
    this.#isServing = true;
    queueMicrotask(() => {
      this.#isServing = false;
      for (const give of this.#waiting) {
        const taken = this.tryTake();
        if (taken === undefined && !this.#isOver()) break;
        this.#waiting.delete(give);
        give(taken);
      }
      if (!this.#isDrained()) return;
      for (const end of this.#draining) end();
      this.#draining.clear();
    });
  }

  /** Whether nothing will ever be ready. */
  #isOver(): boolean {
    return this.#isShutDown && this.length === 0;
  }

  #isDrained(): boolean {
    return this.length === 0 && this.#taken === 0;
  }

  #dropDelayed(): void {
    for (const [id, entry] of this.#entries) {
      if (entry.state !== "delayed") continue;
      this.#delayed.remove(entry);
      this.#drop(id, entry);
    }
  }

  #dropReady(): void {
    for (const [id, entry] of this.#entries) {
      if (entry.state === "ready") this.#ready.remove(entry);
      else if (entry.state === "held") this.#held--;
      else continue;
      this.#metrics?.depthChanged(entry.priority, -1);
      this.#drop(id, entry);
    }
  }

  #drop(id: string, entry: Entry<T>): void {
    entry.state = "absent";
    if (!entry.isTaken) this.#entries.delete(id);
  }

  *#secondsWithWorkers(): Iterable<number> {
    const nowMs = this.#clock.monotonic();
    for (const entry of this.#entries.values()) if (entry.isTaken) yield (nowMs - entry.takenAtMs) / 1000;
  }
}

/** What the queue knows of an item. */
class Entry<T> implements LineElement<Entry<T>>, DelayedElement {
  readonly item: T;
  /** Where it stands; whether a worker has it is another matter. */
  state: "absent" | "ready" | "held" | "delayed" = "absent";
  isTaken = false;
  priority = 0;
  order = 0;
  /** When it will be ready, or since when it is. */
  readyAtMs = 0;
  takenAtMs = 0;
  heapIndex = -1;
  previous: Entry<T> | undefined = undefined;
  next: Entry<T> | undefined = undefined;

  constructor(item: T) {
    this.item = item;
  }
}

function refuse(call: string, problem: string): never {
  throw new RuntimeError("INVALID_ARGUMENT", `WorkQueue.${call}: ${problem}`);
}
