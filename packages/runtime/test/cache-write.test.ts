import { type KubeObject, metadataOf } from "@kubewright/api";
import { ClientError, type Interceptor, responseOf } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { AnswerGate, CacheRig, Place, turn, Widget, widget } from "./cache-rig.ts";

const finalizer = "example.com/keep";

describe("after a write, before the informer tells of it", () => {
  test.each<{ name: string; write: (rig: CacheRig) => Promise<unknown>; shown: number | undefined }>([
    { name: "create", write: ({ client }) => client.create(widget("a/new", 3)), shown: undefined },
    {
      name: "update",
      write: async ({ client }) => client.update({ ...(await client.get(Widget, "a/x")), spec: { size: 4 } }),
      shown: 4,
    },
    {
      name: "merge patch",
      write: ({ client }) => client.patch(Widget, "a/x", { merge: { spec: { size: 5 } } }),
      shown: 5,
    },
    {
      name: "JSON patch",
      write: ({ client }) => client.patch(Widget, "a/x", { json: [{ op: "add", path: "/spec/size", value: 6 }] }),
      shown: 6,
    },
    { name: "apply", write: ({ client }) => client.apply(widget("a/x", 7)), shown: 7 },
    { name: "live update", write: ({ client }) => client.live.apply(widget("a/x", 8)), shown: 8 },
    { name: "delete by key", write: ({ client }) => client.delete(Widget, "a/x"), shown: undefined },
    { name: "delete by object", write: ({ client }) => client.delete(widget("a/x")), shown: undefined },
    { name: "live delete", write: ({ client }) => client.live.delete(Widget, "a/x"), shown: undefined },
    { name: "deleteAllOf", write: ({ client }) => client.deleteAllOf(Widget, { namespace: "a" }), shown: undefined },
    {
      name: "deleteAllOf everywhere",
      write: ({ client }) => client.deleteAllOf(Widget, { allNamespaces: true }),
      shown: undefined,
    },
  ])(
    "reads show what $name did, also when the event has come, and nothing is left over",
    async ({ name, write, shown }) => {
      const rig = new CacheRig();
      if (name !== "create") await rig.outsider.create(widget("a/x", 1));
      await rig.start();
      rig.server.hold();
      await write(rig);
      const expected = name === "create" ? ["a/new=3"] : shown === undefined ? [] : [`a/x=${shown}`];
      const isAsExpected = async (): Promise<void> => {
        expect(await rig.size("a/x")).toBe(shown);
        expect(await rig.sizes()).toEqual(expected);
        expect(await rig.sizes({ namespace: "a" })).toEqual(expected);
        expect(await rig.sizes({ namespace: "b" })).toEqual([]);
      };
      await isAsExpected();
      await rig.release();
      await isAsExpected();
      expect(rig.overlaySize).toBe(0);
    },
  );

  test("reads show a status that was written", async () => {
    const rig = await CacheRig.started();
    await rig.outsider.create(widget("a/x"));
    await turn();
    rig.server.hold();
    const object = await rig.client.get(Widget, "a/x");
    await rig.client.status.update({ ...object, status: { phase: "A" } });
    expect((await rig.client.get(Widget, "a/x")).status).toEqual({ phase: "A" });
    await rig.client.status.patch(Widget, "a/x", { merge: { status: { phase: "B" } } });
    expect((await rig.client.get(Widget, "a/x")).status).toEqual({ phase: "B" });
    await rig.client.subresource("status").patch(Widget, "a/x", { merge: { status: { phase: "C" } } });
    expect((await rig.client.get(Widget, "a/x")).status).toEqual({ phase: "C" });
    await rig.release();
    expect(rig.overlaySize).toBe(0);
  });

  test.each([
    { name: "takes over", options: undefined, query: "?force=true" },
    { name: "leaves", options: { force: false }, query: "" },
  ])("apply $name the fields of others in a subresource with $options", async ({ options, query }) => {
    const rig = await CacheRig.started();
    await rig.outsider.create(widget("a/x"));
    rig.asked();
    await rig.client.subresource("status").apply(Widget, "a/x", { ...widget("a/x"), status: { phase: "D" } }, options);
    expect(rig.asked()).toEqual([`PATCH namespaces/a/widgets/x/status${query}`]);
  });

  test("what a write gave may be changed without harm", async () => {
    const rig = await CacheRig.started();
    rig.server.hold();
    const created = await rig.client.create(widget("a/x", 3));
    created.spec.size = 99;
    const read = await rig.client.get(Widget, "a/x");
    read.spec.size = 98;
    expect(await rig.size("a/x")).toBe(3);
  });

  test("a cluster-scoped object is shown", async () => {
    const rig = await CacheRig.started({ namespaces: ["a"] });
    await rig.client.list(Place);
    rig.server.hold();
    await rig.client.create(Place.of({ metadata: { name: "p" } }));
    expect((await rig.client.list(Place)).items).toHaveLength(1);
    await rig.client.delete(Place, "p");
    expect((await rig.client.list(Place)).items).toEqual([]);
    await rig.release();
    expect(rig.overlaySize).toBe(0);
  });

  test("metadata is shown from whole answers", async () => {
    const rig = new CacheRig();
    rig.cache.start();
    await rig.client.list(metadataOf(Widget));
    rig.server.hold();
    await rig.client.create(widget("a/x", 3));
    const { items } = await rig.client.list(metadataOf(Widget));
    expect(items.map((item) => [item.metadata.name, "spec" in item])).toEqual([["x", false]]);
    await rig.release();
    expect(rig.overlaySize).toBe(0);
  });
});

