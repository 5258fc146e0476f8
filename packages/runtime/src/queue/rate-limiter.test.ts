import { describe, expect, test } from "vitest";
import { exponentialBackOff, fastSlow, maxOf, type RateLimiter, tokenBucket, withMaxWait } from "./rate-limiter.ts";

/** The delays of tries of one item at these times. */
function delays(limiter: RateLimiter, times: readonly number[], id = "a"): number[] {
  return times.map((nowMs) => limiter.delayMs(id, nowMs));
}

const atOnce = (tries: number) => Array.from({ length: tries }, () => 0);

describe("exponentialBackOff", () => {
  test("doubles from 5 ms up to 1000 s", () => {
    const found = delays(exponentialBackOff(), atOnce(20));
    expect(found.slice(0, 4)).toEqual([5, 10, 20, 40]);
    expect(found.slice(16)).toEqual([327_680, 655_360, 1_000_000, 1_000_000]);
  });

  test("stays at the longest delay, however often an item fails", () => {
    expect(delays(exponentialBackOff({ baseMs: 1, maxMs: 60 }), atOnce(2000)).at(-1)).toBe(60);
  });

  test("counts each item by itself, and from the start once it is forgotten", () => {
    const limiter = exponentialBackOff();
    delays(limiter, atOnce(3), "a");
    expect([limiter.delayMs("b", 0), limiter.delayMs("a", 0)]).toEqual([5, 40]);
    expect([limiter.retries("a"), limiter.retries("b"), limiter.retries("c")]).toEqual([4, 1, 0]);
    limiter.forget("a");
    expect([limiter.retries("a"), limiter.delayMs("a", 0), limiter.retries("b")]).toEqual([0, 5, 1]);
  });
});

describe("fastSlow", () => {
  test("is fast at first, then slow, until the item is forgotten", () => {
    const limiter = fastSlow({ fastMs: 5, slowMs: 3000, fastTries: 3 });
    expect(delays(limiter, atOnce(5))).toEqual([5, 5, 5, 3000, 3000]);
    expect(limiter.retries("a")).toBe(5);
    limiter.forget("a");
    expect(delays(limiter, atOnce(1))).toEqual([5]);
  });
});

describe("tokenBucket", () => {
  test("lets a burst through, then so many a second, whatever the item", () => {
    const limiter = tokenBucket({ perSecond: 10, burst: 3 });
    expect(delays(limiter, atOnce(3), "a")).toEqual([0, 0, 0]);
    expect(delays(limiter, atOnce(3), "b")).toEqual([100, 200, 300]);
    expect(limiter.retries("b")).toBe(0);
  });

  test("fills again with time, and no fuller than its burst", () => {
    const limiter = tokenBucket({ perSecond: 10, burst: 2 });
    delays(limiter, atOnce(2));
    expect(delays(limiter, [50, 100, 100_000, 100_000, 100_000])).toEqual([50, 100, 0, 0, 100]);
  });

  test("is full at first, whatever the time", () => {
    expect(delays(tokenBucket({ perSecond: 1, burst: 2 }), [5, 5, 5])).toEqual([0, 0, 1000]);
  });
});

describe("maxOf", () => {
  test("gives the longest delay, and each counts each try", () => {
    const backOff = exponentialBackOff();
    const limiter = maxOf(backOff, tokenBucket({ perSecond: 100, burst: 2 }));
    expect(delays(limiter, atOnce(6))).toEqual([5, 10, 20, 40, 80, 160]);
    expect(limiter.delayMs("b", 0)).toBe(50);
    expect([limiter.retries("a"), backOff.retries("a")]).toEqual([6, 6]);
    limiter.forget("a");
    expect([limiter.retries("a"), backOff.retries("a")]).toEqual([0, 0]);
  });

  test("of nothing is no delay", () => {
    expect([maxOf().delayMs("a", 0), maxOf().retries("a")]).toEqual([0, 0]);
  });
});

describe("withMaxWait", () => {
  test("cuts what is longer", () => {
    const limiter = withMaxWait(exponentialBackOff(), 15);
    expect(delays(limiter, atOnce(4))).toEqual([5, 10, 15, 15]);
    expect(limiter.retries("a")).toBe(4);
    limiter.forget("a");
    expect(delays(limiter, atOnce(1))).toEqual([5]);
  });
});

test.each<[string, () => unknown]>([
  ["exponentialBackOff: baseMs is 0, but must be a positive number", () => exponentialBackOff({ baseMs: 0 })],
  ["exponentialBackOff: maxMs is NaN, but must be a positive number", () => exponentialBackOff({ maxMs: Number.NaN })],
  ["fastSlow: slowMs is -1, but must be a positive number", () => fastSlow({ fastMs: 1, slowMs: -1, fastTries: 1 })],
  ["fastSlow: fastTries is -1, but must be a number of tries", () => fastSlow({ fastMs: 1, slowMs: 1, fastTries: -1 })],
  ["tokenBucket: perSecond is 0, but must be a positive number", () => tokenBucket({ perSecond: 0, burst: 1 })],
  ["tokenBucket: burst is 0.5, but must be at least 1", () => tokenBucket({ perSecond: 1, burst: 0.5 })],
  ["withMaxWait: maxMs is 0, but must be a positive number", () => withMaxWait(exponentialBackOff(), 0)],
])("refuses what can never work: %s", (message, make) => {
  expect(make).toThrow(
    expect.objectContaining({ code: "INVALID_ARGUMENT", message: expect.stringContaining(message) }),
  );
});
