import {
  type CustomResource,
  defineKind,
  forbiddenError,
  hasFinalizer,
  isBeingDeleted,
  type Kind,
  type ManualClock,
  ownerReferenceTo,
} from "@kubewright/api";
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { type Interceptor, injectFaults, responseOf } from "@kubewright/client";
import { type ReconcileContext, Result, reconcileObject, withFinalizer } from "@kubewright/runtime";
import { run, type World } from "@kubewright/testing";
import { describe, expect, test } from "vitest";
import { MemoryServer } from "../../runtime/test/fixture/memory-server.ts";

interface Tea extends CustomResource<{ minutes: number }, { state: string }> {}
const Tea: Kind<Tea> = defineKind<Tea>({
  group: "kitchen.example.com",
  version: "v1",
  kind: "Tea",
  plural: "teas",
  scope: "Namespaced",
});

const tea = (minutes = 4): Tea => Tea.of({ metadata: { name: "afternoon" }, spec: { minutes } });

/** A note for each tea, and a status. */
const serve = reconcileObject(Tea, async ({ metadata, spec }, { client, events, signal }) => {
  const note = ConfigMap.of({
    metadata: { ...place(metadata), name: "note" },
    data: { minutes: String(spec.minutes) },
  });
  await client.apply(note, { signal });
  await client.status.patch(Tea, metadata, { merge: { status: { state: "Served" } } }, { signal });
  events.normal({ ...note }, { reason: "Served", note: "hot" });
  return Result.requeueAfter(60_000);
});

function place({ namespace = "" }: { namespace?: string }): { namespace: string } {
  return { namespace };
}