describe("the order of answer and event", () => {
  test("an event that comes before the answer leaves nothing to remember", async () => {
    const gate = new AnswerGate();
    const rig = await CacheRig.started({ interceptors: [gate.interceptor] });
    gate.close();
    const writing = rig.client.create(widget("a/x", 3));
    await turn();
    expect(await rig.size("a/x")).toBe(3);
    gate.open();
    await writing;
    expect(rig.overlaySize).toBe(0);

    gate.close();
    const deleting = rig.client.delete(Widget, "a/x");
    const deletingAll = rig.client.deleteAllOf(Widget, { namespace: "a" });
    await turn();
    gate.open();
    await deleting;
    await deletingAll;
    expect(rig.overlaySize).toBe(0);
  });

  test("a newer state that was told before the answer is not hidden by it", async () => {
    const gate = new AnswerGate();
    const rig = await CacheRig.started({ interceptors: [gate.interceptor] });
    gate.close();
    const writing = rig.client.create(widget("a/x", 3));
    await turn();
    await rig.outsider.apply(widget("a/x", 4));
    await turn();
    gate.open();
    await writing;
    expect(await rig.size("a/x")).toBe(4);
  });

  test("answers that come in another order than the writes were done leave the last one", async () => {
    const gates = [new AnswerGate(), new AnswerGate()];
    let count = 0;
    const each: Interceptor = (request, next) =>
      request.method === "PATCH" ? gates[count++]!.interceptor(request, next) : next(request);
    const rig = await CacheRig.started({ interceptors: [each] });
    await rig.outsider.create(widget("a/x", 1));
    await turn();
    rig.server.hold();
    for (const gate of gates) gate.close();
    const first = rig.client.patch(Widget, "a/x", { merge: { spec: { size: 2 } } });
    await turn();
    const second = rig.client.patch(Widget, "a/x", { merge: { spec: { size: 3 } } });
    await turn();
    gates[1]!.open();
    await second;
    gates[0]!.open();
    await first;
    expect(await rig.size("a/x")).toBe(3);
  });

  test("an update that is answered after the deletion does not bring the object back", async () => {
    const gate = new AnswerGate();
    const rig = await CacheRig.started({
      interceptors: [(request, next) => (request.method === "PATCH" ? gate.interceptor(request, next) : next(request))],
    });
    rig.server.hold();
    await rig.client.create(widget("a/x", 1));
    gate.close();
    const updating = rig.client.patch(Widget, "a/x", { merge: { spec: { size: 2 } } });
    await turn();
    await rig.client.delete(Widget, "a/x");
    gate.open();
    await updating;
    expect(await rig.size("a/x")).toBeUndefined();
    await rig.release();
    expect(rig.overlaySize).toBe(0);
  });
});

