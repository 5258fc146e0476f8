import { defineKind, type KubeObject, ManualClock } from "@kubewright/api";
import type { ApiRequest, ApiResponse } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { InformerCache } from "../src/cache/informer-cache.ts";
import { createReconcileClient, type ReconcileClient } from "../src/cache/reconcile-client.ts";
import { type ObjectReconcileFunction, reconcileObject } from "../src/controller/reconcile-object.ts";
import type { ReconcileContext } from "../src/controller/reconciler.ts";
import { Result } from "../src/controller/result.ts";
import { TerminalError } from "../src/controller/terminal-error.ts";
import { withFinalizer } from "../src/controller/with-finalizer.ts";
import { silentLogger } from "../src/observability/log/logger.ts";
import { MemoryServer } from "./fixture/memory-server.ts";

interface Bucket extends KubeObject {
  spec: { size: number };
}
const Bucket = defineKind<Bucket>({
  group: "storage.example.com",
  version: "v1",
  kind: "Bucket",
  plural: "buckets",
  scope: "Namespaced",
});
const finalizer = "storage.example.com/bucket";
const key = { namespace: "default", name: "photos" };

describe("withFinalizer", () => {
  test("adds the finalizer before anything is done, and hands on the object that has it", async () => {
    const world = await bucket({ finalizers: ["other.example.com/first"] });
    const seen: Bucket[] = [];
    const stored: unknown[] = [];
    await world.run({
      reconcile: async (object, { client }) => {
        seen.push(object);
        stored.push((await client.live.get(Bucket, key)).metadata.finalizers);
      },
    });
    expect(stored).toEqual([["other.example.com/first", finalizer]]);
    expect(seen[0]?.metadata.finalizers).toEqual(["other.example.com/first", finalizer]);
    expect(seen[0]?.spec.size).toBe(1);
  });

  test("does nothing outside while the finalizer cannot be added", async () => {
    const world = await bucket({});
    world.before("PATCH", () => {
      throw new Error("connection lost");
    });
    await expect(world.run({})).rejects.toThrow("connection lost");
    expect(world.calls).toEqual([]);
  });

  test("writes nothing when the finalizer is there", async () => {
    const world = await bucket({ finalizers: [finalizer] });
    await world.run({});
    expect(world.calls).toEqual(["reconcile"]);
    expect(world.server.requests.filter((request) => request.startsWith("PATCH"))).toEqual([]);
  });

  test("cleans up, then lets the object go", async () => {
    const world = await bucket({ finalizers: [finalizer] });
    await world.client.delete(Bucket, key);
    await world.run({
      cleanup: async (_, { client }) => {
        expect((await client.live.get(Bucket, key)).metadata.finalizers).toEqual([finalizer]);
      },
    });
    expect(world.calls).toEqual(["cleanup"]);
    expect(await world.client.find(Bucket, key)).toBeUndefined();
  });

  test.each([
    ["fails", () => Promise.reject(new Error("the store is away")), "the store is away"],
    ["never works", () => Promise.reject(new TerminalError("not ours")), "not ours"],
  ])("keeps the finalizer when cleanup %s", async (_, cleanup, message) => {
    const world = await bucket({ finalizers: [finalizer] });
    await world.client.delete(Bucket, key);
    await expect(world.run({ cleanup })).rejects.toThrow(message);
    expect((await world.client.get(Bucket, key)).metadata.finalizers).toEqual([finalizer]);
  });

  test("keeps the finalizer while cleanup is not finished", async () => {
    const world = await bucket({ finalizers: [finalizer] });
    await world.client.delete(Bucket, key);
    expect(await world.run({ cleanup: async () => Result.requeueAfter(500) })).toEqual(Result.requeueAfter(500));
    expect((await world.client.get(Bucket, key)).metadata.finalizers).toEqual([finalizer]);
    await world.run({ cleanup: async () => Result.done() });
    expect(await world.client.find(Bucket, key)).toBeUndefined();
  });

  test("never adds the finalizer to an object that is being deleted, nor acts on it", async () => {
    const world = await bucket({ finalizers: ["other.example.com/first"] });
    await world.client.delete(Bucket, key);
    await world.run({});
    expect(world.calls).toEqual([]);
    expect((await world.client.get(Bucket, key)).metadata.finalizers).toEqual(["other.example.com/first"]);
  });

  test("does not add the finalizer when deletion was asked for since the object was read", async () => {
    const world = await bucket({ finalizers: ["other.example.com/first"] });
    world.before("PATCH", () => world.plain.delete(Bucket, key));
    await world.run({});
    expect(world.calls).toEqual([]);
    expect((await world.client.get(Bucket, key)).metadata.finalizers).toEqual(["other.example.com/first"]);
  });

  test("keeps finalizers that others add or remove at the same time", async () => {
    const world = await bucket({ finalizers: ["other.example.com/first"] });
    const others = (...finalizers: string[]) => world.plain.patch(Bucket, key, { merge: { metadata: { finalizers } } });
    world.before("PATCH", () => others("other.example.com/second"));
    await world.run({});
    expect((await world.client.get(Bucket, key)).metadata.finalizers).toEqual(["other.example.com/second", finalizer]);

    await world.client.delete(Bucket, key);
    world.before("PATCH", () => others("other.example.com/third", finalizer));
    await world.run({});
    expect((await world.client.get(Bucket, key)).metadata.finalizers).toEqual(["other.example.com/third"]);
    expect(world.calls).toEqual(["reconcile", "cleanup"]);
  });

  test("lets the object go also when cleanup changed what it was given", async () => {
    const world = await bucket({ finalizers: [finalizer] });
    await world.client.delete(Bucket, key);
    await world.run({
      cleanup: async (object) => {
        object.metadata.finalizers?.pop();
        object.metadata.name = "something-else";
      },
    });
    expect(await world.client.find(Bucket, key)).toBeUndefined();
  });

  test("lets the object go at the first attempt also when cleanup wrote to it", async () => {
    const { context, plain, server, ...world } = await bucket({ finalizers: [finalizer] });
    await plain.delete(Bucket, key);
    await using cache = new InformerCache({ client: plain, clock: server.clock });
    cache.start();
    const client = createReconcileClient({ client: plain, cache, clock: server.clock });
    const before = server.requests.length;
    await world.run(
      {
        cleanup: async (_, { client }) => {
          await client.patch(Bucket, key, { merge: { spec: { size: 0 } } });
        },
      },
      { ...context, client },
    );
    expect(await plain.find(Bucket, key)).toBeUndefined();
    expect(server.requests.slice(before).filter((request) => request.startsWith("PATCH"))).toHaveLength(2);
  });

  test("adds the finalizer also where reads give the cache's own objects", async () => {
    const { context, plain, server, ...world } = await bucket({});
    await using cache = new InformerCache({ client: plain, clock: server.clock, unsafeShareObjects: true });
    cache.start();
    const client = createReconcileClient({ client: plain, cache, clock: server.clock });
    await world.run({}, { ...context, client });
    expect((await plain.get(Bucket, key)).metadata.finalizers).toEqual([finalizer]);
  });

  test("leaves alone another object that got the name meanwhile", async () => {
    const world = await bucket({ finalizers: [finalizer] });
    await world.client.delete(Bucket, key);
    await world.run({
      cleanup: async () => {
        await world.plain.patch(Bucket, key, { merge: { metadata: { finalizers: null } } });
        await world.plain.create(Bucket.of({ metadata: { ...key, finalizers: [finalizer] }, spec: { size: 2 } }));
      },
    });
    expect((await world.client.get(Bucket, key)).metadata.finalizers).toEqual([finalizer]);
  });

  test("has nothing to do for an object that is gone, before or while the finalizer is added", async () => {
    const world = await bucket({});
    world.before("PATCH", () => world.plain.delete(Bucket, key));
    await world.run({});
    await world.run({});
    expect(world.calls).toEqual([]);
  });

  test("adds several at once, and cleans up and removes one after the other, in order", async () => {
    const { context, plain, calls, client } = await bucket({});
    const names = ["storage.example.com/objects", "storage.example.com/bucket"];
    const left = async () => (await plain.find(Bucket, key))?.metadata.finalizers;
    let isDone = false;
    const { reconcile } = withFinalizer({
      kind: Bucket,
      finalizers: names.map((name) => ({
        finalizer: name,
        async cleanup() {
          calls.push(`cleanup with ${await left()}`);
          return isDone ? undefined : Result.requeueAfter(10);
        },
      })),
      reconcile: async () => void calls.push(`reconcile with ${await left()}`),
    });
    await reconcile(context);
    await client.delete(Bucket, key);
    expect(await reconcile(context)).toEqual(Result.requeueAfter(10));
    isDone = true;
    await reconcile(context);
    const [, second] = names;
    expect(calls).toEqual([
      `reconcile with ${names}`,
      `cleanup with ${names}`,
      `cleanup with ${names}`,
      `cleanup with ${second}`,
    ]);
    expect(await left()).toBeUndefined();
  });

  test.each([["bucket"], ["storage.example.com/"], ["Storage!/x"], [""]])("refuses the finalizer %j", (name) => {
    const nothing = async () => {};
    expect(() => withFinalizer({ kind: Bucket, finalizer: name, cleanup: nothing, reconcile: nothing })).toThrow(
      expect.objectContaining({ code: "INVALID_SETUP" }),
    );
  });
});

