import { Lease } from "@kubewright/api/coordination/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events/v1";
import { describe, expect, test } from "vitest";
import { RuntimeError } from "../src/errors.ts";
import { forever, untilAborted, World } from "./manager-world.ts";

const election = { id: "memcached.example.com", namespace: "default" };
const leaseKey = { namespace: "default", name: election.id };

describe("a runnable that fails", () => {
  test("stops everything, and start rejects with its error", async () => {
    const world = new World();
    const run = await world.manager();
    const told: string[] = [];
    const failure = new Error("no disk");
    let fail = (_: Error) => {};
    run.manager.add({ ...forever("other", told), needsLeaderElection: false });
    run.manager.add(forever("leader", told));
    run.manager.add({ name: "broken", start: () => new Promise((_, reject) => (fail = reject)) });
    await run.start();
    fail(failure);
    await world.settle();
    expect(run.outcome?.error).toBe(failure);
    expect(told.slice(2)).toEqual(["other ends", "leader ends"]);
    expect(run.lines.find(({ level }) => level === "error")?.fields).toMatchObject({
      runnable: "broken",
      err: failure,
    });
  });

  test("during the stop is logged, and changes nothing", async () => {
    const world = new World();
    const run = await world.manager();
    run.manager.add({
      name: "clumsy",
      async start({ signal }) {
        await untilAborted(signal);
        throw new Error("while ending");
      },
    });
    await run.start();
    await run.manager.stop();
    expect(run.outcome).toEqual({});
    expect(run.messages("error")).toEqual(["failed while the manager stops"]);
  });

  test("may end on its own without one", async () => {
    const world = new World();
    await using run = await world.manager();
    run.manager.add({ start: async () => {} });
    await run.start();
    expect(run.outcome).toBeUndefined();
  });
});

describe("an error that nobody caught", () => {
  test.each([
    ["unhandledRejection", "a promise failed that nobody awaited: is an await missing"],
    ["uncaughtException", "an error was thrown where nobody catches it"],
  ] as const)("stops the manager in good order: %s", async (origin, message) => {
    const world = new World({ kinds: [ConfigMap, Event, Lease] });
    const run = await world.manager({ leaderElection: election });
    const map = await world.client.create(ConfigMap.of({ metadata: { name: "a", namespace: "default" } }));
    const told: string[] = [];
    run.manager.add(forever("leader", told));
    await run.start();
    run.manager.events("test").normal(map, { reason: "Seen", note: "before" });
    const failure = new Error("forgotten");
    run.process.crash(failure, origin);
    await world.settle();
    expect(run.outcome?.error).toBe(failure);
    expect(told).toEqual(["leader starts", "leader ends"]);
    expect(run.lines.filter(({ level }) => level === "error")).toMatchObject([
      { message: expect.stringContaining(message), fields: { err: failure } },
    ]);
    expect((await world.client.get(Lease, leaseKey)).spec?.holderIdentity).toBe("");
    expect((await world.client.list(Event)).items.map(({ note }) => note)).toContain("before");
    expect(run.process.listeners).toBe(0);
  });

  test("gives work that does not end 5 s", async () => {
    const world = new World();
    const run = await world.manager();
    run.manager.add({ name: "stubborn", start: () => new Promise(() => {}) });
    await run.start();
    const failure = new Error("forgotten");
    run.process.crash(failure, "unhandledRejection");
    await world.pass(4_999);
    expect(run.outcome).toBeUndefined();
    await world.pass(1);
    expect(run.outcome?.error).toBe(failure);
    expect(String(run.lines.at(-1)?.fields.err)).toContain("stubborn did not end within 5 s");
  });

  test("during the stop is logged, a few times, and changes nothing", async () => {
    const world = new World();
    const run = await world.manager();
    let end = () => {};
    run.manager.add(() => new Promise((resolve) => (end = resolve)));
    await run.start();
    void run.manager.stop();
    for (let times = 0; times < 100; times++) run.process.crash(new Error("again"), "uncaughtException");
    end();
    await world.settle();
    expect(run.outcome).toEqual({});
    expect(run.messages("error")).toHaveLength(10);
  });

  test("of a write that found the lease lost stops all work at once", async () => {
    const world = new World();
    const run = await world.manager({ leaderElection: election });
    let signal: AbortSignal | undefined;
    run.manager.add((given) => {
      signal = given.signal;
      return new Promise(() => {});
    });
    await run.start();
    const lost = new RuntimeError("LEASE_LOST", "the lease is lost");
    run.process.crash(lost, "unhandledRejection");
    expect(signal?.aborted).toBe(true);
    await world.settle();
    expect(run.outcome?.error).toBe(lost);
  });

  test.each([
    [{ handleCrashes: false }, 1],
    [{ handleSignals: false }, 0],
    [{ handleSignals: false, handleCrashes: true }, 1],
  ])("is left to others with %j", async (options, listeners) => {
    const world = new World();
    await using run = await world.manager(options);
    await run.start();
    expect(run.process.listeners).toBe(listeners);
  });
});

test("what start rejects with is logged once", async () => {
  const world = new World();
  const unfinished = await world.manager();
  unfinished.manager.controller("memcached").for(ConfigMap);
  const failing = await world.manager();
  failing.manager.add(() => Promise.reject(new Error("no disk")));
  for (const run of [unfinished, failing]) {
    await run.start();
    const errors = run.lines.filter(({ level }) => level === "error");
    expect(errors.map(({ fields }) => fields.err)).toEqual([run.outcome?.error]);
  }
});
