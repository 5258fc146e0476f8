import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { TestingError } from "../errors.ts";
import { consistently } from "./consistently.ts";
import { eventually } from "./eventually.ts";

/** Lets everything run that waits for nothing but promises. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Moves time on step by step, so that what waits between the steps gets its turn. */
async function advance(clock: ManualClock, ms: number, stepMs = 10): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await turn();
    clock.advance(stepMs);
  }
  await turn();
}

/** A check that does these things, one a try, and the last one for ever. */
function script<T>(...steps: (() => T)[]): { (): T; readonly tries: number } {
  let tries = 0;
  const check = (): T => (steps[Math.min(tries++, steps.length - 1)] as () => T)();
  return Object.defineProperty(check, "tries", { get: () => tries }) as typeof check & { tries: number };
}

const fail = (message: string) => (): never => {
  throw new Error(message);
};

describe("eventually", () => {
  test("gives what the check gives, without waiting when it passes at once", async () => {
    const clock = new ManualClock();
    expect(await eventually(() => 7, { clock })).toBe(7);
    expect(clock.pending).toBe(0);
  });

  test.each<{ name: string; first: () => unknown }>([
    { name: "throws", first: fail("not yet") },
    { name: "rejects", first: () => Promise.reject(new Error("not yet")) },
    { name: "gives false", first: () => false },
    { name: "resolves to false", first: async () => false },
  ])("tries again while the check $name", async ({ first }) => {
    const clock = new ManualClock();
    const check = script<unknown>(first, first, () => "there");
    const found = eventually(check, { clock, intervalMs: 20 });
    await advance(clock, 10);
    expect(check.tries).toBe(1);
    await advance(clock, 30);
    expect(await found).toBe("there");
    expect(check.tries).toBe(3);
    expect(clock.pending).toBe(0);
  });

  test.each([undefined, null, 0, ""])("takes %j for a pass: assertions give nothing", async (value) => {
    expect(await eventually(() => value)).toBe(value);
  });

  test("throws the last failure as cause when time is up", async () => {
    const clock = new ManualClock();
    const check = script(fail("one pod"), fail("two pods"));
    const found = eventually(check, { clock, timeoutMs: 100, intervalMs: 40 }).catch((error: unknown) => error);
    await advance(clock, 100);
    const error = (await found) as TestingError;
    expect(error).toBeInstanceOf(TestingError);
    expect(error.code).toBe("NOT_EVENTUALLY");
    expect(error.message).toBe("the check still fails after 100 ms and 3 tries: two pods");
    expect(error.cause).toEqual(new Error("two pods"));
    expect(clock.pending).toBe(0);
  });

  test("does not wait longer for a check that never ends, and aborts its signal", async () => {
    const clock = new ManualClock();
    let given: AbortSignal | undefined;
    const steps = script<unknown>(fail("no server"), () => new Promise(() => {}));
    const check = ({ signal }: { signal: AbortSignal }): unknown => {
      given = signal;
      return steps();
    };
    const found = eventually(check, { clock, timeoutMs: 100 }).catch((error: unknown) => error);
    await advance(clock, 90);
    expect(given?.aborted).toBe(false);
    await advance(clock, 10);
    expect(await found).toMatchObject({
      code: "NOT_EVENTUALLY",
      message: "try 2 of the check has not ended after 100 ms; before that: no server",
    });
    expect(given?.aborted).toBe(true);
  });

  test("rejects with the reason of its signal", async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const found = eventually(() => false, { clock, signal: stop.signal }).catch((error: unknown) => error);
    await turn();
    stop.abort(new Error("enough"));
    expect(await found).toEqual(new Error("enough"));
    expect(clock.pending).toBe(0);
    await expect(eventually(() => 1, { signal: stop.signal })).rejects.toThrow("enough");
  });
});

describe("consistently", () => {
  test("gives what the check gave last, after the whole time", async () => {
    const clock = new ManualClock();
    const check = script(
      () => 1,
      () => 2,
      () => 3,
    );
    let value: unknown;
    const steady = consistently(check, { clock, durationMs: 100, intervalMs: 40 }).then((last) => {
      value = last;
    });
    await advance(clock, 90);
    expect(value).toBeUndefined();
    await advance(clock, 10);
    await steady;
    expect(value).toBe(3);
    expect(clock.pending).toBe(0);
  });

  test("throws as soon as the check fails once", async () => {
    const clock = new ManualClock();
    const check = script(() => {}, fail("a pod appeared"));
    const steady = consistently(check, { clock, durationMs: 1_000, intervalMs: 50 }).catch((error: unknown) => error);
    await advance(clock, 50);
    expect(await steady).toMatchObject({
      code: "NOT_CONSISTENT",
      message: "the check fails after 50 ms, at try 2: a pod appeared",
      cause: new Error("a pod appeared"),
    });
  });

  test("throws when the check never ended", async () => {
    const clock = new ManualClock();
    const steady = consistently(() => new Promise(() => {}), { clock }).catch((error: unknown) => error);
    await advance(clock, 500, 100);
    expect(await steady).toMatchObject({
      code: "NOT_CONSISTENT",
      message: "the first try of the check has not ended after 500 ms",
    });
  });
});
