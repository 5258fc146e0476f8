import type { KubeObject } from "@kubewright/api";
import { ClientError, responseOf } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { AnswerGate, CacheRig, failure, turn, Widget, widget } from "./cache-rig.ts";

const finalizer = "example.com/keep";

describe("deletion", () => {
  test("of an object that a finalizer keeps shows it being deleted", async () => {
    const rig = await CacheRig.started();
    rig.server.hold();
    await rig.client.create(widget("a/x", 1, { finalizers: [finalizer] }));
    await rig.client.delete(Widget, "a/x");
    expect((await rig.client.get(Widget, "a/x")).metadata.deletionTimestamp).toBeDefined();
    await rig.client.patch(Widget, "a/x", { merge: { metadata: { finalizers: null } } });
    expect(await rig.client.find(Widget, "a/x")).toBeUndefined();
    expect(await rig.sizes()).toEqual([]);
    await rig.release();
    expect(rig.overlaySize).toBe(0);
  });

  test("by the removal of a finalizer leaves nothing to remember when its event comes before the answer", async () => {
    const gate = new AnswerGate();
    const rig = await CacheRig.started({ interceptors: [gate.interceptor] });
    await rig.client.create(widget("a/x", 1, { finalizers: [finalizer] }));
    await rig.client.delete(Widget, "a/x");
    await turn();
    gate.close();
    const removing = rig.client.patch(Widget, "a/x", { merge: { metadata: { finalizers: null } } });
    await turn();
    gate.open();
    await removing;
    expect(await rig.size("a/x")).toBeUndefined();
    expect(rig.overlaySize).toBe(0);
  });

  test("is followed by what this process creates under the same name", async () => {
    const rig = await CacheRig.started();
    await rig.outsider.create(widget("a/x", 1));
    await turn();
    rig.server.hold();
    for (const size of [2, 3]) {
      await rig.client.delete(Widget, "a/x");
      await rig.client.create(widget("a/x", size));
      expect(await rig.size("a/x")).toBe(size);
      expect(await rig.sizes()).toEqual([`a/x=${size}`]);
    }
    await rig.release();
    expect(await rig.sizes()).toEqual(["a/x=3"]);
    expect(rig.overlaySize).toBe(0);
  });

  test("does not hide what someone else creates under the same name", async () => {
    const rig = await CacheRig.started();
    await rig.outsider.create(widget("a/x", 1));
    await turn();
    rig.server.hold();
    await rig.client.delete(Widget, "a/x");
    await rig.outsider.create(widget("a/x", 2));
    expect(await rig.size("a/x")).toBeUndefined();
    await rig.release();
    expect(await rig.size("a/x")).toBe(2);
    expect(rig.overlaySize).toBe(0);
  });

  test("does not bring back what was there under the same name before", async () => {
    const rig = await CacheRig.started();
    await rig.outsider.create(widget("a/x", 1));
    await turn();
    rig.server.hold();
    await rig.outsider.delete(Widget, "a/x");
    await rig.client.create(widget("a/x", 2));
    await rig.client.delete(Widget, "a/x");
    expect(await rig.size("a/x")).toBeUndefined();
    expect(await rig.sizes()).toEqual([]);
    await rig.release();
    expect(rig.overlaySize).toBe(0);
  });

  test("of an object that the cache never saw asks the server about what is there under its name", async () => {
    const rig = await CacheRig.started();
    await rig.outsider.create(widget("a/x", 1));
    await turn();
    rig.server.hold();
    await rig.outsider.delete(Widget, "a/x");
    await rig.outsider.create(widget("a/x", 2));
    // The answer names a uid of which no version is known: what the cache has may be older or newer.
    await rig.client.delete(Widget, "a/x");
    rig.asked();
    expect(await rig.size("a/x")).toBeUndefined();
    expect(rig.asked()).toEqual(["GET namespaces/a/widgets?fieldSelector=metadata.name=x"]);
    expect(await rig.sizes()).toEqual([]);
    expect(rig.asked()).toEqual([]);
    await rig.release();
    expect(await rig.sizes()).toEqual([]);
    rig.server.bookmark();
    await turn();
    expect(rig.overlaySize).toBe(0);
  });

  test("of an object that the cache never saw does not hide a newer one", async () => {
    const rig = await CacheRig.started({ labelSelector: "in=yes" });
    await rig.outsider.create(widget("a/x", 1, { labels: { in: "no" } }));
    await rig.client.delete(Widget, "a/x");
    await rig.outsider.create(widget("a/x", 2, { labels: { in: "yes" } }));
    await turn();
    expect(await rig.sizes()).toEqual(["a/x=2"]);
    expect(await rig.size("a/x")).toBe(2);
  });

  test("of objects outside of the cache is forgotten after two bookmarks", async () => {
    const rig = await CacheRig.started({ labelSelector: "in=yes" });
    for (const name of ["x", "y", "z"]) {
      await rig.outsider.create(widget(`a/${name}`));
      await rig.client.delete(Widget, `a/${name}`);
    }
    rig.asked();
    expect(rig.overlaySize).toBe(3);
    rig.server.bookmark();
    await turn();
    expect(rig.asked()).toEqual(["GET widgets?limit=1"]);
    rig.server.bookmark();
    await turn();
    expect(rig.overlaySize).toBe(0);
    rig.server.bookmark();
    await turn();
    expect(rig.asked()).toEqual([]);
  });

  test("of objects outside of the cache is forgotten later when the server cannot be asked", async () => {
    let isBroken = true;
    const rig = await CacheRig.started({ labelSelector: "in=yes" });
    const { server } = rig;
    const send = server.send.bind(server);
    server.send = (request) => {
      if (isBroken && request.path.endsWith("limit=1")) throw new ClientError("CONNECTION_FAILED", "refused");
      return send(request);
    };
    await rig.outsider.create(widget("a/x"));
    await rig.client.delete(Widget, "a/x");
    for (isBroken of [true, false, false]) {
      server.bookmark();
      await turn();
      expect(rig.overlaySize).toBe(isBroken ? 1 : rig.overlaySize);
    }
    expect(rig.overlaySize).toBe(0);
  });

  const gone = (uid: string | undefined): KubeObject => ({
    ...widget("a/x", 1, { uid: uid! }),
    metadata: { namespace: "a", name: "x", ...(uid !== undefined && { uid }), resourceVersion: "102" },
  });

  test.each<{ name: string; answer: (uid: string) => object }>([
    { name: "the object as it was", answer: (uid) => gone(uid) },
    {
      name: "the object with no time left",
      answer: (uid) => ({
        ...gone(uid),
        metadata: {
          ...gone(uid).metadata,
          deletionTimestamp: "2026-01-01T00:00:00Z",
          deletionGracePeriodSeconds: 0,
        },
      }),
    },
    { name: "a Status without uid", answer: () => ({ kind: "Status", apiVersion: "v1", status: "Success" }) },
    { name: "nothing", answer: () => ({}) },
  ])("hides an object that is gone although the answer is $name", async ({ answer }) => {
    let uid = "";
    const rig = await CacheRig.started({
      interceptors: [
        async (request, next) => {
          const response = await next(request);
          if (request.method !== "DELETE") return response;
          const headers = { "content-type": "application/json" };
          return responseOf({ status: 200, headers, body: JSON.stringify(answer(uid)) });
        },
      ],
    });
    uid = (await rig.outsider.create(widget("a/x"))).metadata.uid!;
    await turn();
    rig.server.hold();
    await rig.client.delete(Widget, "a/x");
    expect(await rig.size("a/x")).toBeUndefined();
    expect(await rig.sizes()).toEqual([]);
    await rig.release();
    expect(rig.overlaySize).toBe(0);
  });

  test("that something keeps, of which the answer did not tell, is shown when it is told", async () => {
    const rig = await CacheRig.started({
      interceptors: [
        async (request, next) => {
          if (request.method !== "DELETE") return await next(request);
          const before = await rig.outsider.get(Widget, "a/x");
          await next(request);
          const headers = { "content-type": "application/json" };
          return responseOf({ status: 200, headers, body: JSON.stringify(before) });
        },
      ],
    });
    await rig.outsider.create(widget("a/x", 1, { finalizers: [finalizer] }));
    await turn();
    rig.server.hold();
    await rig.client.delete(Widget, "a/x");
    expect(await rig.client.find(Widget, "a/x")).toBeUndefined();
    await rig.release();
    expect((await rig.client.get(Widget, "a/x")).metadata.deletionTimestamp).toBeDefined();
    expect(rig.overlaySize).toBe(0);
  });
});

