import {
  badRequestError,
  forbiddenError,
  isNotFound,
  type KubeObject,
  type MetadataObject,
  metadataOf,
  StatusError,
  unauthorizedError,
} from "@kubewright/api";
import { ClientError, type Interceptor, responseOf } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import type { InformerCacheOptions } from "../src/cache/cache-options.ts";
import { InformerCache } from "../src/cache/informer-cache.ts";
import { BareWidget, CacheRig, failure, Place, turn, Widget, widget } from "./cache-rig.ts";

const names = (list: { readonly items: readonly KubeObject[] }): string[] =>
  list.items.map(({ metadata }) => metadata.name);

describe("reads", () => {
  test("answer from memory", async () => {
    const rig = new CacheRig();
    await rig.outsider.create(widget("a/x", 1));
    await rig.outsider.create(widget("b/y", 2));
    await rig.start();
    rig.asked();
    const { cache } = rig;
    expect(await cache.get(Widget, "a/x")).toMatchObject({ metadata: { name: "x" }, spec: { size: 1 } });
    expect(await cache.find(Widget, { namespace: "b", name: "y" })).toMatchObject({ spec: { size: 2 } });
    expect(await cache.find(Widget, "a/y")).toBeUndefined();
    const list = await cache.list(Widget);
    expect(list).toMatchObject({
      apiVersion: "example.com/v1",
      kind: "WidgetList",
      metadata: { resourceVersion: "102" },
    });
    expect(names(list).sort()).toEqual(["x", "y"]);
    expect(names(await cache.list(Widget, { namespace: "b" }))).toEqual(["y"]);
    expect(names(await cache.list(Widget, { namespace: "c" }))).toEqual([]);
    expect(rig.asked()).toEqual([]);
  });

  test("throw what the server would when there is no such object", async () => {
    const rig = await CacheRig.started();
    for (const kind of [Widget, BareWidget]) {
      const mine = await failure(rig.cache.get(kind, "a/x"));
      const servers = await failure(rig.outsider.get(kind, "a/x"));
      expect(isNotFound(mine)).toBe(true);
      expect(mine.message).toBe(servers.message);
      expect((mine as StatusError).status).toEqual((servers as StatusError).status);
    }
  });

  test("give what the caller may change", async () => {
    const rig = await CacheRig.started({ informer: { freezeObjects: true } });
    await rig.outsider.create(widget("a/x", 1));
    await turn();
    const one = await rig.cache.get(Widget, "a/x");
    const [other] = (await rig.cache.list(Widget)).items;
    one.spec.size = 2;
    other!.spec.size = 3;
    expect((await rig.cache.get(Widget, "a/x")).spec.size).toBe(1);
  });

  test("give the cache's own objects to who promises not to change them, by kind", async () => {
    const rig = await CacheRig.started({ byKind: [{ kind: Widget, unsafeShareObjects: true }] });
    await rig.outsider.create(widget("a/x", 1));
    await rig.outsider.create(Place.of({ metadata: { name: "p" } }));
    await turn();
    expect(await rig.cache.get(Widget, "a/x")).toBe(await rig.cache.get(Widget, "a/x"));
    expect((await rig.cache.list(Widget)).items[0]).toBe(await rig.cache.get(Widget, "a/x"));
    expect(await rig.cache.get(Place, "p")).not.toBe(await rig.cache.get(Place, "p"));
  });

  test("take a key without namespace for the client's, or for a cluster-scoped object", async () => {
    const rig = await CacheRig.started();
    await rig.outsider.create(widget("default/x", 1));
    await rig.outsider.create(Place.of({ metadata: { name: "p" } }));
    await turn();
    expect(await rig.client.get(Widget, "x")).toMatchObject({ metadata: { namespace: "default" } });
    expect(await rig.client.get(BareWidget, "x")).toMatchObject({ metadata: { namespace: "default" } });
    expect(await rig.client.get(Place, "p")).toMatchObject({ metadata: { name: "p" } });
    expect(await failure(rig.client.get(Place, "a/p"))).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: 'Place is cluster-scoped: leave out the namespace "a"',
    });
    expect(await failure(rig.client.list(Place, { namespace: "a" }))).toMatchObject({ code: "INVALID_ARGUMENT" });
    expect(await failure(rig.client.get(Widget, { name: "" }))).toMatchObject({ code: "INVALID_ARGUMENT" });
    expect(await failure(rig.client.get(Widget, "a/b/c"))).toMatchObject({ code: "INVALID_KEY" });
  });

  test.each([
    { name: "get", read: (rig: CacheRig) => rig.client.get(Widget, "a/x", { resourceVersion: "7" }) },
    { name: "list", read: (rig: CacheRig) => rig.client.list(Widget, { resourceVersion: "7" }) },
    {
      name: "exact list",
      read: (rig: CacheRig) => rig.client.list(Widget, { resourceVersion: "0", resourceVersionMatch: "Exact" }),
    },
  ])("refuse a version in $name, save any", async ({ read }) => {
    const rig = await CacheRig.started();
    await rig.outsider.create(widget("a/x"));
    await turn();
    expect(await failure(read(rig))).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining("read with client.live"),
    });
    await rig.client.get(Widget, "a/x", { resourceVersion: "0" });
    await rig.client.list(Widget, { resourceVersion: "0" });
  });

  test("select by labels, names, and fields that have an index", async () => {
    const rig = await CacheRig.started();
    const size = ({ spec }: Widget): string[] => [String(spec.size), ...(spec.size! > 1 ? ["big"] : [])];
    rig.cache.index(Widget, "spec.size", size);
    for (const [key, n] of Object.entries({ "a/x": 1, "a/y": 2, "b/x": 3, "b/z": 2 })) {
      await rig.outsider.create(widget(key, n, { labels: { app: key[2]! } }));
    }
    await turn();
    const found = async (options: object): Promise<string[]> =>
      (await rig.client.list(Widget, options)).items
        .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
        .sort();
    expect(await found({ labelSelector: "app in (x, z)" })).toEqual(["a/x", "b/x", "b/z"]);
    expect(await found({ labelSelector: { matchLabels: { app: "x" } }, namespace: "b" })).toEqual(["b/x"]);
    expect(await found({ fieldSelector: "metadata.name=x" })).toEqual(["a/x", "b/x"]);
    expect(await found({ fieldSelector: "metadata.name=x,metadata.namespace=b" })).toEqual(["b/x"]);
    expect(await found({ fieldSelector: "metadata.name=x", namespace: "a" })).toEqual(["a/x"]);
    expect(await found({ fieldSelector: "metadata.name!=x" })).toEqual(["a/y", "b/z"]);
    expect(await found({ fieldSelector: { "spec.size": "2" } })).toEqual(["a/y", "b/z"]);
    expect(await found({ fieldSelector: { "spec.size": "big" }, namespace: "b" })).toEqual(["b/x", "b/z"]);
    expect(await found({ fieldSelector: { "spec.size": "big" }, labelSelector: "app=z" })).toEqual(["b/z"]);
    expect(await found({ fieldSelector: "spec.size!=2,metadata.namespace=b" })).toEqual(["b/x"]);
    expect(await failure(rig.client.list(Widget, { fieldSelector: { "spec.color": "red" } }))).toMatchObject({
      code: "NOT_CACHED",
      message:
        "the cache cannot select Widget of example.com/v1 by spec.color, only by metadata.name, metadata.namespace, spec.size: " +
        'add cache.index(Widget, "spec.color", (object) => […]), or list with client.live',
    });
    expect(await failure(rig.client.list(Widget, { labelSelector: "a=(" }))).toMatchObject({
      code: "INVALID_SELECTOR",
    });
  });
});

