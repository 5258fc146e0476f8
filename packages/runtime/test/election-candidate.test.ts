import { Lease } from "@kubewright/api/coordination/v1";
import { responseOf } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import type { Logger } from "../src/observability/log/logger.ts";
import { fencePasses, startCandidate, World, watched } from "./election-world.ts";

describe("a candidate", () => {
  test("creates the lease and leads", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
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
    startCandidate(world, "a");
    await world.pass(10);
    const b = startCandidate(world, "b");
    await world.pass(60_000);
    expect([b.elector.isLeader, b.elector.currentHolder, b.leaders]).toEqual([false, "a", ["a"]]);
    expect([fencePasses(b), b.elector.fence.remainingMs]).toEqual([true, Number.POSITIVE_INFINITY]);
    expect(b.leading).toBeUndefined();
  });

  test("takes over when the leader is silent for the duration of the lease, and not before", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    const b = startCandidate(world, "b");
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
    const a = startCandidate(world, "a");
    const b = startCandidate(world, "b");
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
    const first = startCandidate(world, "a");
    await world.pass(10);
    const namesake = startCandidate(world, "a");
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
    const a = startCandidate(world, "a");
    await world.pass(4_000);
    expect([world.holder, a.elector.isLeader, fencePasses(a)]).toEqual(["a", false, true]);
    await world.pass(4_000);
    expect(a.elector.isLeader).toBe(true);
    expect((await world.lease()).spec?.leaseTransitions).toBe(0);
  });

  test("takes a free lease at once, whatever its duration", async () => {
    const world = new World();
    const spec = { holderIdentity: "", leaseDurationSeconds: 3600, leaseTransitions: 7 };
    await world.server.client().create(Lease.of({ metadata: { name: "operator", namespace: "system" }, spec }));
    const a = startCandidate(world, "a");
    await world.pass(10);
    expect([a.elector.isLeader, (await world.lease()).spec?.leaseTransitions]).toEqual([true, 8]);
  });

  test("of two that begin together, one leads", async () => {
    const world = new World();
    const candidates = [startCandidate(world, "a"), startCandidate(world, "b"), startCandidate(world, "c")];
    await world.pass(30_000);
    expect(candidates.filter(({ elector }) => elector.isLeader)).toHaveLength(1);
  });

  test("ends when it is stopped, without having touched the lease", async () => {
    const world = new World();
    startCandidate(world, "a");
    await world.pass(10);
    const b = startCandidate(world, "b");
    await world.pass(3_000);
    const { metadata } = await world.lease();
    b.stop();
    await world.pass(0);
    expect(b.run.state).toBe("resolved");
    expect((await world.lease()).metadata.uid).toBe(metadata.uid);
    expect(fencePasses(b)).toBe(true);
  });

  test("gives back what it acquires at the moment in which it is stopped", async () => {
    const world = new World();
    const a = startCandidate(world, "a");
    world.journey = ({ method }) => {
      if (method === "POST") a.stop();
      return {};
    };
    await world.pass(100);
    expect([a.run.state, a.leading, fencePasses(a)]).toEqual(["resolved", undefined, false]);
    expect((await world.lease()).spec?.holderIdentity).toBe("");
  });

  test("goes on through an outage", async () => {
    const world = new World();
    world.journey = () => ({ fault: "refused" });
    const a = startCandidate(world, "a");
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
