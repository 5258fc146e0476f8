import { describe, expect, test } from "vitest";
import { startCandidate, World, watched } from "./election-world.ts";

describe("work", () => {
  test("is waited for before the lease is given back, and the lease is renewed meanwhile", async () => {
    const world = new World();
    const elector = world.process("a").elector();
    const controller = new AbortController();
    let finish = () => {};
    const run = watched(
      elector.run({
        signal: controller.signal,
        onElected: () =>
          new Promise<void>((resolve) => {
            finish = resolve;
          }),
      }),
    );
    await world.pass(10);
    controller.abort();
    await world.pass(60_000);
    expect([run.state, elector.isLeader, world.holder]).toEqual(["pending", true, "a"]);
    finish();
    await world.pass(10);
    expect([run.state, world.holder]).toEqual(["resolved", undefined]);
  });

  test("that fails gives the lease back and ends the run with its error", async () => {
    const world = new World();
    const elector = world.process("a").elector();
    const error = new Error("no such table");
    const run = watched(
      elector.run({
        signal: new AbortController().signal,
        onElected: async () => {
          throw error;
        },
      }),
    );
    await world.pass(10);
    expect([run.error, world.holder]).toEqual([error, undefined]);
  });

  test("that ends by itself leaves this process leading", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(60_000);
    expect(a.elector.isLeader).toBe(true);
  });

  test("cannot keep a lost lease from being told of", async () => {
    const world = new World();
    const elector = world.process("a").elector();
    const run = watched(
      elector.run({ signal: new AbortController().signal, onElected: () => new Promise<void>(() => {}) }),
    );
    await world.pass(10);
    world.journey = () => ({ fault: "refused" });
    await world.pass(10_000);
    expect(run.error?.code).toBe("LEASE_LOST");
  });
});

describe("an elector", () => {
  test("runs once", async () => {
    const world = new World();
    const elector = world.process("a").elector();
    await elector.run({ signal: AbortSignal.abort() });
    await expect(elector.run({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    expect(world.server.requests).toEqual([]);
  });

  test("is not ended by a callback that fails", async () => {
    const world = new World();
    const elector = world.process("a").elector();
    const onNewLeader = () => {
      throw new Error("broken");
    };
    const run = watched(elector.run({ signal: new AbortController().signal, onNewLeader }));
    await world.pass(10_000);
    expect([run.state, elector.isLeader]).toEqual(["pending", true]);
  });
});

describe("the health check", () => {
  const signal = new AbortController().signal;

  test("passes for candidates, for leaders, and after the lease was given back", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    const b = startCandidate(world, "b");
    await world.pass(100_000);
    a.stop();
    await world.pass(100_000);
    for (const { elector } of [a, b]) expect(() => elector.healthCheck()({ signal })).not.toThrow();
  });

  test("fails when the lease ended longer ago than is tolerated", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(2);
    const heldMs = a.process.monotonic();
    const check = a.elector.healthCheck({ toleranceMs: 5_000 });
    world.journey = () => ({ fault: "refused" });
    await world.pass(19_999);
    expect(a.process.monotonic() - heldMs).toBe(19_999);
    expect(() => check({ signal })).not.toThrow();
    await world.pass(10);
    expect(() => check({ signal })).toThrow("the lease system/operator ended");
  });
});
