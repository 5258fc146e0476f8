import { Lease } from "@kubewright/api/coordination/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import { type ApiRequest, responseOf } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import type { LeaderElectorOptions } from "../src/election/election-options.ts";
import type { LeaderElector } from "../src/election/leader-elector.ts";
import { withFence } from "../src/election/with-fence.ts";
import type { Logger } from "../src/observability/log/logger.ts";
import { type SimulatedProcess, type Watched, World, watched } from "./election-world.ts";

const isRenewal = ({ method }: ApiRequest) => method === "PUT";

/** An elector that runs in a process, and what became of it. */
interface Candidate {
  readonly process: SimulatedProcess;
  readonly elector: LeaderElector;
  readonly run: Watched<void>;
  readonly leaders: string[];
  /** Of the work; undefined until elected. */
  leading: AbortSignal | undefined;
  stop(): void;
}

function start(world: World, name: string, options: Partial<LeaderElectorOptions> = {}): Candidate {
  const process = world.process(name);
  const elector = process.elector(options);
  const controller = new AbortController();
  const leaders: string[] = [];
  const run = watched(
    elector.run({
      signal: controller.signal,
      onElected: (leading) => {
        candidate.leading = leading;
      },
      onNewLeader: (identity) => leaders.push(identity),
    }),
  );
  const stop = () => controller.abort(new Error("stop"));
  const candidate: Candidate = { process, elector, run, leaders, leading: undefined, stop };
  return candidate;
}

/** Whether a fenced write of the process would leave it now. */
function passes({ elector }: Candidate): boolean {
  try {
    elector.fence.check();
    return true;
  } catch {
    return false;
  }
}