describe("pages", () => {
  const five = async (): Promise<CacheRig> => {
    const rig = new CacheRig();
    for (const key of ["b/x", "a/y", "a-b/x", "a/x", "c/x"]) await rig.outsider.create(widget(key));
    await rig.start();
    return rig;
  };
  const keys = (items: readonly KubeObject[]): string[] =>
    items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);

  test("of a list go on after the last key, in the server's order", async () => {
    const rig = await five();
    const first = await rig.client.list(Widget, { limit: 2 });
    expect(keys(first.items)).toEqual(["a-b/x", "a/x"]);
    expect(first.metadata.remainingItemCount).toBe(3);
    await rig.outsider.delete(Widget, "a/x");
    await rig.outsider.delete(Widget, "a/y");
    await rig.outsider.create(widget("a/z"));
    await turn();
    const second = await rig.client.list(Widget, { limit: 2, continue: first.metadata.continue! });
    expect(keys(second.items)).toEqual(["a/z", "b/x"]);
    const third = await rig.client.list(Widget, { limit: 2, continue: second.metadata.continue! });
    expect(keys(third.items)).toEqual(["c/x"]);
    expect(third.metadata).not.toHaveProperty("continue");
    expect(keys((await rig.client.list(Widget, { continue: first.metadata.continue! })).items)).toHaveLength(3);
    expect(keys((await rig.client.list(Widget, { limit: 5 })).items)).toEqual(
      keys((await rig.outsider.list(Widget)).items),
    );
  });

  test("of listPages are of one moment", async () => {
    const rig = await five();
    const pages: string[][] = [];
    for await (const { items, metadata } of rig.client.listPages(Widget, { limit: 2 })) {
      pages.push(keys(items));
      expect(metadata.continue === undefined).toBe(pages.length === 3);
      await rig.outsider.deleteAllOf(Widget, { allNamespaces: true });
      await turn();
    }
    expect(pages).toEqual([["a-b/x", "a/x"], ["a/y", "b/x"], ["c/x"]]);
    const empty: number[] = [];
    for await (const { items } of rig.client.listPages(Widget)) empty.push(items.length);
    expect(empty).toEqual([0]);
  });

  test("are not made of what is no limit or token", async () => {
    const rig = await five();
    for (const limit of [-1, 1.5, Number.NaN]) {
      expect(await failure(rig.client.list(Widget, { limit }))).toMatchObject({ code: "INVALID_ARGUMENT" });
    }
    const token = (await rig.outsider.list(Widget, { limit: 1 })).metadata.continue!;
    expect(await failure(rig.client.list(Widget, { continue: token }))).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining("is not from a list of the cache"),
    });
    const pages = rig.client.listPages(Widget, { limit: 0 })[Symbol.asyncIterator]();
    expect(await failure(pages.next())).toMatchObject({ code: "INVALID_ARGUMENT" });
  });
});

