import { RuntimeError } from "../errors.ts";

/** Says how long an item has to wait before its next try. Has a memory, so it belongs to one queue. */
export interface RateLimiter {
  /** How long the item of this id waits, in milliseconds. Each call counts as a try. `nowMs` is monotonic and never goes back. */
  delayMs(id: string, nowMs: number): number;
  /** How often the item was asked for since it was last forgotten. */
  retries(id: string): number;
  /** The item is fine again: its next try counts as the first. */
  forget(id: string): void;
}

export interface ExponentialBackOffOptions {
  /** The first delay; each further one is twice the last. @default 5 */
  readonly baseMs?: number;
  /** @default 1_000_000 */
  readonly maxMs?: number;
}

/** Each item waits twice as long as the last time. */
export function exponentialBackOff(options: ExponentialBackOffOptions = {}): RateLimiter {
  const { baseMs = 5, maxMs = 1_000_000 } = options;
  refuseUnlessPositive("exponentialBackOff", { baseMs, maxMs });
  return perItem((tries) => Math.min(baseMs * 2 ** tries, maxMs));
}

export interface FastSlowOptions {
  readonly fastMs: number;
  readonly slowMs: number;
  /** How many tries of an item are fast. */
  readonly fastTries: number;
}

/** Each item waits `fastMs` for its first tries, and `slowMs` from then on. */
export function fastSlow(options: FastSlowOptions): RateLimiter {
  const { fastMs, slowMs, fastTries } = options;
  refuseUnlessPositive("fastSlow", { fastMs, slowMs });
  if (!(fastTries >= 0)) refuse("fastSlow", "fastTries", fastTries, "a number of tries");
  return perItem((tries) => (tries < fastTries ? fastMs : slowMs));
}

export interface TokenBucketOptions {
  /** How many tries a second all items have together. */
  readonly perSecond: number;
  /** How many tries go through at once after a rest. */
  readonly burst: number;
}

/** All items together are tried so often at most. Counts no retries. */
export function tokenBucket(options: TokenBucketOptions): RateLimiter {
  const { perSecond, burst } = options;
  refuseUnlessPositive("tokenBucket", { perSecond });
  if (!(burst >= 1)) refuse("tokenBucket", "burst", burst, "at least 1, or nothing ever gets through");
  /** Below zero: that many are promised to items that wait. */
  let tokens = burst;
  let filledAtMs = Number.NEGATIVE_INFINITY;
  return {
    delayMs(_, nowMs) {
      tokens = Math.min(burst, tokens + ((nowMs - filledAtMs) / 1000) * perSecond) - 1;
      filledAtMs = nowMs;
      return tokens >= 0 ? 0 : (-tokens / perSecond) * 1000;
    },
    retries: () => 0,
    forget() {},
  };
}

/** The longest of the delays that these give. Each of them counts each try. */
export function maxOf(...limiters: readonly RateLimiter[]): RateLimiter {
  return {
    delayMs: (id, nowMs) => Math.max(0, ...limiters.map((limiter) => limiter.delayMs(id, nowMs))),
    retries: (id) => Math.max(0, ...limiters.map((limiter) => limiter.retries(id))),
    forget(id) {
      for (const limiter of limiters) limiter.forget(id);
    },
  };
}

/** The delays of `limiter`, but none longer than `maxMs`. */
export function withMaxWait(limiter: RateLimiter, maxMs: number): RateLimiter {
  refuseUnlessPositive("withMaxWait", { maxMs });
  return {
    delayMs: (id, nowMs) => Math.min(maxMs, limiter.delayMs(id, nowMs)),
    retries: (id) => limiter.retries(id),
    forget: (id) => limiter.forget(id),
  };
}

/** `delayOf` gets how often the item was tried before. */
function perItem(delayOf: (tries: number) => number): RateLimiter {
  const triesOf = new Map<string, number>();
  return {
    delayMs(id) {
      const tries = triesOf.get(id) ?? 0;
      triesOf.set(id, tries + 1);
      return delayOf(tries);
    },
    retries: (id) => triesOf.get(id) ?? 0,
    forget: (id) => void triesOf.delete(id),
  };
}

function refuseUnlessPositive(limiter: string, values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!(value > 0)) refuse(limiter, name, value, "a positive number");
  }
}

function refuse(limiter: string, name: string, value: number, expected: string): never {
  throw new RuntimeError("INVALID_ARGUMENT", `${limiter}: ${name} is ${value}, but must be ${expected}`);
}