describe("reconcileObject", () => {
  test("hands on the object, and has nothing to do when it is gone", async () => {
    const world = await bucket({});
    const sizes: number[] = [];
    const reconciler = reconcileObject(Bucket, async ({ spec }) => {
      sizes.push(spec.size);
      return Result.requeueAfter(10);
    });
    expect(await reconciler.reconcile(world.context)).toEqual(Result.requeueAfter(10));
    await world.client.delete(Bucket, key);
    expect(await reconciler.reconcile(world.context)).toBeUndefined();
    expect(sizes).toEqual([1]);
  });
});

interface Steps {
  cleanup?: ObjectReconcileFunction<Bucket>;
  reconcile?: ObjectReconcileFunction<Bucket>;
}

async function bucket(metadata: { finalizers?: string[] }) {
  const server = new MemoryServer({ kinds: [Bucket], clock: new ManualClock() });
  const plain = server.client();
  await plain.create(Bucket.of({ metadata: { ...key, ...metadata }, spec: { size: 1 } }));
  let once: { method: string; act: () => unknown } | undefined;
  const interceptor = async (request: ApiRequest, next: (request: ApiRequest) => Promise<ApiResponse>) => {
    if (request.method === once?.method) {
      const { act } = once;
      once = undefined;
      await act();
    }
    return await next(request);
  };
  const live = server.client({ interceptors: [interceptor] });
  const client: ReconcileClient = Object.assign(server.client({ interceptors: [interceptor] }), { live });
  const calls: string[] = [];
  const context: ReconcileContext = {
    key,
    client,
    log: silentLogger,
    signal: new AbortController().signal,
    events: { normal() {}, warning() {} },
    reconcileId: "1",
    retries: 0,
  };
  return {
    server,
    plain,
    client,
    calls,
    context,
    /** Lets something happen just before the next request of this method. */
    before(method: string, act: () => unknown) {
      once = { method, act };
    },
    run({ cleanup, reconcile }: Steps, inContext: ReconcileContext = context) {
      const reconciler = withFinalizer({
        kind: Bucket,
        finalizer,
        cleanup: async (object, inner) => {
          calls.push("cleanup");
          return await cleanup?.(object, inner);
        },
        reconcile: async (object, inner) => {
          calls.push("reconcile");
          return await reconcile?.(object, inner);
        },
      });
      return reconciler.reconcile(inContext);
    },
  };
}