describe("informers", () => {
  test("start with the first read of a kind, one for each", async () => {
    const rig = new CacheRig();
    rig.cache.start();
    await Promise.all([rig.client.list(Widget), rig.client.list(Widget), rig.client.find(Widget, "a/x")]);
    await rig.client.list(BareWidget);
    expect(rig.server.openWatches).toBe(1);
    expect(rig.cache.informer(Widget)).toBe(rig.cache.informer(BareWidget));
    await rig.client.list(Place);
    expect(rig.server.openWatches).toBe(2);
    expect(rig.cache.states.map(({ kind, isSynced, streams }) => [kind.kind, isSynced, streams[0]!.phase])).toEqual([
      ["Widget", true, "watching"],
      ["Place", true, "watching"],
    ]);
  });

  test("do not start with a read when they are not to", async () => {
    const rig = new CacheRig({ onMissing: "fail" });
    rig.cache.start();
    expect(await failure(rig.client.list(Widget))).toMatchObject({
      code: "NOT_CACHED",
      message:
        'Widget of example.com/v1 is not in the cache, and reads start no informers (onMissing is "fail"): ' +
        "watch it with a controller, call cache.informer(kind) at start, or read with client.live",
    });
    rig.cache.informer(Widget);
    await rig.client.list(Widget);
  });

  test("of metadata are shared with those of whole objects", async () => {
    const rig = new CacheRig();
    const meta = metadataOf(Widget);
    await rig.outsider.create(widget("a/x", 1, { labels: { app: "x" } }));
    rig.cache.index(meta, "app", ({ metadata }) => [metadata.labels?.app ?? ""]);
    rig.cache.start();
    const byApp = { fieldSelector: { app: "x" } };
    const expected = { apiVersion: "example.com/v1", kind: "Widget", metadata: expect.objectContaining({ name: "x" }) };
    expect((await rig.client.list(meta, byApp)).items).toEqual([expected]);
    const own = rig.cache.informer(meta);
    expect(own).not.toBe(rig.cache.informer(Widget));
    await rig.cache.whenSynced();
    expect(rig.cache.informer(meta)).toBe(rig.cache.informer(Widget));
    expect((await rig.client.list(meta, byApp)).items).toEqual([expected]);
    expect(await rig.client.get(meta, "a/x")).toEqual(expected);
    expect(await rig.client.get(Widget, "a/x")).toMatchObject({ spec: { size: 1 } });
  });

  test("are removed, and made anew by the next read", async () => {
    const rig = await CacheRig.started();
    rig.cache.index(Widget, "spec.size", ({ spec }) => [String(spec.size)]);
    await rig.outsider.create(widget("a/x", 1));
    const before = rig.cache.informer(Widget);
    await rig.cache.removeInformer(Widget);
    expect([rig.server.openWatches, rig.cache.states.length]).toEqual([0, 0]);
    expect(names(await rig.client.list(Widget, { fieldSelector: { "spec.size": "1" } }))).toEqual(["x"]);
    expect(rig.cache.informer(Widget)).not.toBe(before);
    await rig.cache.removeInformer(Place);
  });

  test("have indexes of any name once", () => {
    const rig = new CacheRig();
    const index = (): string[] => [];
    rig.cache.index(Widget, "a", index);
    rig.cache.index(Place, "a", index);
    for (const kind of [Widget, metadataOf(Widget)]) {
      expect(() => rig.cache.index<MetadataObject>(kind as never, "a", index)).toThrow(
        'Widget of example.com/v1 has an index "a" already',
      );
    }
  });

  test("answer only when the cache is started, and until it is stopped", async () => {
    const rig = new CacheRig();
    expect(await failure(rig.client.list(Widget))).toMatchObject({
      code: "NOT_CACHED",
      message: expect.stringContaining("before it is started"),
    });
    rig.cache.start();
    rig.server.send = () => new Promise(() => {});
    const waiting = failure(rig.client.list(Widget));
    await turn();
    await rig.cache.stop();
    expect(await waiting).toMatchObject({ code: "STOPPED" });
    expect(await failure(rig.client.list(Widget))).toMatchObject({ code: "STOPPED" });
    expect(() => rig.cache.informer(Place)).toThrow("the cache was stopped");
    expect(() => rig.cache.start()).toThrow("the cache was stopped");
    expect(rig.clock.pending).toBe(0);
  });
});

