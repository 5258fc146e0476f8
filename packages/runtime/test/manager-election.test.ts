import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forbiddenError } from "@kubewright/api";
import { Lease } from "@kubewright/api/coordination/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import { ClientError } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { Manager } from "../src/manager/manager.ts";
import type { Runnable } from "../src/manager/runnable.ts";
import { HandProcess, RequestGate, World } from "./manager-world.ts";

const election = { id: "memcached.example.com", namespace: "default" };
const leaseKey = { namespace: "default", name: election.id };

describe("leader election", () => {
  test("lets one of two managers work, and the other one when the first stops", async () => {
    const world = new World();
    const told: string[] = [];
    const first = await world.manager({ leaderElection: election, process: new HandProcess("one") });
    first.manager.add(worker("first", told));
    await first.start();
    await using second = await world.manager({ leaderElection: election, process: new HandProcess("two") });
    second.manager.add(worker("second", told));
    await second.start();
    await world.pass(60_000);
    expect(told).toEqual(["first works"]);
    await first.manager.stop();
    await world.pass(5_000);
    expect(told).toEqual(["first works", "first ends", "second works"]);
    await second.manager.elected;
  });

  test("runs what need not lead while it waits, and stops without having led", async () => {
    const world = new World();
    await using first = await world.manager({ leaderElection: election, process: new HandProcess("one") });
    await first.start();
    const told: string[] = [];
    const second = await world.manager({ leaderElection: election, process: new HandProcess("two") });
    second.manager.add(worker("leader", told));
    second.manager.add({ ...worker("other", told), needsLeaderElection: false });
    second.manager
      .controller("idle")
      .for(ConfigMap)
      .reconcile(async () => {});
    await second.start();
    await world.pass(30_000);
    await second.manager.stop();
    expect(told).toEqual(["other works", "other ends"]);
    expect(world.server.requests.filter((request) => request.includes("configmaps"))).toEqual([]);
    expect(second.outcome).toEqual({});
  });

  test("stops all work at once when the lease is lost, and lets no write out", async () => {
    const world = new World();
    const leases = new RequestGate(({ path, method }) => path.includes("/leases") && method !== "GET");
    const run = await world.manager({ leaderElection: election, intercept: leases.intercept });
    const told: string[] = [];
    const reasons: unknown[] = [];
    let end = () => {};
    run.manager.add({
      name: "stubborn",
      start({ signal }) {
        signal.addEventListener("abort", () => reasons.push(signal.reason));
        return new Promise((resolve) => {
          end = resolve;
        });
      },
    });
    run.manager.add({ ...worker("other", told), needsLeaderElection: false });
    await run.start();
    await run.manager.client.create(map("before"));
    leases.fail(() => new ClientError("CONNECTION_FAILED", "the server is away"));
    await world.pass(9_000);
    expect(run.outcome).toBeUndefined();
    await world.pass(3_000);
    expect(run.outcome?.error).toMatchObject({ code: "LEASE_LOST" });
    expect(reasons).toEqual([run.outcome?.error]);
    expect(told).toEqual(["other works", "other ends"]);
    leases.open();
    for (const write of [
      () => run.manager.client.create(map("after")),
      () => run.manager.client.live.delete(ConfigMap, "before"),
    ]) {
      await expect(write()).rejects.toMatchObject({ code: "LEASE_LOST" });
    }
    expect((await world.client.list(ConfigMap)).items.map(({ metadata }) => metadata.name)).toEqual(["before"]);
    expect((await world.client.get(Lease, leaseKey)).spec?.holderIdentity).not.toBe("");
    end();
    await world.settle();
    expect([world.clock.pending, world.server.openWatches, run.process.listeners]).toEqual([0, 0, 0]);
  });

  test("gives no more grace when the lease is lost during the stop", async () => {
    const world = new World();
    const leases = new RequestGate(({ path, method }) => path.includes("/leases") && method !== "GET");
    const run = await world.manager({
      leaderElection: election,
      intercept: leases.intercept,
      gracefulStopTimeoutMs: 600_000,
    });
    let leaderSignal: AbortSignal | undefined;
    const ends: (() => void)[] = [];
    run.manager.add({ needsLeaderElection: false, start: () => new Promise((resolve) => ends.push(resolve)) });
    run.manager.add({
      start({ signal }) {
        leaderSignal = signal;
        return new Promise((resolve) => ends.push(resolve));
      },
    });
    await run.start();
    void run.manager.stop();
    leases.fail(() => new ClientError("CONNECTION_FAILED", "the server is away"));
    await world.pass(5_000);
    expect([run.outcome, leaderSignal?.aborted]).toEqual([undefined, false]);
    await world.pass(10_000);
    expect(run.outcome?.error).toMatchObject({ code: "LEASE_LOST" });
    expect(leaderSignal?.aborted).toBe(true);
    for (const end of ends) end();
  });

  test("keeps the lease from others for as long as work goes on that did not end in time", async () => {
    const world = new World();
    const run = await world.manager({ leaderElection: election, gracefulStopTimeoutMs: 1_000 });
    let end = () => {};
    run.manager.add({
      name: "stubborn",
      start: () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    });
    await run.start();
    void run.manager.stop();
    await world.pass(60_000);
    expect(run.outcome?.error).toMatchObject({ code: "STOP_TIMEOUT" });
    const holder = async () => (await world.client.get(Lease, leaseKey)).spec?.holderIdentity;
    expect(await holder()).not.toBe("");
    end();
    await world.settle();
    expect(await holder()).toBe("");
    expect(world.clock.pending).toBe(0);
  });

  test("is not ready while it may not use the Lease, and says which role would help", async () => {
    const world = new World();
    const leases = new RequestGate(({ path }) => path.includes("/leases"));
    await using run = await world.manager({
      leaderElection: election,
      health: { bindAddress: "127.0.0.1:0" },
      intercept: leases.intercept,
    });
    leases.fail(() => forbiddenError({ group: "coordination.k8s.io", resource: "leases" }, election.id, "no role"));
    await run.start();
    expect(await run.ready("leaderElection")).toMatch(
      /the Lease default\/memcached.example.com cannot be used.* no role.*\/\/ \+kubebuilder:rbac:groups=coordination/,
    );
    leases.open();
    await world.pass(3_000);
    expect(await run.ready("leaderElection")).toBe("ok");
  });

  test("answers for the lease under /healthz", async () => {
    const world = new World();
    await using run = await world.manager({ leaderElection: election, health: { bindAddress: "127.0.0.1:0" } });
    await run.start();
    const response = await fetch(`http://127.0.0.1:${run.manager.healthPort}/healthz?verbose`);
    expect(await response.text()).toBe("[+]leaderElection ok\n[+]ping ok\nhealthz check passed\n");
  });
});

