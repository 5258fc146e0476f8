import { Lease } from "@kubewright/api/coordination/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events/v1";
import { describe, expect, test } from "vitest";
import { Manager } from "../src/manager/manager.ts";
import type { Runnable } from "../src/manager/runnable.ts";
import { forever, RequestGate, untilAborted, World } from "./manager-world.ts";

const election = { id: "memcached.example.com", namespace: "default" };
const leaseKey = { namespace: "default", name: election.id };

describe("start", () => {
  test("goes from servers over caches and other runnables to the election and what leads", async () => {
    const world = new World();
    const lists = new RequestGate(({ path }) => path.includes("/configmaps"));
    const leases = new RequestGate(({ path }) => path.includes("/leases"));
    lists.close();
    leases.close();
    await using run = await world.manager({
      leaderElection: election,
      health: { bindAddress: "127.0.0.1:0" },
      intercept: (request, next) => lists.intercept(request, (inner) => leases.intercept(inner, next)),
    });
    const told: string[] = [];
    run.manager.cache.informer(ConfigMap);
    run.manager.add(forever("leader", told));
    run.manager.add({ ...forever("other", told), needsLeaderElection: false });
    await run.start();
    expect(await run.ready()).toContain("the manager is starting");
    expect(told).toEqual([]);
    lists.open();
    await world.settle();
    expect(told).toEqual(["other starts"]);
    expect(await run.ready()).toBe("ok");
    leases.open();
    await world.settle();
    await run.manager.elected;
    expect(told).toEqual(["other starts", "leader starts"]);
  });

  test("needs no election unless told to, and then counts as elected", async () => {
    const world = new World();
    await using run = await world.manager();
    const told: string[] = [];
    run.manager.add(forever("leader", told));
    await run.start();
    await run.manager.elected;
    expect(told).toEqual(["leader starts"]);
    expect(world.server.requests).toEqual([]);
  });

  test("works once", async () => {
    const world = new World();
    const run = await world.manager();
    await run.start();
    await expect(run.manager.start()).rejects.toMatchObject({ code: "INVALID_SETUP" });
    expect(run.outcome).toBeUndefined();
    await run.manager.stop();
    await expect(run.manager.start()).rejects.toMatchObject({ code: "STOPPED" });
  });

  test("runs a function, under its name", async () => {
    const world = new World();
    const run = await world.manager();
    run.manager.add(async function poll({ signal }) {
      await untilAborted(signal);
      throw new Error("no");
    });
    await run.start();
    await run.manager.stop();
    expect(run.lines.find(({ level }) => level === "error")?.fields).toMatchObject({ runnable: "poll" });
  });

  test("keeps the process alive until the end, also when nothing is left to do", async () => {
    const world = new World();
    const run = await world.manager();
    run.manager.add(async () => {});
    expect(run.process.isKeptAlive).toBe(false);
    await run.start();
    expect(run.process.isKeptAlive).toBe(true);
    await run.manager.stop();
    expect(run.process.isKeptAlive).toBe(false);
  });

  test("starts what is added later at once, and takes nothing more when it stops", async () => {
    const world = new World();
    const run = await world.manager();
    const told: string[] = [];
    await run.start();
    run.manager.add({ ...forever("other", told), needsLeaderElection: false });
    run.manager.add(forever("leader", told));
    await world.settle();
    expect(told).toEqual(["other starts", "leader starts"]);
    await run.manager.stop();
    expect(() => run.manager.add(forever("late", told))).toThrow(expect.objectContaining({ code: "STOPPED" }));
  });

  test("takes nothing while it stops, though something still runs", async () => {
    const world = new World();
    const run = await world.manager();
    let end = () => {};
    run.manager.add({ needsLeaderElection: false, start: () => new Promise((resolve) => (end = resolve)) });
    await run.start();
    const stopped = run.manager.stop();
    const stop = expect.objectContaining({ code: "STOPPED" });
    expect(() => run.manager.add(async () => {})).toThrow(stop);
    const late = run.manager.controller("late").for(ConfigMap);
    expect(() => late.reconcile(async () => {})).toThrow(stop);
    end();
    await stopped;
  });

  test("fails when an address is taken, and leaves nothing behind", async () => {
    const world = new World();
    await using first = await world.manager({ health: { bindAddress: "127.0.0.1:0" } });
    await first.start();
    const bindAddress = `127.0.0.1:${first.manager.healthPort}`;
    const second = await world.manager({ health: { bindAddress }, metrics: { bindAddress: "127.0.0.1:0" } });
    const told: string[] = [];
    second.manager.cache.informer(ConfigMap);
    second.manager.add(forever("leader", told));
    await second.start();
    expect(second.outcome?.error).toMatchObject({
      code: "INVALID_SETUP",
      message: expect.stringContaining("another program listens there"),
    });
    expect(second.lines.filter(({ level }) => level === "error")).toMatchObject([
      { fields: { err: { message: expect.stringContaining("another program listens there"), code: "INVALID_SETUP" } } },
    ]);
    expect(JSON.stringify(second.lines)).not.toContain("stack");
    expect(told).toEqual([]);
    expect(second.manager.metricsPort).toBeUndefined();
    expect([second.process.listeners, world.server.openWatches]).toEqual([0, 0]);
  });

  test("fails when a controller has no reconciler, and closes the client that it made", async () => {
    const manager = await Manager.create({
      connection: { server: "http://127.0.0.1:1", proxyUrl: false },
      logLevel: "silent",
    });
    manager.controller("memcached").for(ConfigMap);
    await expect(manager.start()).rejects.toThrow(
      'controller "memcached" has no reconciler: end its set-up with .reconcile(',
    );
    await expect(manager.client.live.get(ConfigMap, "x")).rejects.toMatchObject({ code: "CLOSED" });
  });
});

