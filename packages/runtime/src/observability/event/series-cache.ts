import { type Clock, formatMicroTime, type Scheduled } from "@kubewright/api";
import type { Event } from "@kubewright/api/events/v1";
import { LruMap } from "./lru-map.ts";

/** An event that is not seen for so long has ended. */
const finishMs = 360_000;
/** The server forgets events after an hour; a series that goes on is told again in time. */
const refreshMs = 1_800_000;

/** An event that was told, and how often it was seen since. */
export class EventEntry {
  readonly key: string;
  readonly event: Event;
  count = 1;
  /** The count that the server was told last, or is about to be told. */
  toldCount = 1;
  lastObservedTime = "";
  seenMs: number;
  toldMs: number;
  timer: Scheduled | undefined;

  constructor(key: string, event: Event, nowMs: number) {
    this.key = key;
    this.event = event;
    this.seenMs = nowMs;
    this.toldMs = nowMs;
  }

  /** Undefined for an event that was seen once. */
  get series(): { count: number; lastObservedTime: string } | undefined {
    return this.count === 1 ? undefined : { count: this.count, lastObservedTime: this.lastObservedTime };
  }
}

export interface SeriesCacheOptions {
  readonly clock: Clock;
  readonly capacity: number;
  /** The count of this entry is to be told to the server. Says whether it will be. */
  readonly onTell: (entry: EventEntry) => boolean;
}

/**
 * Finds out which events are repetitions.
 *
 * The second of a kind makes a series, which is told at once; then only every half hour, and when it ended: six minutes
 * without another one. There are timers for series only.
 */
export class SeriesCache {
  readonly #clock: Clock;
  readonly #entries: LruMap<string, EventEntry>;
  readonly #onTell: (entry: EventEntry) => boolean;

  constructor(options: SeriesCacheOptions) {
    this.#clock = options.clock;
    this.#onTell = options.onTell;
    this.#entries = new LruMap({ capacity: options.capacity, onEvict: (entry) => this.#finish(entry) });
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Counts one more of an event. Whether it was known; if not, `add` it. */
  repeat(key: string): boolean {
    const now = this.#clock.monotonic();
    const entry = this.#entries.get(key);
    if (entry === undefined) return false;
    if (now - entry.seenMs > finishMs) {
      this.#entries.delete(key);
      this.#finish(entry);
      return false;
    }
    entry.count++;
    entry.seenMs = now;
    entry.lastObservedTime = formatMicroTime(this.#clock.now());
    if (entry.count === 2) this.#tell(entry);
    return true;
  }

  add(key: string, event: Event): EventEntry {
    const entry = new EventEntry(key, event, this.#clock.monotonic());
    this.#entries.set(key, entry);
    return entry;
  }

  /** The next of the kind is a new event. */
  forget(entry: EventEntry): void {
    entry.timer?.cancel();
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key);
  }

  /** Tells the last counts and forgets all. */
  finishAll(): void {
    for (const entry of [...this.#entries.values()]) {
      this.#entries.delete(entry.key);
      this.#finish(entry);
    }
  }

  #tell(entry: EventEntry): void {
    if (this.#onTell(entry)) entry.toldCount = entry.count;
    entry.toldMs = this.#clock.monotonic();
    this.#schedule(entry);
  }

  #finish(entry: EventEntry): void {
    entry.timer?.cancel();
    if (entry.count !== entry.toldCount && this.#onTell(entry)) entry.toldCount = entry.count;
  }

  #schedule(entry: EventEntry): void {
    entry.timer?.cancel();
    const dueMs = Math.min(entry.seenMs + finishMs, entry.toldMs + refreshMs);
    entry.timer = this.#clock.schedule(dueMs - this.#clock.monotonic(), () => this.#look(entry));
  }

  #look(entry: EventEntry): void {
    const now = this.#clock.monotonic();
    if (now - entry.seenMs >= finishMs) {
      this.#entries.delete(entry.key);
      this.#finish(entry);
    } else if (now - entry.toldMs >= refreshMs) this.#tell(entry);
    else this.#schedule(entry);
  }
}
