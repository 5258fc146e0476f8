import { isControlledBy, isNotFound, ownerReferenceTo, setControllerReference } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { ClientError } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import type { ControllerBuilder } from "../src/controller/controller-builder.ts";
import { reconcileObject } from "../src/controller/reconcile-object.ts";
import type { ReconcileContext } from "../src/controller/reconciler.ts";
import { Result } from "../src/controller/result.ts";
import { withFinalizer } from "../src/controller/with-finalizer.ts";
import type { Manager } from "../src/manager/manager.ts";
import { enqueueMapped } from "../src/trigger/handler.ts";
import { generationChanged, labelSelector, where } from "../src/trigger/predicate.ts";
import { timerSource } from "../src/trigger/timer-source.ts";
import { Memcached, World } from "./manager-world.ts";

describe("a controller of a manager", () => {
  test("makes what an object wants, and makes it again when it is deleted", async () => {
    const world = new World();
    await using run = await world.manager();
    run.manager.controller("memcached").for(Memcached).owns(Deployment).reconcile(deployMemcached);
    await world.client.create(memcached("early"));
    await run.start();
    await world.client.create(memcached("late"));
    await world.settle();
    const names = async () => (await world.client.list(Deployment)).items.map(({ metadata }) => metadata.name).sort();
    expect(await names()).toEqual(["early", "late"]);
    const before = await world.client.get(Deployment, "early");
    await world.client.delete(before);
    await world.settle();
    const after = await world.client.get(Deployment, "early");
    expect(after.metadata.uid).not.toBe(before.metadata.uid);
    expect(isControlledBy(after, await world.client.get(Memcached, "early"))).toBe(true);
    expect(run.messages("error")).toEqual([]);
  });

  test("needs one request for each write, and none for reads", async () => {
    const world = new World();
    await using run = await world.manager();
    run.manager.controller("memcached").for(Memcached).owns(Deployment).reconcile(deployMemcached);
    await run.start();
    const before = world.server.requests.length;
    await world.client.create(memcached("a"));
    await world.settle();
    expect(world.server.requests.slice(before).map((request) => request.split("?")[0])).toEqual([
      "POST /apis/cache.example.com/v1/namespaces/default/memcacheds",
      "POST /apis/apps/v1/namespaces/default/deployments",
    ]);
  });

  test("reconciles what a handler finds, and only for events that pass", async () => {
    const world = new World();
    await using run = await world.manager();
    const keys: string[] = [];
    run.manager
      .controller("memcached")
      .for(Memcached, { predicates: [generationChanged()] })
      .watches(
        Secret,
        enqueueMapped((secret) => Object.keys(secret.data ?? {}).map((name) => ({ namespace: "default", name }))),
        { predicates: [labelSelector("app=memcached")] },
      )
      .filter(where(({ metadata }) => metadata.name !== "ignored"))
      .reconcile(async ({ key }) => void keys.push(key.name));
    await run.start();
    await world.client.create(memcached("a"));
    await world.client.create(memcached("ignored"));
    await world.settle();
    expect(keys).toEqual(["a"]);
    await world.client.patch(Memcached, "a", { merge: { metadata: { labels: { seen: "yes" } } } });
    await world.client.create(Secret.of({ metadata: { name: "other", namespace: "default" }, data: { b: "" } }));
    const labels = { app: "memcached" };
    await world.client.create(Secret.of({ metadata: { name: "ours", namespace: "default", labels }, data: { b: "" } }));
    await world.settle();
    expect(keys).toEqual(["a", "b"]);
  });

  test("reconciles all owners when told to, else the one that manages", async () => {
    const world = new World();
    await using run = await world.manager();
    const seen: Record<string, string[]> = { one: [], every: [] };
    for (const [name, onlyController] of [
      ["one", true],
      ["every", false],
    ] as const) {
      run.manager
        .controller(name)
        .for(Memcached, { predicates: [() => false] })
        .owns(Deployment, { onlyController })
        .reconcile(async ({ key }) => void seen[name]!.push(key.name));
    }
    await run.start();
    const [a, b] = [await world.client.create(memcached("a")), await world.client.create(memcached("b"))];
    const deployment = deploymentFor(a);
    deployment.metadata.ownerReferences!.push(ownerReferenceTo(b));
    await world.client.create(deployment);
    await world.settle();
    expect(seen).toEqual({ one: ["a"], every: ["a", "b"] });
  });

  test("watches the metadata only when told to", async () => {
    const world = new World();
    await using run = await world.manager();
    const keys: string[] = [];
    run.manager
      .controller("secrets")
      .for(Secret, { metadataOnly: true })
      .reconcile(async ({ key }) => void keys.push(key.name));
    await run.start();
    await world.client.create(Secret.of({ metadata: { name: "a", namespace: "default" }, data: { key: "c2VjcmV0" } }));
    await world.settle();
    expect(keys).toEqual(["a"]);
    const [state] = run.manager.cache.states;
    expect(state?.kind.projection).toBe("metadata");
    expect(run.manager.kinds.find(Secret)).toEqual(Secret);
  });

  test("reconciles what sources name", async () => {
    const world = new World();
    await using run = await world.manager();
    const keys: string[] = [];
    run.manager
      .controller("clean-up")
      .source(timerSource({ everyMs: 60_000, keys: [{ name: "all" }] }))
      .reconcile(async ({ key }) => void keys.push(key.name));
    await run.start();
    await world.pass(120_000);
    expect(keys).toEqual(["all", "all", "all"]);
  });

  test("is started at once when the manager runs", async () => {
    const world = new World();
    await using run = await world.manager();
    await run.start();
    await world.client.create(memcached("a"));
    run.manager.controller("memcached").for(Memcached).reconcile(deployMemcached);
    await world.settle();
    expect(await world.client.find(Deployment, "a")).toBeDefined();
  });

  test("has its own settings, the manager's, or those of its kind", async () => {
    const world = new World();
    await using run = await world.manager({
      controllers: { maxConcurrentReconciles: 3, maxConcurrentReconcilesByKind: { "Memcached.cache.example.com": 4 } },
    });
    const nothing = async () => {};
    run.manager.controller("of-kind").for(Memcached).reconcile(nothing);
    run.manager.controller("of-all").for(ConfigMap).reconcile(nothing);
    run.manager.controller("own", { maxConcurrentReconciles: 2 }).for(Memcached).reconcile(nothing);
    run.manager.controller("last").for(Memcached).options({ maxConcurrentReconciles: 1 }).reconcile(nothing);
    await run.start();
    const counts = run.lines
      .filter(({ message }) => message === "Starting workers")
      .map(({ fields }) => [fields.controller, fields["worker count"]]);
    expect(Object.fromEntries(counts)).toEqual({ "of-kind": 4, "of-all": 3, own: 2, last: 1 });
  });

  test("names the field manager of what it writes", async () => {
    const world = new World();
    await using run = await world.manager({ fieldManager: "memcached-operator" });
    run.manager.controller("memcached").for(Memcached).reconcile(deployMemcached);
    await run.start();
    await world.client.create(memcached("a"));
    await world.settle();
    expect(world.server.requests.at(-1)).toBe(
      "POST /apis/apps/v1/namespaces/default/deployments?fieldManager=memcached-operator",
    );
  });

  test("cleans up before an object goes", async () => {
    const world = new World();
    await using run = await world.manager();
    const outside = new Set<string>();
    run.manager
      .controller("memcached")
      .for(Memcached)
      .reconcile(
        withFinalizer({
          kind: Memcached,
          finalizer: "cache.example.com/outside",
          reconcile: async ({ metadata }) => void outside.add(metadata.name),
          cleanup: async ({ metadata }) => void outside.delete(metadata.name),
        }),
      );
    await run.start();
    await world.client.create(memcached("a"));
    await world.settle();
    expect([...outside]).toEqual(["a"]);
    await world.client.delete(Memcached, "a");
    await world.settle();
    expect([...outside]).toEqual([]);
    expect(await world.client.find(Memcached, "a")).toBeUndefined();
    expect(run.messages("error")).toEqual([]);
  });
});

