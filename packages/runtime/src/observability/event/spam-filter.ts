import type { Clock } from "@kubewright/api";
import { LruMap } from "./lru-map.ts";

const burst = 25;
const refillMs = 300_000;

interface Bucket {
  tokens: number;
  atMs: number;
}

/** Lets 25 new events of a source about an object pass, and from then on one in five minutes. */
export class SpamFilter {
  readonly #clock: Clock;
  readonly #buckets: LruMap<string, Bucket>;

  constructor(options: { readonly clock: Clock; readonly capacity: number }) {
    this.#clock = options.clock;
    this.#buckets = new LruMap({ capacity: options.capacity });
  }

  /** Whether one more event of this source about this object may pass. */
  accepts(key: string): boolean {
    const now = this.#clock.monotonic();
    const bucket = this.#buckets.get(key) ?? { tokens: burst, atMs: now };
    this.#buckets.set(key, bucket);
    bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.atMs) / refillMs);
    bucket.atMs = now;
    if (bucket.tokens < 1) return false;
    bucket.tokens--;
    return true;
  }
}