describe("what is held", () => {
  test("is of the namespaces, with a watch each, save for cluster-scoped kinds", async () => {
    const rig = new CacheRig({ namespaces: ["a", "b"] });
    for (const key of ["a/x", "b/x", "c/x"]) await rig.outsider.create(widget(key));
    await rig.start();
    await rig.client.list(Place);
    expect(rig.server.openWatches).toBe(3);
    expect(await rig.sizes()).toEqual(["a/x=1", "b/x=1"]);
    for (const read of [() => rig.client.find(Widget, "c/x"), () => rig.client.list(Widget, { namespace: "c" })]) {
      expect(await failure(read())).toMatchObject({
        code: "NOT_CACHED",
        message:
          "the cache has Widget of example.com/v1 only of the namespaces a, b, not of c: " +
          "add it to the namespaces of the cache, or read with client.live",
      });
    }
    expect((await rig.client.live.get(Widget, "c/x")).metadata.namespace).toBe("c");
  });

  test("is asked of discovery where a kind does not say its scope", async () => {
    const rig = new CacheRig({ namespaces: ["a"] });
    const { scope: _, ...bare } = Place;
    rig.cache.start();
    await rig.outsider.create(Place.of({ metadata: { name: "p" } }));
    expect(names(await rig.client.list({ ...bare, of: Place.of, is: Place.is }))).toEqual(["p"]);
  });

  test("goes by kind before the default", async () => {
    const rig = new CacheRig({
      namespaces: ["a"],
      labelSelector: "in=yes",
      transform: (object) => ({ ...object, metadata: { ...object.metadata, annotations: { by: "default" } } }),
      byKind: [
        {
          kind: Widget,
          namespaces: "all",
          labelSelector: "",
          fieldSelector: { "metadata.name": "x" },
          transform: (object) => ({ ...object, metadata: { ...object.metadata, annotations: { by: "kind" } } }),
        },
      ],
    });
    for (const key of ["a/x", "b/x", "a/y"]) await rig.outsider.create(widget(key));
    await rig.outsider.create(Place.of({ metadata: { name: "p", labels: { in: "yes" } } }));
    await rig.outsider.create(Place.of({ metadata: { name: "q" } }));
    await rig.start();
    const widgets = await rig.client.list(Widget);
    expect(widgets.items.map(({ metadata }) => [metadata.namespace, metadata.name, metadata.annotations?.by])).toEqual([
      ["a", "x", "kind"],
      ["b", "x", "kind"],
    ]);
    const places = await rig.client.list(Place);
    expect(places.items.map(({ metadata }) => [metadata.name, metadata.annotations?.by])).toEqual([["p", "default"]]);
  });

  test("is read in one namespace while another cannot be listed", async () => {
    const rig = new CacheRig({ namespaces: ["a", "b"] });
    const { server } = rig;
    const send = server.send.bind(server);
    const forbidden = forbiddenError({ group: "example.com", resource: "widgets" }, "", "no");
    server.send = async (request) => {
      if (!request.path.includes("/namespaces/b/")) return await send(request);
      const headers = { "content-type": "application/json" };
      return responseOf({ status: 403, headers, body: JSON.stringify(forbidden.status) });
    };
    await rig.start();
    expect(await rig.sizes({ namespace: "a" })).toEqual([]);
    const { message } = forbidden;
    expect(await failure(rig.client.list(Widget))).toMatchObject({ code: 403, message });
    expect(await failure(rig.client.find(Widget, "b/x"))).toMatchObject({ code: 403, message });
    expect(await rig.client.find(Widget, "a/x")).toBeUndefined();
  });
});