function start(options: { kinds?: Kind[] } = {}) {
  const server = new MemoryServer({ kinds: options.kinds ?? [Tea, ConfigMap, Namespace] });
  const client = server.client();
  /** The objects that are left, by their paths. */
  const left = async (): Promise<string[]> => {
    const lists = await Promise.all([client.list(Tea), client.list(ConfigMap), client.list(Namespace)]);
    return lists.flatMap(({ items }) => items.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
  };
  const world = (more: Partial<World> = {}): World => ({ client, clock: server.clock, ...more });
  return { server, client, left, world };
}

describe("run", () => {
  test("tells what a reconcile asked of the server, and what became of the objects", async () => {
    const { world, left, server } = start();
    const outcome = await run(serve, world({ objects: [tea()] }));
    expect(outcome.error).toBeUndefined();
    expect(outcome.result).toEqual(Result.requeueAfter(60_000));
    expect(outcome.reconciles).toBe(1);
    expect(outcome.requests).toEqual(["apply configmaps note", "patch teas.kitchen.example.com/status afternoon"]);
    expect(outcome.changes).toMatchObject([
      {
        type: "updated",
        kind: "Tea",
        name: "afternoon",
        before: { spec: { minutes: 4 } },
        after: { status: { state: "Served" } },
      },
      { type: "created", kind: "ConfigMap", name: "note", after: { data: { minutes: "4" } } },
    ]);
    expect(outcome.objects.get(Tea).status?.state).toBe("Served");
    expect(outcome.objects.get(ConfigMap, "note").data).toEqual({ minutes: "4" });
    expect(outcome.events).toMatchObject([
      { type: "Normal", reason: "Served", note: "hot", regarding: { kind: "ConfigMap" } },
    ]);

    expect(await left()).toEqual([]);
    expect(server.openWatches).toBe(0);
    expect((server.clock as ManualClock).pending).toBe(0);
  });

  test.each([
    { name: "again what is not watched", kinds: [], requests: ["apply", "patch", "apply"] },
    { name: "nothing again that is watched", kinds: [ConfigMap], requests: ["apply", "patch"] },
  ])("goes on until a reconcile changes nothing, which sends $name", async ({ kinds, requests }) => {
    const { world } = start();
    const outcome = await run(serve, world({ objects: [tea()], until: "settled", kinds }));
    expect(outcome.reconciles).toBe(2);
    expect(outcome.requests.map((request) => request.split(" ")[0])).toEqual(requests);
    expect(outcome.events).toHaveLength(2);
  });

  test("ends what never settles", async () => {
    const { world, left } = start();
    let count = 0;
    const restless = reconcileObject(Tea, async ({ metadata }, { client }) => {
      await client.patch(Tea, metadata, { merge: { spec: { minutes: ++count } } });
    });
    const running = run(restless, world({ objects: [tea()], until: "settled", maxReconciles: 3 }));
    await expect(running).rejects.toMatchObject({
      code: "SCENARIO",
      message:
        "it still changes something after 3 reconciles, last: patch teas.kitchen.example.com afternoon; " +
        "patch teas.kitchen.example.com afternoon; patch teas.kitchen.example.com afternoon",
    });
    expect(await left()).toEqual([]);
  });

  test("gives what the reconciler throws, and goes no further", async () => {
    const { world, left } = start();
    const failure = new Error("no water");
    let minutes = 0;
    const failing = reconcileObject(Tea, async ({ metadata }, { client }) => {
      await client.patch(Tea, metadata, { merge: { spec: { minutes: ++minutes } } });
      throw failure;
    });
    const outcome = await run(failing, world({ objects: [tea()], until: "settled" }));
    expect(outcome.error).toBe(failure);
    expect(outcome.result).toBeUndefined();
    expect(outcome.reconciles).toBe(1);
    expect(outcome.objects.get(Tea).spec.minutes).toBe(1);
    expect(await left()).toEqual([]);
  });

  test.each([{ requeue: true }, "x", null])("takes %j for the error that a controller takes it for", async (given) => {
    const { world } = start();
    const outcome = await run(async () => given as unknown as Result, world({ objects: [tea()] }));
    expect(outcome.error).toMatchObject({ name: "TypeError", message: expect.stringContaining("is no Result") });
    expect(outcome).not.toHaveProperty("result");
  });

  test("makes objects with their status, from each other, and being deleted", async () => {
    const { world } = start();
    const spilt: Tea = { ...tea(), status: { state: "Spilt" } };
    spilt.metadata = { ...spilt.metadata, finalizers: ["example.com/wipe"], deletionTimestamp: "2026-01-01T00:00:00Z" };
    const seen: unknown[] = [];
    const look = reconcileObject(Tea, async (found, { client }) => {
      const { items } = await client.list(ConfigMap);
      seen.push(
        isBeingDeleted(found),
        found.status,
        items.map(({ metadata }) => metadata.ownerReferences?.[0]?.uid),
      );
      expect(items[0]?.metadata.ownerReferences?.[0]?.uid).toBe(found.metadata.uid);
    });
    const owned = (owner: Tea): ConfigMap =>
      ConfigMap.of({ metadata: { name: "owned", ownerReferences: [ownerReferenceTo(owner)] } });
    const outcome = await run(look, world({ objects: [spilt, (made) => owned(made.get(Tea))] }));
    expect(outcome.error).toBeUndefined();
    expect(seen).toMatchObject([true, { state: "Spilt" }, [expect.any(String)]]);
  });

  test("shows deletions, also of what waits for a finalizer", async () => {
    const { world, left } = start();
    const reconciler = withFinalizer({
      kind: Tea,
      finalizer: "kitchen.example.com/wash",
      reconcile: async () => {},
      cleanup: async ({ metadata }, { client }) => {
        await client.deleteAllOf(ConfigMap, place(metadata));
      },
    });
    const fresh = await run(reconciler, world({ objects: [tea()] }));
    expect(fresh.changes).toMatchObject([{ type: "updated", kind: "Tea" }]);
    expect(hasFinalizer(fresh.objects.get(Tea), "kitchen.example.com/wash")).toBe(true);

    const dying = tea();
    dying.metadata = { ...dying.metadata, finalizers: ["kitchen.example.com/wash"], deletionTimestamp: "now" };
    const cup = ConfigMap.of({ metadata: { name: "cup" } });
    const outcome = await run(reconciler, world({ objects: [dying, cup] }));
    expect(outcome.error).toBeUndefined();
    expect(outcome.changes).toMatchObject([
      { type: "deleted", kind: "Tea", name: "afternoon" },
      { type: "deleted", kind: "ConfigMap", name: "cup" },
    ]);
    expect(outcome.requests).toEqual(["deletecollection configmaps", "patch teas.kitchen.example.com afternoon"]);
    expect(outcome.objects.find(Tea)).toBeUndefined();
    expect(await left()).toEqual([]);
  });

  test("tells a reconciler how often it was tried in vain", async () => {
    const { world } = start();
    const told: number[] = [];
    const look = async ({ retries }: ReconcileContext) => void told.push(retries);
    await run(look, world({ objects: [tea()] }));
    await run(look, world({ objects: [tea()], retries: 8 }));
    expect(told).toEqual([0, 8]);
  });

  test("reconciles what is not there", async () => {
    const { world, server } = start();
    const keys: unknown[] = [];
    const outcome = await run(async ({ key }) => void keys.push(key), world({ key: "gone" }));
    expect(outcome.result).toEqual(Result.done());
    server.requests.length = 0;
    await run(async ({ key }) => void keys.push(key), world({ key: "shop/gone" }));
    await run(async ({ key }) => void keys.push(key), world({ key: { name: "node-1" } }));
    expect(server.requests).toEqual([]);
    expect(keys).toEqual([
      { namespace: expect.stringMatching(/^run-/), name: "gone" },
      { namespace: "shop", name: "gone" },
      { name: "node-1" },
    ]);
    await expect(run(serve, world())).rejects.toMatchObject({ code: "SCENARIO" });
  });

  test("keeps runs at the same time apart", async () => {
    const { world, left } = start();
    const minutes = [1, 2, 3, 4];
    const outcomes = await Promise.all(minutes.map((each) => run(serve, world({ objects: [tea(each)] }))));
    expect(outcomes.map(({ objects }) => objects.get(ConfigMap).data?.minutes)).toEqual(["1", "2", "3", "4"]);
    expect(await left()).toEqual([]);
  });

  test("works in a namespace that is there, and leaves what others have in it", async () => {
    const { world, client, left } = start();
    const others = await client.create(
      ConfigMap.of({ metadata: { namespace: "shared", name: "note" }, data: { own: "1" } }),
    );
    const outcome = await run(serve, world({ objects: [tea()], namespace: "shared" }));
    expect(outcome.changes).toMatchObject([
      { type: "updated", kind: "Tea" },
      { type: "updated", kind: "ConfigMap", name: "note", before: others },
    ]);
    expect(await left()).toEqual(["ConfigMap note"]);
  });

  test("looks at kinds that it is told of", async () => {
    const { world, client } = start();
    const meddle = reconcileObject(Tea, async ({ metadata }) => {
      await client.create(ConfigMap.of({ metadata: { ...place(metadata), name: "theirs" } }));
    });
    expect((await run(meddle, world({ objects: [tea()] }))).changes).toEqual([]);
    const { changes, requests } = await run(meddle, world({ objects: [tea()], kinds: [ConfigMap] }));
    expect(changes).toMatchObject([{ type: "created", kind: "ConfigMap", name: "theirs" }]);
    expect(requests).toEqual([]);
  });

  test("puts interceptors between the reconciler and the server only", async () => {
    const { world } = start();
    const interceptors = [injectFaults([{ method: "PATCH", fault: { type: "status", status: 500 } }])];
    const outcome = await run(serve, world({ objects: [tea()], interceptors }));
    expect(outcome.error).toMatchObject({ code: 500 });
    expect(outcome.requests).toEqual(["apply configmaps note"]);
    expect(outcome.changes).toEqual([]);
  });

  test("reads by index", async () => {
    const { world } = start();
    const found: string[] = [];
    const search = reconcileObject(Tea, async (_, { client }) => {
      const { items } = await client.list(Tea, { fieldSelector: { minutes: "4" } });
      found.push(...items.map(({ metadata }) => metadata.name));
    });
    const short = Tea.of({ metadata: { name: "short" }, spec: { minutes: 1 } });
    const { error } = await run(
      search,
      world({
        objects: [tea(), short],
        prepareCache: (cache) => cache.index(Tea, "minutes", ({ spec }) => [String(spec.minutes)]),
      }),
    );
    expect(error).toBeUndefined();
    expect(found).toEqual(["afternoon"]);
  });

  test("ends a reconcile that takes too long, and aborts its signal", async () => {
    const { world, server, left } = start();
    let given: AbortSignal | undefined;
    const running = run(
      ({ signal }) => {
        given = signal;
        queueMicrotask(() => (server.clock as ManualClock).advance(1_000));
        return new Promise(() => {});
      },
      world({ objects: [tea()], timeoutMs: 1_000 }),
    );
    expect((await running).error).toMatchObject({ code: "RECONCILE_TIMEOUT" });
    expect(given?.aborted).toBe(true);
    expect(await left()).toEqual([]);
  });

  test("rejects when its signal aborts, and cleans up", async () => {
    const { world, left } = start();
    const stop = new AbortController();
    const running = run(
      () => {
        stop.abort(new Error("enough"));
        return new Promise(() => {});
      },
      world({ objects: [tea()], signal: stop.signal }),
    );
    await expect(running).rejects.toThrow("enough");
    expect(await left()).toEqual([]);
  });

  test("says what the cache lacks", async () => {
    const { world, server } = start();
    const { status } = forbiddenError({ group: "", resource: "configmaps" }, "", "no role grants it");
    const refuse: Interceptor = async (request, next) => {
      if (!/configmaps.*(watch|limit)=/.test(request.path)) return await next(request);
      // The time for all of it is over.
      setImmediate(() => (server.clock as ManualClock).advance(30_000));
      return responseOf({ status: 403, headers: { "content-type": "application/json" }, body: JSON.stringify(status) });
    };
    const client = server.client({ interceptors: [refuse] });
    await expect(run(serve, world({ client, objects: [tea()], kinds: [ConfigMap] }))).rejects.toMatchObject({
      code: "SCENARIO",
      message: expect.stringMatching(
        /^the cache is not complete after 30000 ms: ConfigMap is backing-off: .*no role grants it/,
      ),
      cause: { reason: "Forbidden" },
    });
  });

  test("looks into each namespace that an object names", async () => {
    const { world, client } = start();
    const [here, there] = ["here", "there"].map((namespace) => ({
      ...tea(),
      metadata: { name: namespace, namespace },
    }));
    const meddle = async (): Promise<void> => {
      await client.create(ConfigMap.of({ metadata: { namespace: "there", name: "theirs" } }));
    };
    const outcome = await run(meddle, world({ objects: [here!, there!], kinds: [ConfigMap] }));
    expect(outcome.changes).toMatchObject([{ type: "created", kind: "ConfigMap", name: "theirs" }]);
    expect(outcome.requests).toEqual([]);
  });

  test.each([
    { stuck: ["b"], message: /^cannot remove ConfigMap run-\w+\/b: [^;]*$/ },
    { stuck: ["a", "c"], message: /^cannot remove ConfigMap run-\w+\/c: .*; cannot remove ConfigMap run-\w+\/a: .*$/ },
  ])("removes the others when it cannot remove $stuck, and the namespace", async ({ stuck, message }) => {
    const { world, server, left } = start();
    const path = new RegExp(`/configmaps/[${stuck.join("")}]$`);
    const refuse = injectFaults([{ method: "DELETE", path, fault: { type: "status", status: 500 } }]);
    const client = server.client({ interceptors: [refuse] });
    const objects = ["a", "b", "c"].map((name) => ConfigMap.of({ metadata: { name } }));
    await expect(run(async () => {}, world({ client, objects }))).rejects.toMatchObject({
      code: "SCENARIO",
      message: expect.stringMatching(message),
    });
    expect(await left()).toEqual(stuck.map((name) => `ConfigMap ${name}`));
  });

  test("removes an object that was made, but not with its status", async () => {
    const { world, server, left } = start();
    const refuse = injectFaults([{ method: "PUT", fault: { type: "status", status: 500 } }]);
    const client = server.client({ interceptors: [refuse] });
    const spilt: Tea = { ...tea(), status: { state: "Spilt" } };
    await expect(run(serve, world({ client, objects: [spilt], namespace: "shared" }))).rejects.toMatchObject({
      code: "SCENARIO",
      message: expect.stringMatching(/^cannot make Tea shared\/afternoon: /),
    });
    expect(await left()).toEqual([]);
  });

  test("says which object cannot be made", async () => {
    const { world, left } = start();
    await expect(run(serve, world({ objects: [tea(), tea()] }))).rejects.toMatchObject({
      code: "SCENARIO",
      message: expect.stringMatching(
        /^cannot make Tea run-\w+\/afternoon: teas.kitchen.example.com "afternoon" already exists$/,
      ),
      cause: { reason: "AlreadyExists" },
    });
    expect(await left()).toEqual([]);
  });
});
