import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { CallLimits } from "./call-limits.ts";
import { Waiters } from "./waiters.ts";

function start(options: ConstructorParameters<typeof CallLimits>[1] = {}) {
  const clock = new ManualClock();
  const waiters = new Waiters();
  const state = { isDone: false };
  const outcome = waiters
    .wait(
      () => state.isDone,
      new CallLimits(clock, options),
      () => new Error("late"),
    )
    .then(
      () => "done",
      (error: Error) => error.message,
    );
  return { clock, waiters, state, outcome };
}

describe("Waiters", () => {
  test("let go who need not wait any more", async () => {
    const { clock, waiters, state, outcome } = start();
    waiters.check();
    state.isDone = true;
    waiters.check();
    expect(await outcome).toBe("done");
    expect(clock.pending).toBe(0);
  });

  test("fail when the time is over", async () => {
    const { clock, outcome } = start({ timeoutMs: 5 });
    clock.advance(5);
    expect(await outcome).toBe("late");
  });

  test("need no timer for a wait without end", async () => {
    const { clock, waiters, state, outcome } = start({ timeoutMs: Number.POSITIVE_INFINITY });
    expect(clock.pending).toBe(0);
    state.isDone = true;
    waiters.check();
    expect(await outcome).toBe("done");
  });

  test("fail with the reason of the signal, before and after it aborts", async () => {
    const abort = new AbortController();
    const { clock, outcome } = start({ signal: abort.signal });
    abort.abort(new Error("enough"));
    expect(await outcome).toBe("enough");
    expect(await start({ signal: abort.signal }).outcome).toBe("enough");
    expect(clock.pending).toBe(0);
  });

  test("fail when they are closed, and after that", async () => {
    const { clock, waiters, outcome } = start();
    waiters.close(new Error("stopped"));
    expect(await outcome).toBe("stopped");
    const late = waiters.wait(
      () => false,
      new CallLimits(clock, {}),
      () => new Error("late"),
    );
    await expect(late).rejects.toThrow("stopped");
    expect(clock.pending).toBe(0);
  });
});

describe("CallLimits", () => {
  test("give what is left", () => {
    const clock = new ManualClock();
    const { signal } = new AbortController();
    const limits = new CallLimits(clock, { timeoutMs: 100, signal });
    clock.advance(40);
    expect(limits.left()).toEqual({ timeoutMs: 60, signal });
    clock.advance(100);
    expect(limits.left().timeoutMs).toBe(0);
    expect(new CallLimits(clock, {}).left()).toEqual({ timeoutMs: 30_000 });
  });
});