describe("the namespace of the lease", () => {
  test.each([
    ["a service account", { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: "1" }],
    ["a kubeconfig of its own", { KUBECONFIG: "kubeconfig" }],
  ])("is the pod's, with %s", async (_, variables: Record<string, string>) => {
    const directory = await mkdtemp(join(tmpdir(), "service-account-"));
    try {
      await writeFile(join(directory, "token"), "secret");
      const cluster = { name: "c", cluster: { server: "https://127.0.0.1:1" } };
      const context = { name: "c", context: { cluster: "c", namespace: "other" } };
      await writeFile(
        join(directory, "kubeconfig"),
        JSON.stringify({ "current-context": "c", clusters: [cluster], contexts: [context] }),
      );
      const { KUBECONFIG: file } = variables;
      const world = new World();
      const requests: string[] = [];
      const manager = await Manager.create({
        connection: {
          host: {
            clock: world.clock,
            env: {
              ...variables,
              ...(file !== undefined && { KUBECONFIG: join(directory, file) }),
              POD_NAMESPACE: "shop",
            },
            homeDirectory: directory,
          },
          serviceAccountDirectory: directory,
          retry: false,
          interceptors: [
            async ({ path }) => {
              requests.push(path);
              throw new ClientError("CONNECTION_FAILED", "no server here");
            },
          ],
        },
        leaderElection: { id: "memcached.example.com" },
        clock: world.clock,
        process: new HandProcess(),
        logLevel: "silent",
        metrics: false,
        health: false,
      });
      const started = manager.start();
      await world.until(() => requests.length > 0);
      expect(requests[0]).toContain("/namespaces/shop/leases/memcached.example.com");
      await manager.stop();
      await started;
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  test("must be given outside of a pod", async () => {
    const world = new World();
    await expect(world.manager({ leaderElection: { id: "memcached.example.com" } })).rejects.toMatchObject({
      code: "INVALID_SETUP",
      message: expect.stringContaining("give leaderElection.namespace"),
    });
  });
});

function worker(name: string, told: string[]): Runnable {
  return {
    name,
    async start({ signal }) {
      told.push(`${name} works`);
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      told.push(`${name} ends`);
    },
  };
}

function map(name: string): ConfigMap {
  return ConfigMap.of({ metadata: { name, namespace: "default" } });
}