describe("a candidate", () => {
  test("creates the lease and leads", async () => {
    const world = new World();
    const a = start(world, "a");
    expect(a.elector.isLeader).toBe(false);
    await world.pass(10);
    expect([a.elector.isLeader, a.elector.currentHolder, a.leaders]).toEqual([true, "a", ["a"]]);
    expect(a.leading?.aborted).toBe(false);
    expect((await world.lease()).spec).toMatchObject({
      holderIdentity: "a",
      leaseDurationSeconds: 15,
      leaseTransitions: 0,
    });
    expect((await world.lease()).spec?.renewTime).toMatch(/\.\d{6}Z$/);
  });

  test("waits while another leads, and does not fence work that needs no lease", async () => {
    const world = new World();
    start(world, "a");
    await world.pass(10);
    const b = start(world, "b");
    await world.pass(60_000);
    expect([b.elector.isLeader, b.elector.currentHolder, b.leaders]).toEqual([false, "a", ["a"]]);
    expect([passes(b), b.elector.fence.remainingMs]).toEqual([true, Number.POSITIVE_INFINITY]);
    expect(b.leading).toBeUndefined();
  });

  test("takes over when the leader is silent for the duration of the lease, and not before", async () => {
    const world = new World();
    const a = start(world, "a");
    const b = start(world, "b");
    await world.pass(10_000);
    const before = await world.lease();
    a.process.pause(Number.MAX_SAFE_INTEGER);
    await world.pass(12_900);
    expect(world.holder).toBe("a");
    await world.pass(6_000);
    expect([b.elector.isLeader, b.leaders]).toEqual([true, ["a", "b"]]);
    const { spec } = await world.lease();
    expect(spec).toMatchObject({ holderIdentity: "b", leaseTransitions: (before.spec?.leaseTransitions ?? 0) + 1 });
    expect(spec?.acquireTime).not.toBe(before.spec?.acquireTime);
  });

  test("does not trust the times in the lease, nor its own time of day", async () => {
    const world = new World();
    const a = start(world, "a");
    const b = start(world, "b");
    a.process.wallOffsetMs = -1e11;
    b.process.wallOffsetMs = 1e11;
    await world.pass(5_000);
    a.process.wallOffsetMs = 1e12;
    b.process.wallOffsetMs = -1e12;
    await world.pass(60_000);
    expect([a.elector.isLeader, b.elector.isLeader]).toEqual([true, false]);
  });

  test("leaves a lease alone that a process of the same name holds, until it ends", async () => {
    const world = new World();
    const first = start(world, "a");
    await world.pass(10);
    const namesake = start(world, "a");
    await world.pass(30_000);
    expect([first.elector.isLeader, namesake.elector.isLeader]).toEqual([true, false]);
    first.process.pause(Number.MAX_SAFE_INTEGER);
    await world.pass(20_000);
    expect(namesake.elector.isLeader).toBe(true);
    expect((await world.lease()).spec?.leaseTransitions).toBe(1);
  });

  test("knows its own acquisition again when the answer to it is lost", async () => {
    const world = new World();
    let lost = 0;
    world.journey = ({ method }) => (method === "POST" && lost++ === 0 ? { fault: "unanswered" } : {});
    const a = start(world, "a");
    await world.pass(4_000);
    expect([world.holder, a.elector.isLeader, passes(a)]).toEqual(["a", false, true]);
    await world.pass(4_000);
    expect(a.elector.isLeader).toBe(true);
    expect((await world.lease()).spec?.leaseTransitions).toBe(0);
  });

  test("takes a free lease at once, whatever its duration", async () => {
    const world = new World();
    const spec = { holderIdentity: "", leaseDurationSeconds: 3600, leaseTransitions: 7 };
    await world.server.client().create(Lease.of({ metadata: { name: "operator", namespace: "system" }, spec }));
    const a = start(world, "a");
    await world.pass(10);
    expect([a.elector.isLeader, (await world.lease()).spec?.leaseTransitions]).toEqual([true, 8]);
  });

  test("of two that begin together, one leads", async () => {
    const world = new World();
    const candidates = [start(world, "a"), start(world, "b"), start(world, "c")];
    await world.pass(30_000);
    expect(candidates.filter(({ elector }) => elector.isLeader)).toHaveLength(1);
  });

  test("ends when it is stopped, without having touched the lease", async () => {
    const world = new World();
    start(world, "a");
    await world.pass(10);
    const b = start(world, "b");
    await world.pass(3_000);
    const { metadata } = await world.lease();
    b.stop();
    await world.pass(0);
    expect(b.run.state).toBe("resolved");
    expect((await world.lease()).metadata.uid).toBe(metadata.uid);
    expect(passes(b)).toBe(true);
  });

  test("gives back what it acquires at the moment in which it is stopped", async () => {
    const world = new World();
    const a = start(world, "a");
    world.journey = ({ method }) => {
      if (method === "POST") a.stop();
      return {};
    };
    await world.pass(100);
    expect([a.run.state, a.leading, passes(a)]).toEqual(["resolved", undefined, false]);
    expect((await world.lease()).spec?.holderIdentity).toBe("");
  });

  test("goes on through an outage", async () => {
    const world = new World();
    world.journey = () => ({ fault: "refused" });
    const a = start(world, "a");
    await world.pass(300_000);
    expect(a.run.state).toBe("pending");
    world.journey = () => ({});
    await world.pass(3_000);
    expect(a.elector.isLeader).toBe(true);
  });

  test("is told once of the role that it lacks", async () => {
    const lines: { readonly level: string; readonly fields: object; readonly message: string }[] = [];
    const note = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message });
    const log: Logger = {
      debug: note("debug"),
      info: note("info"),
      warn: note("warn"),
      error: note("error"),
      child: () => log,
    };
    const world = new World();
    const process = world.process("a");
    const forbidden = { kind: "Status", status: "Failure", reason: "Forbidden", code: 403, message: "no" };
    const client = world.server.client({
      interceptors: [
        async () =>
          responseOf({
            status: 403,
            headers: { "content-type": "application/json" },
            body: JSON.stringify(forbidden),
          }),
      ],
    });
    const elector = process.elector({ client, log });
    const controller = new AbortController();
    const run = watched(elector.run({ signal: controller.signal }));
    await world.pass(60_000);
    const rbacMarker = "// +kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,verbs=get;create;update";
    const told = lines.filter(({ message }) => message.includes(rbacMarker));
    expect(told).toMatchObject([
      {
        level: "error",
        fields: { rbacMarker, err: { code: 403 } },
        message: expect.stringContaining("Leases in system"),
      },
    ]);
    expect(lines.filter(({ level }) => level === "warn" || level === "error")).toHaveLength(2);
    controller.abort();
    await world.pass(0);
    expect(run.state).toBe("resolved");
  });
});