describe("the wait for a kind", () => {
  const never: Interceptor = () => new Promise(() => {});

  function unanswered(): { cache: InformerCache; rig: CacheRig } {
    const rig = new CacheRig();
    const cache = new InformerCache({ client: rig.server.client({ interceptors: [never] }), clock: rig.clock });
    cache.start();
    return { cache, rig };
  }

  test("is over after timeoutMs, by default half a minute", async () => {
    const { cache, rig } = unanswered();
    const [short, usual] = [failure(cache.list(Widget, { timeoutMs: 10 })), failure(cache.get(Widget, "a/x"))];
    await turn();
    rig.clock.advance(10);
    expect((await short).message).toBe(
      "Widget of example.com/v1 was not in the cache after 10 ms: the server has not answered yet",
    );
    rig.clock.advance(29_990);
    expect(await usual).toMatchObject({ code: "CACHE_SYNC_TIMEOUT" });
    await cache.stop();
    expect(rig.clock.pending).toBe(0);
  });

  test("ends with the signal", async () => {
    const { cache, rig } = unanswered();
    const abort = new AbortController();
    const waiting = failure(cache.list(Widget, { signal: abort.signal, timeoutMs: Number.POSITIVE_INFINITY }));
    await turn();
    abort.abort(new Error("enough"));
    expect((await waiting).message).toBe("enough");
    expect((await failure(cache.get(Widget, "a/x", { signal: abort.signal }))).message).toBe("enough");
    await cache.stop();
    expect(rig.clock.pending).toBe(0);
  });

  test("goes on while the server cannot be reached, and says so when it takes too long", async () => {
    const rig = new CacheRig();
    const { server } = rig;
    const send = server.send.bind(server);
    server.send = async () => Promise.reject(new ClientError("CONNECTION_FAILED", "nobody listens"));
    rig.cache.start();
    const late = failure(rig.client.list(Widget, { timeoutMs: 3_000 }));
    const reading = rig.client.list(Widget, { timeoutMs: 60_000 });
    await rig.pass(3_000);
    expect(await late).toMatchObject({
      code: "CACHE_SYNC_TIMEOUT",
      cause: expect.any(ClientError),
      message:
        "Widget of example.com/v1 was not in the cache after 3000 ms: it could not be listed and watched: nobody listens",
    });
    server.send = send;
    await rig.pass(30_000);
    expect((await reading).items).toEqual([]);
  });

  test("does not begin for a kind that is not served, until it is", async () => {
    const rig = new CacheRig();
    rig.server.unserve(Widget);
    rig.cache.start();
    const missing = {
      name: "ClientError",
      code: "UNKNOWN_KIND",
      message: expect.stringContaining("is its CustomResourceDefinition installed?"),
    };
    // Not taken for an object that is missing.
    for (const kind of [Widget, BareWidget, metadataOf(Widget)]) {
      expect(await failure(rig.client.find(kind, "a/x"))).toMatchObject(missing);
    }
    expect(await failure(rig.client.list(Widget))).toMatchObject(missing);
    rig.server.serve(Widget);
    await rig.pass(20_000);
    expect((await rig.client.list(Widget)).items).toEqual([]);
    expect(await failure(rig.client.get(BareWidget, "x"))).toBeInstanceOf(StatusError);
  });

  test.each([
    { error: forbiddenError({ group: "example.com", resource: "widgets" }, "", "no") },
    { error: unauthorizedError("who are you?") },
    { error: badRequestError("field label not supported: spec.color") },
  ])("does not begin when the server answers $error.code, until it does not", async ({ error }) => {
    const rig = new CacheRig({ hasWatchList: false });
    const { server } = rig;
    const send = server.send.bind(server);
    const headers = { "content-type": "application/json" };
    server.send = async () => responseOf({ status: error.code!, headers, body: JSON.stringify(error.status) });
    rig.cache.start();
    expect(await failure(rig.client.find(Widget, "a/x"))).toMatchObject({ status: error.status });
    expect(await failure(rig.client.list(Widget))).toMatchObject({ status: error.status });
    server.send = send;
    await rig.pass(10_000);
    expect(await rig.client.find(Widget, "a/x")).toBeUndefined();
  });

  test("ends when the client is closed", async () => {
    const rig = new CacheRig();
    await rig.server.close();
    rig.cache.start();
    expect(await failure(rig.client.list(Widget))).toMatchObject({ code: "CLOSED" });
    expect(rig.clock.pending).toBe(0);
  });
});