describe("the informer's own troubles", () => {
  const lost = (): ClientError => new ClientError("CONNECTION_LOST", "reset");

  test.each<{ name: string; hasWatchList: boolean; isCompacted: boolean }>([
    { name: "a dropped watch", hasWatchList: true, isCompacted: false },
    { name: "a 410 and WatchList", hasWatchList: true, isCompacted: true },
    { name: "a 410 and a list", hasWatchList: false, isCompacted: true },
  ])("do not show older state: $name in the middle of writes", async ({ hasWatchList, isCompacted }) => {
    const gate = new AnswerGate();
    const rig = await CacheRig.started({ hasWatchList, interceptors: [gate.interceptor] });
    for (const name of ["changed", "deleted", "kept"]) {
      await rig.outsider.create(widget(`a/${name}`, 1, { finalizers: name === "kept" ? [finalizer] : [] }));
    }
    await turn();
    rig.server.hold();
    gate.close();
    const writes = [
      rig.client.patch(Widget, "a/changed", { merge: { spec: { size: 2 } } }),
      rig.client.delete(Widget, "a/deleted"),
      rig.client.delete(Widget, "a/kept"),
      rig.client.create(widget("a/created", 2)),
    ];
    await turn();
    rig.server.endWatches(lost());
    if (isCompacted) rig.server.compact();
    gate.open();
    await Promise.all(writes);
    const isAsWritten = async (): Promise<void> => {
      expect(await rig.sizes()).toEqual(["a/changed=2", "a/created=2", "a/kept=1"]);
      expect(await rig.size("a/deleted")).toBeUndefined();
      expect((await rig.client.get(Widget, "a/kept")).metadata.deletionTimestamp).toBeDefined();
    };
    await isAsWritten();
    for (let step = 0; step < 6; step++) {
      await rig.pass(500);
      await isAsWritten();
    }
    await rig.release();
    await isAsWritten();
    rig.server.bookmark();
    await turn();
    rig.server.bookmark();
    await turn();
    expect(rig.overlaySize).toBe(0);
  });

  test("a first list that began before the write does not take it back", async () => {
    const gate = new AnswerGate();
    const rig = new CacheRig({ hasWatchList: false, pageSize: 1 });
    for (const name of ["x", "y", "z"]) await rig.outsider.create(widget(`a/${name}`, 1));
    const { server } = rig;
    const send = server.send.bind(server);
    // The second page of the list waits.
    server.send = async (request) => {
      if (request.path.includes("continue="))
        await gate.interceptor({ ...request, method: "POST" }, async () =>
          responseOf({ status: 200, headers: {}, body: "" }),
        );
      return await send(request);
    };
    gate.close();
    await rig.start();
    await rig.client.patch(Widget, "a/y", { merge: { spec: { size: 2 } } });
    await rig.client.delete(Widget, "a/z");
    server.hold();
    const reading = rig.sizes();
    gate.open();
    await turn();
    expect(await reading).toEqual(["a/x=1", "a/y=2"]);
    await rig.release();
    expect(await rig.sizes()).toEqual(["a/x=1", "a/y=2"]);
    expect(rig.overlaySize).toBe(0);
  });

  test("a kind that is served no longer takes with it what was written", async () => {
    const rig = await CacheRig.started();
    rig.server.hold();
    await rig.client.create(widget("a/x"));
    rig.server.unserve(Widget);
    await rig.pass(2_000);
    expect(await rig.sizes()).toEqual([]);
    rig.server.serve(Widget);
    await rig.pass(10_000);
    expect(rig.overlaySize).toBe(0);
  });
});

