import { describe, expect, test } from "vitest";
import { ManualClock } from "./manual-clock.ts";

describe("ManualClock", () => {
  test("makes calls at their time, in order", () => {
    const clock = new ManualClock({ now: 1000 });
    const calls: string[] = [];
    const note = (name: string) => () => calls.push(`${name} at ${clock.monotonic()}, ${clock.now()}`);
    clock.schedule(20, note("b"));
    clock.schedule(10, note("a"));
    clock.schedule(20, note("c"));
    clock.schedule(31, note("d"));
    clock.advance(9);
    expect(calls).toEqual([]);
    clock.advance(21);
    expect(calls).toEqual(["a at 10, 1010", "b at 20, 1020", "c at 20, 1020"]);
    expect([clock.monotonic(), clock.now(), clock.pending]).toEqual([30, 1030, 1]);
  });

  test("makes calls that are scheduled by calls", () => {
    const clock = new ManualClock();
    const times: number[] = [];
    const tick = (): void => {
      times.push(clock.monotonic());
      if (times.length < 5) clock.schedule(10, tick);
    };
    clock.schedule(10, tick);
    clock.advance(35);
    expect(times).toEqual([10, 20, 30]);
    expect(clock.monotonic()).toBe(35);
  });

  test("makes calls that are due at once in the next advance, even by nothing", () => {
    const clock = new ManualClock();
    let calls = 0;
    clock.schedule(0, () => calls++);
    clock.schedule(-5, () => calls++);
    expect(calls).toBe(0);
    clock.advance(0);
    expect(calls).toBe(2);
    expect(clock.monotonic()).toBe(0);
  });

  test("does not make cancelled calls, also when a call cancels another", () => {
    const clock = new ManualClock();
    const calls: string[] = [];
    const second = clock.schedule(10, () => calls.push("second"));
    clock.schedule(5, () => {
      calls.push("first");
      second.cancel();
    });
    clock.advance(20);
    second.cancel();
    expect(calls).toEqual(["first"]);
    expect(clock.pending).toBe(0);
  });

  test("advances to the next call", () => {
    const clock = new ManualClock();
    const calls: number[] = [];
    for (const delay of [50, 50, 70]) clock.schedule(delay, () => calls.push(clock.monotonic()));
    expect(clock.advanceToNext()).toBe(true);
    expect(calls).toEqual([50, 50]);
    expect(clock.advanceToNext()).toBe(true);
    expect(calls).toEqual([50, 50, 70]);
    expect(clock.advanceToNext()).toBe(false);
  });

  test("lets the wall clock jump alone", () => {
    const clock = new ManualClock({ now: 1000 });
    let calls = 0;
    clock.schedule(10, () => calls++);
    clock.setNow(0);
    expect([clock.now(), clock.monotonic()]).toEqual([0, 0]);
    clock.advance(10);
    expect([clock.now(), clock.monotonic(), calls]).toEqual([10, 10, 1]);
  });

  test("lets a call advance the clock", () => {
    const clock = new ManualClock();
    const times: number[] = [];
    clock.schedule(10, () => clock.advance(100));
    clock.schedule(20, () => times.push(clock.monotonic()));
    clock.advance(15);
    expect(times).toEqual([20]);
    expect(clock.monotonic()).toBe(110);
  });

  test("never goes back", () => {
    const clock = new ManualClock();
    expect(() => clock.advance(-1)).toThrow("a clock cannot advance by -1 ms");
    expect(() => clock.advance(Number.NaN)).toThrow(RangeError);
  });

  test("passes on the error of a call and keeps the others", () => {
    const clock = new ManualClock();
    clock.schedule(10, () => {
      throw new Error("broken");
    });
    clock.schedule(20, () => {});
    expect(() => clock.advance(30)).toThrow("broken");
    expect([clock.monotonic(), clock.pending]).toEqual([10, 1]);
  });
});