describe("a kind that the server does not serve", () => {
  test("keeps its own controller waiting, and no other", async () => {
    const world = new World({ kinds: [Deployment, ConfigMap] });
    await using run = await world.manager({
      health: { bindAddress: "127.0.0.1:0" },
      controllers: { cacheSyncTimeoutMs: 60_000 },
    });
    const maps: string[] = [];
    run.manager.controller("memcached").for(Memcached).owns(Deployment).reconcile(deployMemcached);
    run.manager
      .controller("maps")
      .for(ConfigMap)
      .reconcile(async ({ key }) => void maps.push(key.name));
    await run.start();
    await world.client.create(ConfigMap.of({ metadata: { name: "a", namespace: "default" } }));
    await world.pass(600_000);
    expect(maps).toEqual(["a"]);
    expect(run.outcome).toBeUndefined();
    expect(await run.ready()).toContain(
      "Memcached of cache.example.com/v1 is not served by the server: waiting for its CustomResourceDefinition",
    );
    expect(run.messages("warn").some((message) => message.includes("CustomResourceDefinition"))).toBe(true);

    world.server.serve(Memcached);
    await world.client.create(memcached("a"));
    await world.pass(30_000);
    expect(await world.client.find(Deployment, "a")).toBeDefined();
    expect(await run.ready()).toBe("ok");

    world.server.unserve(Memcached);
    await world.pass(60_000);
    expect(await run.ready()).toContain("Memcached of cache.example.com/v1 is not served");
    expect(run.outcome).toBeUndefined();
  });
});

