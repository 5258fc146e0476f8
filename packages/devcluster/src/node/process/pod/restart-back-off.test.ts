import { expect, test } from "vitest";
import { RestartBackOff } from "./restart-back-off.ts";

test("a container that ends at once waits longer each time, up to five minutes", () => {
  const backOff = new RestartBackOff();
  const waits: number[] = [];
  for (let now = 0, runs = 0; runs < 9; runs++) {
    const delayMs = backOff.delayAfter(now);
    waits.push(delayMs / 1000);
    backOff.started(now, now + delayMs);
    now += delayMs;
  }
  expect(waits).toEqual([0, 10, 20, 40, 80, 160, 300, 300, 300]);
});

test("a container that ran for more than ten minutes begins anew", () => {
  const backOff = new RestartBackOff();
  backOff.started(0, 0);
  backOff.started(1000, 11_000);
  expect(backOff.delayAfter(12_000)).toBe(20_000);
  expect(backOff.delayAfter(11_000 + 600_000)).toBe(20_000);
  expect(backOff.delayAfter(11_000 + 600_001)).toBe(0);
  backOff.started(611_001, 611_001);
  expect(backOff.delayAfter(612_000)).toBe(10_000);
});