describe("stop", () => {
  test("goes from other runnables over those that lead and the caches to the lease", async () => {
    const world = new World();
    const run = await world.manager({ leaderElection: election });
    const holder = async () => (await world.client.get(Lease, leaseKey)).spec?.holderIdentity || "nobody";
    const told: string[] = [];
    const slow = (name: string, needsLeaderElection: boolean): Runnable => ({
      name,
      needsLeaderElection,
      async start({ signal }) {
        await untilAborted(signal);
        await world.settle();
        told.push(`${name} ends with ${world.server.openWatches} watches and ${await holder()}`);
      },
    });
    run.manager.cache.informer(ConfigMap);
    run.manager.add(slow("leader", true));
    run.manager.add(slow("other", false));
    await run.start();
    const identity = await holder();
    await run.manager.stop();
    expect(told).toEqual([`other ends with 1 watches and ${identity}`, `leader ends with 1 watches and ${identity}`]);
    expect([world.server.openWatches, await holder()]).toEqual([0, "nobody"]);
    expect(run.outcome).toEqual({});
  });

  test("sends the events that wait, also when the lease is given back already", async () => {
    const world = new World({ kinds: [ConfigMap, Event, Lease] });
    const sending = new RequestGate(({ path }) => path.includes("/events"));
    sending.close();
    const run = await world.manager({ leaderElection: election, intercept: sending.intercept });
    const map = await world.client.create(ConfigMap.of({ metadata: { name: "a", namespace: "default" } }));
    run.manager.add({
      async start({ signal }) {
        await untilAborted(signal);
        run.manager.events("test").normal(map, { reason: "Stopped", note: "the end" });
      },
    });
    await run.start();
    void run.manager.stop();
    await world.settle();
    expect((await world.client.get(Lease, leaseKey)).spec?.holderIdentity).toBe("");
    expect(run.outcome).toBeUndefined();
    sending.open();
    await world.settle();
    expect(run.outcome).toEqual({});
    const notes = (await world.client.list(Event)).items.map(({ note }) => note?.replace(/^host_\S+ /, ""));
    expect(notes.sort()).toEqual(["became leader", "stopped leading", "the end"]);
  });

  test("loses no event while the lease is on its way back", async () => {
    const world = new World({ kinds: [ConfigMap, Event, Lease] });
    const releases = new RequestGate(({ path, method }) => path.includes("/leases") && method === "PUT");
    const run = await world.manager({ leaderElection: election, intercept: releases.intercept });
    const maps = Array.from({ length: 50 }, (_, index) =>
      ConfigMap.of({ metadata: { name: `map-${index}`, namespace: "default" } }),
    );
    await run.start();
    releases.close();
    for (const map of maps) run.manager.events("test").normal(map, { reason: "Stopped", note: "the end" });
    const stopped = run.manager.stop();
    await world.settle();
    releases.open();
    await stopped;
    const { items } = await world.client.list(Event);
    expect(items.filter(({ reason }) => reason === "Stopped")).toHaveLength(50);
  });

  test("gives the lease back though something that need not lead takes all the time", async () => {
    const world = new World();
    const releases = new RequestGate(({ path, method }) => path.includes("/leases") && method === "PUT");
    const run = await world.manager({
      leaderElection: election,
      intercept: releases.intercept,
      gracefulStopTimeoutMs: 1_000,
    });
    run.manager.add({ name: "stubborn", needsLeaderElection: false, start: () => new Promise(() => {}) });
    await run.start();
    releases.close();
    void run.manager.stop();
    await world.pass(1_500);
    expect(run.outcome).toBeUndefined();
    releases.open();
    await world.settle();
    expect(run.outcome?.error).toMatchObject({ code: "STOP_TIMEOUT" });
    expect((await world.client.get(Lease, leaseKey)).spec?.holderIdentity).toBe("");
  });

  test.each([
    ["SIGTERM", (process: { signal(name: string): void }) => process.signal("SIGTERM")],
    ["SIGINT", (process: { signal(name: string): void }) => process.signal("SIGINT")],
  ])("follows %s, and a second one exits at once", async (name, send) => {
    const world = new World();
    const run = await world.manager();
    let end = () => {};
    run.manager.add({ start: () => new Promise((resolve) => (end = resolve)) });
    await run.start();
    send(run.process);
    await world.settle();
    expect([run.outcome, run.process.exits]).toEqual([undefined, []]);
    expect(run.lines.find(({ message }) => message === "stopping manager")?.fields).toMatchObject({
      reason: `got ${name}`,
    });
    send(run.process);
    expect(run.process.exits).toEqual([1]);
    end();
    await world.settle();
    expect(run.outcome).toEqual({});
    expect(run.process.listeners).toBe(0);
  });

  test("leaves signals alone when told to", async () => {
    const world = new World();
    await using run = await world.manager({ handleSignals: false });
    await run.start();
    expect(run.process.listeners).toBe(0);
  });

  test("follows the signal that start was given, also one that has aborted", async () => {
    const world = new World();
    const abort = new AbortController();
    const run = await world.manager();
    await run.start({ signal: abort.signal });
    expect(run.outcome).toBeUndefined();
    abort.abort();
    await world.settle();
    expect(run.outcome).toEqual({});

    const late = await world.manager();
    const told: string[] = [];
    late.manager.add(forever("leader", told));
    await late.start({ signal: abort.signal });
    expect([late.outcome, told]).toEqual([{}, []]);
  });

  test("ends a start that waits for a cache", async () => {
    const world = new World();
    const lists = new RequestGate(({ path }) => path.includes("/configmaps"));
    lists.close();
    const run = await world.manager({ intercept: lists.intercept });
    run.manager.cache.informer(ConfigMap);
    await run.start();
    const stopped = run.manager.stop();
    lists.open();
    await stopped;
    expect(run.outcome).toEqual({});
    expect(world.clock.pending).toBe(0);
  });

  test("names what does not end in time", async () => {
    const world = new World();
    const run = await world.manager({ gracefulStopTimeoutMs: 5_000 });
    let end = () => {};
    run.manager.add({
      name: "stubborn",
      needsLeaderElection: false,
      start: () => new Promise((resolve) => (end = resolve)),
    });
    run.manager.add(forever("leader", []));
    await run.start();
    void run.manager.stop();
    await world.pass(4_999);
    expect(run.outcome).toBeUndefined();
    await world.pass(1);
    expect(run.outcome?.error).toMatchObject({
      code: "STOP_TIMEOUT",
      message: expect.stringMatching(/^stubborn did not end within 5 s of the stop/),
    });
    end();
    await world.settle();
    expect(world.clock.pending).toBe(0);
  });

  test("does not wait with a time-out of 0, and waits forever with one of Infinity", async () => {
    const world = new World();
    const ends: (() => void)[] = [];
    const stubborn: Runnable = { start: () => new Promise((resolve) => ends.push(resolve)) };
    const hasty = await world.manager({ gracefulStopTimeoutMs: 0 });
    hasty.manager.add(stubborn);
    await hasty.start();
    await hasty.manager.stop();
    expect(hasty.outcome).toEqual({});

    const patient = await world.manager({ gracefulStopTimeoutMs: Number.POSITIVE_INFINITY });
    patient.manager.add(stubborn);
    await patient.start();
    void patient.manager.stop();
    await world.pass(100_000);
    expect(patient.outcome).toBeUndefined();
    for (const end of ends) end();
    await world.settle();
    expect(patient.outcome).toEqual({});
  });

  test("closes the client that it made, and no other", async () => {
    const world = new World();
    const run = await world.manager();
    await run.start();
    await run.manager.stop();
    expect(await run.manager.client.live.find(ConfigMap, "x")).toBeUndefined();

    for (const isStarted of [false, true]) {
      const own = await Manager.create({
        connection: { server: "http://127.0.0.1:1", proxyUrl: false },
        logLevel: "silent",
        handleSignals: false,
        metrics: false,
        health: false,
      });
      const started = isStarted ? own.start() : undefined;
      await own.stop();
      await started;
      await expect(own.client.live.get(ConfigMap, "x")).rejects.toMatchObject({ code: "CLOSED" });
    }
  });
});

test("the log says what happens", async () => {
  const world = new World();
  const run = await world.manager({ leaderElection: election });
  run.manager
    .controller("memcached")
    .for(ConfigMap)
    .reconcile(async () => {});
  await run.start();
  await run.manager.stop();
  expect(run.messages("info")).toEqual([
    "starting manager",
    expect.stringContaining("lease"),
    expect.stringContaining("lease"),
    expect.any(String),
    "Starting Controller",
    "Starting workers",
    "stopping manager",
    "stopping other runnables",
    "stopping leader-elected runnables",
    "all workers finished",
    "stopping caches",
    "stopping HTTP servers",
    expect.stringContaining("lease"),
    "manager stopped",
  ]);
});
