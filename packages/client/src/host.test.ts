import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "./host.ts";

const day = 24 * 60 * 60 * 1000;

describe("the host's clock", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each([1, 2 ** 31 - 1, 2 ** 31, 100 * day, 10_000 * day])("calls after %d ms, not before", (delayMs) => {
    let calls = 0;
    systemClock.schedule(delayMs, () => calls++);
    vi.advanceTimersByTime(delayMs - 1);
    expect(calls).toBe(0);
    vi.advanceTimersByTime(1);
    expect(calls).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([0, -5])("calls at once after %d ms", (delayMs) => {
    let calls = 0;
    systemClock.schedule(delayMs, () => calls++);
    expect(calls).toBe(0);
    vi.advanceTimersByTime(0);
    expect(calls).toBe(1);
  });

  test("never calls after an infinite delay, and holds no timer for it", () => {
    const scheduled = systemClock.schedule(Number.POSITIVE_INFINITY, () => expect.unreachable());
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(100 * day);
    scheduled.cancel();
  });

  test("refuses a delay that is not a number", () => {
    expect(() => systemClock.schedule(Number.NaN, () => {})).toThrow(RangeError);
  });

  test.each([10, 100 * day])("does not call what is cancelled before %d ms are over", (delayMs) => {
    const scheduled = systemClock.schedule(delayMs, () => expect.unreachable());
    vi.advanceTimersByTime(delayMs - 1);
    scheduled.cancel();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(100 * day);
  });
});
