import { Lease } from "@kubewright/api/coordination/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import { describe, expect, test } from "vitest";
import { withFence } from "../src/election/with-fence.ts";
import { fencePasses, isRenewal, startCandidate, World, watched } from "./election-world.ts";

describe("a leader", () => {
  test("renews, and keeps the time of acquisition", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(10);
    const first = (await world.lease()).spec;
    const requests = world.server.requests.length;
    await world.pass(60_000);
    expect(new Set(world.server.requests.slice(requests).map((line) => line.split(" ", 1)[0]))).toEqual(
      new Set(["PUT"]),
    );
    const last = (await world.lease()).spec;
    expect(last?.acquireTime).toBe(first?.acquireTime);
    expect(Date.parse(last?.renewTime ?? "") - Date.parse(first?.renewTime ?? "")).toBeGreaterThan(55_000);
    expect(a.elector.fence.remainingMs).toBeGreaterThan(7_900);
  });

  test("gives the lease back on stop, so that another leads at once", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    const b = startCandidate(world, "b");
    await world.pass(10_000);
    a.stop();
    await world.pass(10);
    expect(a.run.state).toBe("resolved");
    expect([fencePasses(a), a.elector.isLeader, a.elector.currentHolder]).toEqual([false, false, undefined]);
    expect((await world.lease()).spec).toMatchObject({
      holderIdentity: "",
      leaseDurationSeconds: 1,
      leaseTransitions: 0,
    });
    await world.pass(2_400);
    expect(b.elector.isLeader).toBe(true);
  });

  test("lets nothing pass from the moment in which it begins to give the lease back", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(10);
    const states: boolean[] = [];
    world.journey = (request) => {
      if (isRenewal(request)) states.push(fencePasses(a));
      return {};
    };
    a.stop();
    await world.pass(10);
    expect(states).toEqual([false]);
  });

  test("keeps the lease on stop when told to", async () => {
    const world = new World();
    const a = startCandidate(world, "a", { releaseOnStop: false });
    await world.pass(10);
    a.stop();
    await world.pass(10);
    expect([a.run.state, fencePasses(a)]).toEqual(["resolved", false]);
    expect((await world.lease()).spec?.holderIdentity).toBe("a");
  });

  test("never gives back another's lease", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(10);
    const client = world.server.client();
    const theirs = await world.lease();
    await client.update({ ...theirs, spec: { ...theirs.spec, holderIdentity: "b" } });
    a.stop();
    await world.pass(10);
    expect(a.run.state).toBe("resolved");
    expect((await world.lease()).spec?.holderIdentity).toBe("b");
  });

  test("gives the lease back though a renewal is under way", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(10);
    world.journey = (request) => (isRenewal(request) ? { thereMs: 50, backMs: 200 } : { thereMs: 60 });
    await world.pass(2_020);
    a.stop();
    await world.pass(1_000);
    expect(a.run.state).toBe("resolved");
    expect((await world.lease()).spec?.holderIdentity).toBe("");
  });

  test("ends though the lease cannot be given back", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(10);
    world.journey = () => ({ fault: "lost" });
    a.stop();
    await world.pass(10_000);
    expect([a.run.state, fencePasses(a)]).toEqual(["resolved", false]);
  });

  test.each<[outage: string, fault: "refused" | "lost" | "unanswered"]>([
    ["refuses connections", "refused"],
    ["swallows requests", "lost"],
    ["swallows answers", "unanswered"],
  ])("survives an outage that %s for less than the deadline", async (_outage, fault) => {
    const world = new World();
    const a = startCandidate(world, "a");
    const b = startCandidate(world, "b");
    await world.pass(10_000);
    const { remainingMs } = a.elector.fence;
    world.journey = () => ({ fault });
    await world.pass(remainingMs - 3_000);
    world.journey = () => ({});
    await world.pass(60_000);
    expect([a.elector.isLeader, b.elector.isLeader, a.leading?.aborted]).toEqual([true, false, false]);
  });

  test.each<[outage: string, fault: "refused" | "lost" | "unanswered"]>([
    ["refuses connections", "refused"],
    ["swallows requests", "lost"],
    ["swallows answers", "unanswered"],
  ])("loses the lease when an outage that %s lasts until the deadline", async (_outage, fault) => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(10_000);
    const { remainingMs } = a.elector.fence;
    world.journey = () => ({ fault });
    await world.pass(remainingMs - 1);
    expect([a.elector.isLeader, fencePasses(a), a.run.state]).toEqual([true, true, "pending"]);
    await world.pass(1);
    expect([a.elector.isLeader, fencePasses(a), a.run.state]).toEqual([false, false, "rejected"]);
    expect(a.run.error).toMatchObject({ code: "LEASE_LOST", message: expect.stringContaining("system/operator") });
    expect(a.leading?.reason).toBe(a.run.error);
    world.journey = () => ({});
    await world.pass(60_000);
    expect(fencePasses(a)).toBe(false);
  });

  test.each([3_000, 3_900, 4_400, 4_800])("survives a server that takes %d ms for each answer", async (ms) => {
    const world = new World();
    world.journey = () => ({ thereMs: ms / 2, backMs: ms / 2 });
    const a = startCandidate(world, "a");
    await world.pass(600_000);
    expect(a.elector.isLeader).toBe(true);
  });

  test("survives that two connections in a row are dead", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(10);
    let requests = 0;
    world.journey = () => (requests++ % 7 < 2 ? { fault: "lost" } : {});
    await world.pass(120_000);
    expect(a.elector.isLeader).toBe(true);
  });

  test("counts a renewal from when it was sent, not from when it was answered", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(10);
    let requests = 0;
    world.journey = (request) => {
      if (isRenewal(request) && requests++ === 0) return { thereMs: 1, backMs: 7_000 };
      return { fault: "lost" };
    };
    await world.pass(9_100);
    // Sent after two seconds, answered after nine.
    expect(a.elector.fence.remainingMs).toBeGreaterThan(2_500);
    expect(a.elector.fence.remainingMs).toBeLessThan(3_000);
  });

  test("reads the lease again when someone changed it, and leads on if it still is its own", async () => {
    const world = new World();
    let slow = 0;
    const metrics = { leading() {}, slowPath: () => slow++ };
    const a = startCandidate(world, "a", { metrics });
    await world.pass(10);
    const client = world.server.client();
    await client.patch(Lease, "system/operator", { merge: { metadata: { labels: { seen: "yes" } } } });
    await world.pass(5_000);
    expect([a.elector.isLeader, slow]).toEqual([true, 1]);
    expect((await world.lease()).metadata.labels).toEqual({ seen: "yes" });
    await world.pass(30_000);
    expect(slow).toBe(1);
  });

  test.each<[what: string, change: object, why: string]>([
    ["another holds the lease", { holderIdentity: "b" }, "b holds it"],
    ["someone released the lease", { holderIdentity: "" }, "someone released it"],
    ["a namesake acquired the lease", { acquireTime: "2020-01-01T00:00:00.000000Z" }, "a holds it"],
  ])("loses the lease at once when it reads that %s", async (_what, change, why) => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(10);
    const client = world.server.client();
    const lease = await world.lease();
    await client.update({ ...lease, spec: { ...lease.spec, ...change } });
    await world.pass(2_100);
    expect(a.run.error).toMatchObject({ code: "LEASE_LOST", message: expect.stringContaining(why) });
    expect([fencePasses(a), a.leading?.aborted]).toEqual([false, true]);
    expect(a.run.error?.message).toContain("end this process");
  });

  test("makes the lease anew when someone deleted it", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(10);
    await world.server.client().delete(Lease, "system/operator");
    await world.pass(5_000);
    expect([a.elector.isLeader, world.holder]).toEqual([true, "a"]);
  });

  test("that was stopped past its lease, notices it when it goes on, before it writes", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    const b = startCandidate(world, "b");
    await world.pass(10_000);
    a.process.pause(30_000);
    await world.pass(29_000);
    expect([b.elector.isLeader, a.run.state, fencePasses(a)]).toEqual([true, "pending", false]);
    const client = withFence(a.process.client, a.elector.fence);
    const write = watched(client.create(ConfigMap.of({ metadata: { name: "c", namespace: "system" } })));
    await world.pass(1_010);
    expect(write.error).toMatchObject({ code: "LEASE_LOST" });
    expect([a.run.state, a.run.error?.code]).toEqual(["rejected", "LEASE_LOST"]);
    expect(a.leading?.aborted).toBe(true);
    expect([a.process.writes, world.holder]).toEqual([0, "b"]);
  });

  test("that was stopped past its lease, does not send the renewal that was about to be sent", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(10);
    world.journey = () => ({ waitMs: 1_000 });
    await world.pass(2_500);
    const requests = world.server.requests.length;
    a.process.pause(30_000);
    await world.pass(60_000);
    expect(a.run.error).toMatchObject({ code: "LEASE_LOST" });
    expect(world.server.requests.slice(requests)).toEqual([]);
  });

  test("that was stopped for less, leads on", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    const b = startCandidate(world, "b");
    await world.pass(10_000);
    a.process.pause(7_000);
    await world.pass(60_000);
    expect([a.elector.isLeader, b.elector.isLeader]).toEqual([true, false]);
  });

  test("does not send a renewal that had to wait past its lease", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(10);
    world.journey = () => ({ waitMs: 11_000 });
    const before = (await world.lease()).metadata.resourceVersion;
    await world.pass(60_000);
    expect(a.run.error).toMatchObject({ code: "LEASE_LOST" });
    expect((await world.lease()).metadata.resourceVersion).toBe(before);
  });

  test("does not care when the time of day jumps", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    const b = startCandidate(world, "b");
    await world.pass(5_000);
    for (const jump of [1e10, -1e10, 0]) {
      a.process.wallOffsetMs = jump;
      await world.pass(20_000);
    }
    expect([a.elector.isLeader, b.elector.isLeader]).toEqual([true, false]);
  });

  test("carries its labels on the lease", async () => {
    const world = new World();
    startCandidate(world, "a", { labels: { app: "x" } });
    await world.pass(10);
    expect((await world.lease()).metadata.labels).toEqual({ app: "x" });
  });

  test("leaves no timer behind", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    await world.pass(5_000);
    a.stop();
    await world.pass(10);
    expect([a.run.state, world.clock.pending]).toEqual(["resolved", 0]);
  });

  test("is counted as leading", async () => {
    const world = new World();
    const told: boolean[] = [];
    const metrics = { leading: (is: boolean) => told.push(is), slowPath() {} };
    const a = startCandidate(world, "a", { metrics });
    await world.pass(10);
    a.stop();
    await world.pass(10);
    expect(told).toEqual([false, true, false]);
  });
});
