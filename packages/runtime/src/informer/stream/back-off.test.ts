import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { BackOff } from "./back-off.ts";

function backOff(
  random: () => number,
  clock = new ManualClock(),
): { next(): number; clock: ManualClock; reset(): void } {
  const delays = new BackOff({ baseMs: 800, maxMs: 30_000, resetMs: 120_000, clock, random });
  return { next: () => delays.next(), reset: () => delays.reset(), clock };
}

describe("BackOff", () => {
  test("is at least the base, doubles, and stays from half of the maximum up to it", () => {
    const least = backOff(() => 0);
    expect(Array.from({ length: 7 }, least.next)).toEqual([800, 1_600, 3_200, 6_400, 12_800, 15_000, 15_000]);
    const most = backOff(() => 1);
    expect(Array.from({ length: 6 }, most.next)).toEqual([1_600, 3_200, 6_400, 12_800, 25_600, 30_000]);
  });

  test("begins anew when it was not needed for long enough after the last delay", () => {
    const { next, clock } = backOff(() => 0);
    next();
    clock.advance(800 + 119_999);
    expect(next()).toBe(1_600);
    clock.advance(1_600 + 120_000);
    expect(next()).toBe(800);
  });

  test("begins anew when told to", () => {
    const { next, reset } = backOff(() => 0);
    next();
    reset();
    expect(next()).toBe(800);
  });
});