describe("an informer that is asked for before the start", () => {
  test("does not keep the rest waiting for a kind that the server does not serve", async () => {
    const world = new World({ kinds: [ConfigMap] });
    await using run = await world.manager();
    let isStarted = false;
    run.manager.cache.informer(Memcached);
    run.manager.add({
      needsLeaderElection: false,
      start: async () => {
        isStarted = true;
      },
    });
    await run.start();
    expect(isStarted).toBe(true);
  });

  test("fails the start when its kind is not known in time", async () => {
    const world = new World();
    const run = await world.manager({
      controllers: { cacheSyncTimeoutMs: 10_000 },
      intercept: async () => {
        throw new ClientError("CONNECTION_FAILED", "connection refused");
      },
    });
    run.manager.cache.informer(Memcached);
    await run.start();
    await world.pass(10_000);
    expect(run.outcome?.error).toMatchObject({
      code: "CACHE_SYNC_TIMEOUT",
      message: "Memcached of cache.example.com/v1 was not known in full after 10 s: connection refused",
    });
    expect(world.clock.pending).toBe(0);
  });
});

describe("set-up", () => {
  const nothing = async () => {};
  test.each<[string, (manager: Manager) => unknown, string]>([
    ["two controllers of one name", (m) => [m.controller("a"), m.controller("a")], 'two controllers named "a"'],
    [
      "a controller whose name is taken",
      (m) => m.add(m.controller("a").for(Memcached).reconcile(nothing)),
      'two controllers named "a"',
    ],
    ["a name that cannot be one", (m) => m.controller("my controller"), 'cannot be named "my controller"'],
    ["nothing to watch", (m) => m.controller("a").reconcile(nothing), "nothing leads to a reconcile: call for()"],
    [
      "owns() before for()",
      (m) => m.controller("a").owns(Deployment),
      "owns(Deployment) without for(): call for() before",
    ],
    ["for() twice", (m) => m.controller("a").for(Memcached).for(Deployment), "for(Deployment) after for(Memcached)"],
    ["for() after reconcile()", (m) => after(m).for(Memcached), "for() after reconcile()"],
    ["watches() after reconcile()", (m) => after(m).watches(Secret, () => []), "watches() after reconcile()"],
    ["filter() after reconcile()", (m) => after(m).filter(() => true), "filter() after reconcile()"],
    ["options() after reconcile()", (m) => after(m).options({}), "options() after reconcile()"],
    ["source() after reconcile()", (m) => after(m).source({ name: "x", start: nothing }), "source() after reconcile()"],
    ["reconcile() twice", (m) => after(m).reconcile(nothing), "reconcile() after reconcile()"],
    [
      "a reconciler for another kind",
      (m) => m.controller("a").for(Memcached).reconcile(reconcileObject(Deployment, nothing)),
      "its reconciler is for Deployment.apps, but for() names Memcached.cache.example.com",
    ],
    ["a name of a kind", (m) => m.controller("a").for("Pod" as never), 'for() got "Pod", which is no kind'],
    [
      "no kind to own",
      (m) =>
        m
          .controller("a")
          .for(Memcached)
          .owns(undefined as never),
      "owns() got undefined",
    ],
    ["no kind to watch", (m) => m.controller("a").watches({} as never, () => []), "watches() got an object"],
    ["no handler", (m) => m.controller("a").watches(Secret, undefined as never), "watches(Secret) has no handler"],
    [
      "a class",
      (m) =>
        m
          .controller("a")
          .for(Memcached)
          .reconcile(Reconciling as never),
      "is the class Reconciling",
    ],
    ["no name", (m) => m.controller(undefined as never), "a controller needs a name"],
    ["no runnable", (m) => m.add({} as never), "add() got something that cannot be run"],
    ["no source", (m) => m.controller("a").source({} as never), "source() got an object, which is no source"],
    ["no predicate", (m) => m.controller("a").filter({} as never), "filter() got an object, which is no predicate"],
    [
      "one predicate for a list of them",
      (m) => m.controller("a").for(Memcached, { predicates: generationChanged() as never }),
      "predicates of for() must be a list of functions",
    ],
    [
      "settings out of range",
      (m) => m.controller("a", { maxConcurrentReconciles: 0 }).for(Memcached).reconcile(nothing),
      "maxConcurrentReconciles is 0",
    ],
  ])("is refused: %s", async (_, setUp, message) => {
    const run = await new World().manager();
    expect(() => setUp(run.manager)).toThrow(
      expect.objectContaining({ code: "INVALID_SETUP", message: expect.stringContaining(message) }),
    );
  });

  test("with a name that is refused leaves the name free", async () => {
    const { manager } = await new World().manager();
    for (const _ of [1, 2]) expect(() => manager.controller("my controller")).toThrow("cannot be named");
  });

  test.each([
    [{ gracefulStopTimeoutMs: -1 }, "gracefulStopTimeoutMs is -1"],
    [{ gracefulStopTimeoutMs: Number.NaN }, "gracefulStopTimeoutMs is NaN"],
    [{ connection: {} }, "a client and a connection"],
    [{ health: { bindAddress: "8081" } }, 'health.bindAddress "8081" is no address'],
    [
      { leaderElection: { id: "Not a name", namespace: "default" } },
      'leaderElection.id "Not a name" cannot be the name',
    ],
    [{ leaderElection: {} as never }, "leaderElection.id is missing"],
    [{ leaderElection: true as never }, "leaderElection.id is missing"],
    [{ logLevel: "verbose" as never }, 'logLevel is "verbose", but must be one of debug, info'],
    [{ logFormat: "text" as never }, 'logFormat is "text", but must be one of json, console'],
  ])("of a manager is refused: %j", async (options, message) => {
    await expect(new World().manager(options)).rejects.toMatchObject({
      code: "INVALID_SETUP",
      message: expect.stringContaining(message),
    });
  });

  function after(manager: Manager): ControllerBuilder {
    const builder = manager.controller("a").for(Memcached);
    builder.reconcile(nothing);
    return builder;
  }
});

class Reconciling {
  async reconcile(): Promise<void> {}
}

async function deployMemcached({ key, client, signal }: ReconcileContext): Promise<Result> {
  const found = await client.find(Memcached, key, { signal });
  if (found === undefined) return Result.done();
  try {
    await client.get(Deployment, key, { signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await client.create(deploymentFor(found), { signal });
  }
  return Result.done();
}

function memcached(name: string): Memcached {
  return Memcached.of({ metadata: { name, namespace: "default" }, spec: { size: 1 } });
}

function deploymentFor(owner: Memcached): Deployment {
  const labels = { app: owner.metadata.name };
  const deployment = Deployment.of({
    metadata: { name: owner.metadata.name, namespace: "default" },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [] } } },
  });
  setControllerReference(owner, deployment);
  return deployment;
}