describe("deleteAllOf", () => {
  test("makes reads wait for objects that may be kept, and counts that", async () => {
    const waits: unknown[] = [];
    const rig = await CacheRig.started({ consistency: { waited: (...wait) => waits.push(wait) } });
    await rig.outsider.create(widget("a/kept", 1, { finalizers: [finalizer] }));
    await rig.outsider.create(widget("a/gone", 1));
    await rig.outsider.create(widget("b/other", 1));
    await turn();
    rig.server.hold();
    await rig.client.deleteAllOf(Widget, { namespace: "a" });
    expect(await rig.size("a/gone")).toBeUndefined();
    expect(await rig.sizes({ namespace: "b" })).toEqual(["b/other=1"]);
    expect(waits).toEqual([]);

    const reads = [
      rig.client.get(Widget, "a/kept"),
      rig.client.list(Widget),
      rig.client.list(Widget, { namespace: "a" }),
    ];
    await turn();
    rig.clock.advance(250);
    await rig.release();
    const [kept, all, some] = await Promise.all(reads);
    expect(kept).toMatchObject({ metadata: { deletionTimestamp: expect.any(String) } });
    expect(all).toMatchObject({ items: [{ metadata: { name: "kept" } }, { metadata: { name: "other" } }] });
    expect(some).toMatchObject({ items: [{ metadata: { name: "kept", deletionTimestamp: expect.any(String) } }] });
    expect(waits.sort()).toEqual([
      ["get", "success", 0.25],
      ["list", "success", 0.25],
      ["list", "success", 0.25],
    ]);
    expect(rig.overlaySize).toBe(0);
  });

  test("makes reads wait no longer than they may", async () => {
    const waits: unknown[] = [];
    const rig = await CacheRig.started({ consistency: { waited: (...wait) => waits.push(wait) } });
    await rig.outsider.create(widget("a/x", 1, { finalizers: [finalizer] }));
    await turn();
    rig.server.hold();
    await rig.client.deleteAllOf(Widget, { namespace: "a" });
    const abort = new AbortController();
    const late = failure(rig.client.get(Widget, "a/x", { timeoutMs: 2_000 }));
    const aborted = failure(rig.client.list(Widget, { signal: abort.signal }));
    await turn();
    abort.abort(new Error("enough"));
    expect((await aborted).message).toBe("enough");
    rig.clock.advance(2_000);
    expect(await late).toMatchObject({
      code: "CACHE_SYNC_TIMEOUT",
      message: expect.stringContaining("Widget of example.com/v1 did not show after 2000 ms what this process changed"),
    });
    expect(waits).toEqual([
      ["list", "error", 0],
      ["get", "timeout", 2],
    ]);
    expect(rig.clock.pending).toBe(1);
  });

  test("is settled by a later write whose answer says what the object is", async () => {
    const rig = await CacheRig.started();
    await rig.outsider.create(widget("a/x", 1, { finalizers: [finalizer] }));
    await turn();
    rig.server.hold();
    await rig.client.deleteAllOf(Widget, { namespace: "a" });
    const reading = rig.client.find(Widget, "a/x");
    await turn();
    await rig.client.patch(Widget, "a/x", { merge: { metadata: { finalizers: null } } });
    expect(await reading).toBeUndefined();
    await rig.release();
    expect(rig.overlaySize).toBe(0);
  });

  test("is settled by a later write that is answered with an object that is kept", async () => {
    const rig = await CacheRig.started();
    await rig.outsider.create(widget("a/x", 1, { finalizers: [finalizer] }));
    await turn();
    rig.server.hold();
    await rig.client.deleteAllOf(Widget, { namespace: "a" });
    await rig.client.patch(Widget, "a/x", { merge: { spec: { size: 2 } } });
    expect(await rig.client.get(Widget, "a/x")).toMatchObject({
      metadata: { deletionTimestamp: expect.any(String) },
      spec: { size: 2 },
    });
    await rig.release();
    expect(rig.overlaySize).toBe(0);
  });

  test("shows objects that were being deleted before as they are, without a wait", async () => {
    const rig = await CacheRig.started();
    await rig.outsider.create(widget("a/x", 1, { finalizers: [finalizer] }));
    await turn();
    rig.server.hold();
    await rig.outsider.delete(Widget, "a/x");
    await rig.client.deleteAllOf(Widget, { namespace: "a" });
    expect((await rig.client.get(Widget, "a/x")).metadata.deletionTimestamp).toBeDefined();
  });

  test("waits for nothing that the cache does not hold", async () => {
    const rig = await CacheRig.started({ namespaces: ["b"], labelSelector: "in=yes" });
    await rig.outsider.create(widget("a/x", 1, { finalizers: [finalizer], labels: { in: "yes" } }));
    await rig.outsider.create(widget("b/x", 1, { finalizers: [finalizer], labels: { in: "no" } }));
    await turn();
    rig.server.hold();
    await rig.client.deleteAllOf(Widget, { allNamespaces: true });
    expect(await rig.sizes()).toEqual([]);
    expect(await rig.size("b/x")).toBeUndefined();
  });
});