describe("what the cache holds", () => {
  test("objects that a write moves out of the selectors go, and those that it moves in come", async () => {
    const rig = await CacheRig.started({ labelSelector: "in=yes" });
    await rig.outsider.create(widget("a/in", 1, { labels: { in: "yes" } }));
    await rig.outsider.create(widget("a/out", 1, { labels: { in: "no" } }));
    await turn();
    rig.server.hold();
    expect(await rig.sizes()).toEqual(["a/in=1"]);
    await rig.client.patch(Widget, "a/in", { merge: { metadata: { labels: { in: "no" } } } });
    await rig.client.patch(Widget, "a/out", { merge: { metadata: { labels: { in: "yes" } } } });
    expect(await rig.sizes()).toEqual(["a/out=1"]);
    expect(await rig.size("a/in")).toBeUndefined();
    expect(await rig.size("a/out")).toBe(1);
    await rig.release();
    expect(await rig.sizes()).toEqual(["a/out=1"]);
    expect(rig.overlaySize).toBe(0);
  });

  test("a write that moves an object in again is shown although it is told to be gone before", async () => {
    const rig = await CacheRig.started({ labelSelector: "in=yes" });
    await rig.outsider.create(widget("a/x", 1, { labels: { in: "yes" } }));
    await turn();
    await rig.outsider.patch(Widget, "a/x", { merge: { metadata: { labels: { in: "no" } } } });
    // Until it is told, a write that moves it in would change nothing, and be left out.
    await turn();
    rig.server.hold();
    await rig.client.patch(Widget, "a/x", { merge: { metadata: { labels: { in: "yes" } } } });
    await turn();
    expect(await rig.sizes()).toEqual(["a/x=1"]);
    await rig.release();
    expect(rig.overlaySize).toBe(0);
  });

  test("lists select by labels, fields and indexes of what was written", async () => {
    const rig = await CacheRig.started();
    rig.cache.index(Widget, "spec.size", ({ spec }) => [String(spec.size)]);
    await rig.outsider.create(widget("a/x", 1, { labels: { color: "red" } }));
    await turn();
    rig.server.hold();
    await rig.client.patch(Widget, "a/x", { merge: { spec: { size: 2 }, metadata: { labels: { color: "blue" } } } });
    await rig.client.create(widget("a/y", 1, { labels: { color: "red" } }));
    const names = async (options: object): Promise<string[]> =>
      (await rig.client.list(Widget, options)).items.map(({ metadata }) => metadata.name);
    expect(await names({ labelSelector: "color=red" })).toEqual(["y"]);
    expect(await names({ labelSelector: "color=blue" })).toEqual(["x"]);
    expect(await names({ fieldSelector: { "spec.size": "1" } })).toEqual(["y"]);
    expect(await names({ fieldSelector: { "spec.size": "2" } })).toEqual(["x"]);
    expect(await names({ fieldSelector: "spec.size!=2" })).toEqual(["y"]);
    expect(await names({ fieldSelector: { "metadata.name": "y" }, namespace: "a" })).toEqual(["y"]);
  });

  test("transforms change what was written as they change what is told", async () => {
    const transform = (object: KubeObject): KubeObject => ({
      ...object,
      metadata: { ...object.metadata, annotations: { seen: "yes" } },
    });
    const rig = await CacheRig.started({ transform, stripManagedFields: true });
    rig.server.hold();
    await rig.client.create(widget("a/x", 1, { annotations: { seen: "no" }, managedFields: [{ manager: "me" }] }));
    const { metadata } = await rig.client.get(Widget, "a/x");
    expect([metadata.annotations, metadata.managedFields]).toEqual([{ seen: "yes" }, undefined]);
  });

  test("nothing is kept of kinds without informer, of other namespaces, and of dry runs", async () => {
    const dry: Interceptor = async (request, next) => {
      if (!request.path.includes("dryRun=All") && !request.body?.includes('"dryRun"')) return await next(request);
      const answer = widget("b/x", 9, { uid: "u", resourceVersion: "999" });
      const body = request.method === "DELETE" ? { kind: "Status", apiVersion: "v1", details: { uid } } : answer;
      return responseOf({ status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    };
    let uid = "";
    const rig = await CacheRig.started({ namespaces: ["b"], interceptors: [dry] });
    uid = (await rig.outsider.create(widget("b/x", 1))).metadata.uid!;
    await turn();
    rig.server.hold();
    await rig.client.create(Place.of({ metadata: { name: "p" } }));
    await rig.client.create(widget("a/x"));
    await rig.client.delete(Widget, "a/x");
    await rig.client.patch(Widget, "b/x", { merge: { spec: { size: 9 } } }, { dryRun: true });
    await rig.client.apply(widget("b/x", 9), { dryRun: true });
    await rig.client.delete(Widget, "b/x", { dryRun: true });
    await rig.client.deleteAllOf(Widget, { namespace: "b", dryRun: true });
    expect(rig.overlaySize).toBe(0);
    expect(await rig.sizes()).toEqual(["b/x=1"]);
  });
});

test("kinds that are read live ask the server each time, and their writes are known to informers that there are", async () => {
  const rig = await CacheRig.started({ liveKinds: [Widget] });
  await rig.client.create(widget("a/x", 1));
  rig.asked();
  expect(await rig.size("a/x")).toBe(1);
  expect(await rig.sizes()).toEqual(["a/x=1"]);
  expect(rig.asked()).toEqual(["GET namespaces/a/widgets/x", "GET widgets"]);
  expect(await rig.cache.get(Widget, "a/x")).toMatchObject({ spec: { size: 1 } });
});

test("live reads ask the server, cached ones do not", async () => {
  const rig = await CacheRig.started();
  await rig.outsider.create(widget("a/x", 1));
  await turn();
  rig.asked();
  await rig.client.get(Widget, "a/x");
  await rig.client.list(Widget);
  expect(rig.asked()).toEqual([]);
  await rig.client.live.get(Widget, "a/x");
  await rig.client.live.list(Widget);
  expect(rig.asked()).toEqual(["GET namespaces/a/widgets/x", "GET widgets"]);
});
