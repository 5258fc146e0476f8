import { describe, expect, test } from "vitest";
import { slowStart } from "./slow-start.ts";

describe("slowStart", () => {
  test("doubles what it does at once", async () => {
    let running = 0;
    const most: number[] = [];
    const outcome = await slowStart(10, async () => {
      running++;
      await Promise.resolve();
      if (running > 0) most.push(running);
      running = 0;
    });
    expect(outcome).toEqual({ succeeded: 10 });
    expect(most).toEqual([1, 2, 4, 3]);
  });

  test("stops after the round in which one fails, and counts the others", async () => {
    let calls = 0;
    const error = new Error("no");
    const outcome = await slowStart(100, async () => {
      if (++calls === 5) throw error;
    });
    expect(calls).toBe(7);
    expect(outcome).toEqual({ succeeded: 6, failure: { error } });
  });

  test("does nothing for nothing", async () => {
    expect(await slowStart(0, () => Promise.reject(new Error("called")))).toEqual({ succeeded: 0 });
  });
});
