import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { sleep } from "./sleep.ts";

describe("sleep", () => {
  test("lasts as long as it is told", async () => {
    const clock = new ManualClock();
    let isAwake = false;
    const sleeping = sleep(100, { clock }).then(() => {
      isAwake = true;
    });
    clock.advance(99);
    await Promise.resolve();
    expect(isAwake).toBe(false);
    clock.advance(1);
    await sleeping;
    expect(isAwake).toBe(true);
  });

  test.each([
    { when: "during it", isEarly: false },
    { when: "before it", isEarly: true },
  ])("ends with the reason of a signal that aborts $when, and leaves no timer", async ({ isEarly }) => {
    const clock = new ManualClock();
    const controller = new AbortController();
    if (isEarly) controller.abort(new Error("enough"));
    const sleeping = sleep(100, { clock, signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(sleeping).rejects.toThrow("enough");
    expect(clock.pending).toBe(0);
  });

  test("is of the host's time unless told otherwise", async () => {
    await sleep(1);
    await expect(sleep(60_000, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  });
});