describe("options", () => {
  test.each<{ options: Partial<InformerCacheOptions>; message: string }>([
    { options: { namespaces: [] }, message: "cache.namespaces is an empty list: leave it out for all namespaces" },
    {
      options: { namespaces: ["a", ""] },
      message: "cache.namespaces has an empty name: leave out the option for all namespaces",
    },
    {
      options: { namespaces: "default" as never },
      message: 'cache.namespaces is "default", but must be a list of names, or "all"',
    },
    { options: { labelSelector: "a in (" }, message: "cache.labelSelector is no selector: " },
    { options: { fieldSelector: "spec.size" }, message: "cache.fieldSelector is no selector: " },
    {
      options: { byKind: [{ kind: Place }, { kind: Widget, labelSelector: "a=(" }] },
      message: "cache.byKind[1].labelSelector is no selector: ",
    },
    { options: { byKind: [{ kind: undefined as never }] }, message: "cache.byKind[0].kind is no kind: " },
    {
      options: { byKind: [{ kind: Widget }, { kind: metadataOf(Widget) }, { kind: BareWidget }] },
      message:
        "cache.byKind[2] is for Widget of example.com/v1, as cache.byKind[0] is: put all options into one of them",
    },
  ])("are refused when they cannot work: $message", ({ options, message }) => {
    expect(() => new CacheRig(options)).toThrow(
      expect.objectContaining({ code: "INVALID_SETUP", message: expect.stringContaining(message) }),
    );
  });
});

describe("states", () => {
  test("leave out a kind that is not served, unless someone watches it or it was there", async () => {
    const rig = await CacheRig.started();
    const kinds = (): string[] => rig.cache.states.map(({ kind }) => kind.kind);
    rig.server.unserve(Place);
    await failure(rig.client.list(Place));
    expect(kinds()).toEqual(["Widget"]);
    rig.cache.informer(Place);
    expect(kinds()).toEqual(["Widget", "Place"]);
    rig.server.unserve(Widget);
    await rig.pass(1_000);
    expect(kinds()).toEqual(["Widget", "Place"]);
  });
});