describe("a leader", () => {
  test("renews, and keeps the time of acquisition", async () => {
    const world = new World();
    const a = start(world, "a");
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
    const a = start(world, "a");
    const b = start(world, "b");
    await world.pass(10_000);
    a.stop();
    await world.pass(10);
    expect(a.run.state).toBe("resolved");
    expect([passes(a), a.elector.isLeader, a.elector.currentHolder]).toEqual([false, false, undefined]);
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
    const a = start(world, "a");
    await world.pass(10);
    const states: boolean[] = [];
    world.journey = (request) => {
      if (isRenewal(request)) states.push(passes(a));
      return {};
    };
    a.stop();
    await world.pass(10);
    expect(states).toEqual([false]);
  });

  test("keeps the lease on stop when told to", async () => {
    const world = new World();
    const a = start(world, "a", { releaseOnStop: false });
    await world.pass(10);
    a.stop();
    await world.pass(10);
    expect([a.run.state, passes(a)]).toEqual(["resolved", false]);
    expect((await world.lease()).spec?.holderIdentity).toBe("a");
  });

  test("never gives back another's lease", async () => {
    const world = new World();
    const a = start(world, "a");
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
    const a = start(world, "a");
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
    const a = start(world, "a");
    await world.pass(10);
    world.journey = () => ({ fault: "lost" });
    a.stop();
    await world.pass(10_000);
    expect([a.run.state, passes(a)]).toEqual(["resolved", false]);
  });

  test.each<[outage: string, fault: "refused" | "lost" | "unanswered"]>([
    ["refuses connections", "refused"],
    ["swallows requests", "lost"],
    ["swallows answers", "unanswered"],
  ])("survives an outage that %s for less than the deadline", async (_outage, fault) => {
    const world = new World();
    const a = start(world, "a");
    const b = start(world, "b");
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
    const a = start(world, "a");
    await world.pass(10_000);
    const { remainingMs } = a.elector.fence;
    world.journey = () => ({ fault });
    await world.pass(remainingMs - 1);
    expect([a.elector.isLeader, passes(a), a.run.state]).toEqual([true, true, "pending"]);
    await world.pass(1);
    expect([a.elector.isLeader, passes(a), a.run.state]).toEqual([false, false, "rejected"]);
    expect(a.run.error).toMatchObject({ code: "LEASE_LOST", message: expect.stringContaining("system/operator") });
    expect(a.leading?.reason).toBe(a.run.error);
    world.journey = () => ({});
    await world.pass(60_000);
    expect(passes(a)).toBe(false);
  });

  test.each([3_000, 3_900, 4_400, 4_800])("survives a server that takes %d ms for each answer", async (ms) => {
    const world = new World();
    const a = start(world, "a");
    await world.pass(10);
    world.journey = () => ({ thereMs: ms / 2, backMs: ms / 2 });
    await world.pass(600_000);
    expect(a.elector.isLeader).toBe(true);
  });

  test("survives that two connections in a row are dead", async () => {
    const world = new World();
    const a = start(world, "a");
    await world.pass(10);
    let requests = 0;
    world.journey = () => (requests++ % 7 < 2 ? { fault: "lost" } : {});
    await world.pass(120_000);
    expect(a.elector.isLeader).toBe(true);
  });

  test("counts a renewal from when it was sent, not from when it was answered", async () => {
    const world = new World();
    const a = start(world, "a");
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
    const a = start(world, "a", { metrics });
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
    const a = start(world, "a");
    await world.pass(10);
    const client = world.server.client();
    const lease = await world.lease();
    await client.update({ ...lease, spec: { ...lease.spec, ...change } });
    await world.pass(2_100);
    expect(a.run.error).toMatchObject({ code: "LEASE_LOST", message: expect.stringContaining(why) });
    expect([passes(a), a.leading?.aborted]).toEqual([false, true]);
    expect(a.run.error?.message).toContain("end this process");
  });

  test("makes the lease anew when someone deleted it", async () => {
    const world = new World();
    const a = start(world, "a");
    await world.pass(10);
    await world.server.client().delete(Lease, "system/operator");
    await world.pass(5_000);
    expect([a.elector.isLeader, world.holder]).toEqual([true, "a"]);
  });

  test("that was stopped past its lease, notices it when it goes on, before it writes", async () => {
    const world = new World();
    const a = start(world, "a");
    const b = start(world, "b");
    await world.pass(10_000);
    a.process.pause(30_000);
    await world.pass(29_000);
    expect([b.elector.isLeader, a.run.state, passes(a)]).toEqual([true, "pending", false]);
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
    const a = start(world, "a");
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
    const a = start(world, "a");
    const b = start(world, "b");
    await world.pass(10_000);
    a.process.pause(7_000);
    await world.pass(60_000);
    expect([a.elector.isLeader, b.elector.isLeader]).toEqual([true, false]);
  });

  test("does not send a renewal that had to wait past its lease", async () => {
    const world = new World();
    const a = start(world, "a");
    await world.pass(10);
    world.journey = () => ({ waitMs: 11_000 });
    const before = (await world.lease()).metadata.resourceVersion;
    await world.pass(60_000);
    expect(a.run.error).toMatchObject({ code: "LEASE_LOST" });
    expect((await world.lease()).metadata.resourceVersion).toBe(before);
  });

  test("does not care when the time of day jumps", async () => {
    const world = new World();
    const a = start(world, "a");
    const b = start(world, "b");
    await world.pass(5_000);
    for (const jump of [1e10, -1e10, 0]) {
      a.process.wallOffsetMs = jump;
      await world.pass(20_000);
    }
    expect([a.elector.isLeader, b.elector.isLeader]).toEqual([true, false]);
  });

  test("carries its labels on the lease", async () => {
    const world = new World();
    start(world, "a", { labels: { app: "x" } });
    await world.pass(10);
    expect((await world.lease()).metadata.labels).toEqual({ app: "x" });
  });

  test("leaves no timer behind", async () => {
    const world = new World();
    const a = start(world, "a");
    await world.pass(5_000);
    a.stop();
    await world.pass(10);
    expect([a.run.state, world.clock.pending]).toEqual(["resolved", 0]);
  });

  test("is counted as leading", async () => {
    const world = new World();
    const told: boolean[] = [];
    const metrics = { leading: (is: boolean) => told.push(is), slowPath() {} };
    const a = start(world, "a", { metrics });
    await world.pass(10);
    a.stop();
    await world.pass(10);
    expect(told).toEqual([false, true, false]);
  });
});

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
    const a = start(world, "a");
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
    const a = start(world, "a");
    const b = start(world, "b");
    await world.pass(100_000);
    a.stop();
    await world.pass(100_000);
    for (const { elector } of [a, b]) expect(() => elector.healthCheck()({ signal })).not.toThrow();
  });

  test("fails when the lease ended longer ago than is tolerated", async () => {
    const world = new World();
    const a = start(world, "a");
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

describe("withFence", () => {
  type Client = ReturnType<typeof withFence>;
  const config = ConfigMap.of({ metadata: { name: "c", namespace: "system" } });
  const patch = { merge: {} };

  test.each<[verb: string, call: (client: Client) => Promise<unknown>]>([
    ["create", (c) => c.create(config)],
    ["update", (c) => c.update(config)],
    ["patch", (c) => c.patch(ConfigMap, "system/c", patch)],
    ["apply", (c) => c.apply(config, { fieldManager: "x" })],
    ["delete", (c) => c.delete(config)],
    ["delete by key", (c) => c.delete(ConfigMap, "system/c")],
    ["deleteAllOf", (c) => c.deleteAllOf(ConfigMap, { namespace: "system" })],
    ["status.update", (c) => c.status.update(config)],
    ["status.patch", (c) => c.status.patch(ConfigMap, "system/c", patch)],
    ["status.apply", (c) => c.status.apply(config, { fieldManager: "x" })],
    ["subresource.create", (c) => c.subresource("x").create(ConfigMap, "system/c", config)],
    ["subresource.update", (c) => c.subresource("x").update(ConfigMap, "system/c", config)],
    ["subresource.patch", (c) => c.subresource("x").patch(ConfigMap, "system/c", patch)],
    ["subresource.apply", (c) => c.subresource("x").apply(ConfigMap, "system/c", config, { fieldManager: "x" })],
    ["request", (c) => c.request({ method: "POST", path: "/api/v1/namespaces/system/configmaps", body: "{}" })],
  ])("holds %s back once the lease is lost, at the moment of sending", async (_verb, call) => {
    const world = new World();
    const a = start(world, "a");
    await world.pass(10);
    const client = withFence(a.process.client, a.elector.fence);
    world.journey = ({ path }) => (path.includes("/leases") ? { fault: "refused" } : { waitMs: 5_000 });
    await world.pass(6_000);
    const write = watched(call(client));
    await world.pass(6_000);
    expect(write.error).toMatchObject({ name: "RuntimeError", code: "LEASE_LOST" });
    expect(a.process.writes).toBe(0);
  });

  test("lets reads pass, and has the namespace and discovery of its client", async () => {
    const world = new World();
    const a = start(world, "a");
    await world.pass(10);
    const client = withFence(a.process.client, a.elector.fence);
    a.stop();
    await world.pass(10);
    const list = watched(client.list(ConfigMap));
    const raw = watched(client.request({ method: "GET", path: "/api/v1/configmaps" }));
    const write = watched(client.create(config));
    await world.pass(10);
    expect([list.state, raw.state, write.state]).toEqual(["resolved", "resolved", "rejected"]);
    expect(client.namespace).toBe(a.process.client.namespace);
    expect(client.discovery).toBe(a.process.client.discovery);
  });

  test("asks the fence after a beforeSend of the call, and lets writes pass while the lease is held", async () => {
    const world = new World();
    const a = start(world, "a");
    await world.pass(10);
    const order: string[] = [];
    const fence = { check: () => void order.push("fence"), remainingMs: 1 };
    const client = withFence(a.process.client, fence);
    const beforeSend = () => void order.push("call");
    const write = watched(client.create(config, { beforeSend }));
    await world.pass(10);
    expect([write.state, order, a.process.writes]).toEqual(["resolved", ["call", "fence"], 1]);
    const refused = new Error("not now");
    const second = watched(
      client.delete(config, {
        beforeSend: () => {
          throw refused;
        },
      }),
    );
    await world.pass(10);
    expect(second.error).toBe(refused);
    expect(order).toEqual(["call", "fence"]);
  });
});
