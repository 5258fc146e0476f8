import { type KubeObject, metadataOf } from "@kubewright/api";
import { type ApplyOptions, type Patch, responseOf } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { CacheReader } from "../src/cache/cache-reader.ts";
import { kindCachesOf } from "../src/cache/informer-cache.ts";
import { appliedConfiguration } from "../src/cache/unchanged/applied-configurations.ts";
import { UnchangedWrites } from "../src/cache/unchanged/unchanged-writes.ts";
import { CacheRig, type CacheRigOptions, failure, Place, turn, Widget, widget } from "./cache-rig.ts";

/** With `a/x` of size 1, phase A, in the cache. */
async function withWidget(options: CacheRigOptions = {}): Promise<CacheRig> {
  const rig = new CacheRig(options);
  const created = await rig.outsider.create(widget("a/x", 1, { labels: { app: "x" } }));
  await rig.outsider.status.update({ ...created, status: { phase: "A" } });
  await rig.start();
  rig.asked();
  return rig;
}

interface Change {
  readonly name: string;
  readonly change: (object: Widget) => void;
  readonly isSent: boolean;
}

/** What makes any update a write, whichever part of the object it is about. */
const sentByMetadata: readonly Change[] = [
  {
    name: "a label changed",
    change: ({ metadata }) => {
      metadata.labels = {};
    },
    isSent: true,
  },
  {
    name: "it names no version",
    change: ({ metadata }) => {
      delete metadata.resourceVersion;
    },
    isSent: true,
  },
];

describe("update", () => {
  test.each<Change>([
    { name: "nothing changed", change: () => {}, isSent: false },
    {
      name: "a field changed",
      change: (object) => {
        object.spec.size = 2;
      },
      isSent: true,
    },
    ...sentByMetadata,
    {
      name: "it names another version",
      change: ({ metadata }) => {
        metadata.resourceVersion = "1";
      },
      isSent: true,
    },
    {
      name: "managed fields are given",
      change: ({ metadata }) => {
        metadata.managedFields = [];
      },
      isSent: true,
    },
    {
      name: "the status changed",
      change: (object) => {
        object.status = { phase: "B" };
      },
      isSent: true,
    },
  ])("is sent, or not, when $name", async ({ change, isSent }) => {
    const rig = await withWidget();
    const object = await rig.client.get(Widget, "a/x");
    change(object);
    const answer = await rig.client.update(object).catch(() => undefined);
    expect(rig.asked()).toHaveLength(isSent ? 1 : 0);
    if (!isSent) expect(answer).toEqual(await rig.outsider.get(Widget, "a/x"));
  });

  test("resolves to a copy", async () => {
    const rig = await withWidget();
    const answer = await rig.client.update(await rig.client.get(Widget, "a/x"));
    answer.spec.size = 99;
    expect(await rig.size("a/x")).toBe(1);
  });

  test("compares with what this process wrote last", async () => {
    const rig = await withWidget();
    rig.server.hold();
    const before = await rig.client.get(Widget, "a/x");
    const written = await rig.client.update({ ...before, spec: { size: 2 } });
    rig.asked();
    expect(await rig.client.update(written)).toEqual(written);
    expect(rig.asked()).toEqual([]);
    expect(await failure(rig.client.update(before))).toMatchObject({ code: 409 });
    expect(rig.asked()).toEqual(["PUT namespaces/a/widgets/x"]);
  });

  test.each<{ name: string; options: CacheRigOptions }>([
    { name: "all are to be sent", options: { sendUnchanged: true } },
    { name: "the cache changes what it keeps", options: { transform: (object) => object } },
    { name: "the cache shares its objects", options: { unsafeShareObjects: true } },
    { name: "the cache does not hold the namespace", options: { namespaces: ["b"] } },
    { name: "the cache does not select the object", options: { labelSelector: "app=y" } },
  ])("is sent when $name", async ({ options }) => {
    const rig = await withWidget(options);
    const object = await rig.outsider.get(Widget, "a/x");
    rig.asked();
    await rig.client.update(object);
    expect(rig.asked()).toEqual(["PUT namespaces/a/widgets/x"]);
  });

  test("is sent when there is no informer, only one of metadata, or none that is synced", async () => {
    const rig = new CacheRig();
    const object = await rig.outsider.create(widget("a/x"));
    rig.asked();
    await rig.client.update(object);
    rig.cache.start();
    await rig.client.list(metadataOf(Widget));
    await rig.client.update(object);
    rig.cache.informer(Widget);
    await rig.client.update(object);
    expect(rig.asked()).toEqual(Array(3).fill("PUT namespaces/a/widgets/x"));
  });

  test("does not miss managed fields that the cache has and the object has not", async () => {
    const rig = new CacheRig({ stripManagedFields: false });
    await rig.outsider.create(widget("a/x", 1, { managedFields: [{ manager: "me" }] }));
    await rig.start();
    const object = await rig.client.get(Widget, "a/x");
    expect(object.metadata.managedFields).toBeDefined();
    delete object.metadata.managedFields;
    rig.asked();
    await rig.client.update(object);
    expect(rig.asked()).toEqual([]);
  });

  test("of what was read from a cache that keeps no managed fields, as it is by default, is not sent", async () => {
    const rig = new CacheRig();
    await rig.outsider.create(widget("a/x", 1, { managedFields: [{ manager: "me" }] }));
    await rig.start();
    const object = await rig.client.get(Widget, "a/x");
    expect(object.metadata.managedFields).toBeUndefined();
    rig.asked();
    await rig.client.update(object);
    expect(rig.asked()).toEqual([]);
  });

  test("of what is no object fails as ever", async () => {
    const rig = await withWidget();
    for (const nothing of [undefined, null, {}, { apiVersion: "v1", kind: "X" }]) {
      expect(await failure(rig.client.update(nothing as never))).toMatchObject({ code: "INVALID_ARGUMENT" });
      expect(await failure(rig.client.apply(nothing as never))).toMatchObject({ code: "INVALID_ARGUMENT" });
      expect(await failure(rig.client.status.update(nothing as never))).toMatchObject({ code: "INVALID_ARGUMENT" });
    }
    expect(await failure(rig.client.patch(Widget, "a/b/c", { merge: {} }))).toMatchObject({ code: "INVALID_ARGUMENT" });
  });
});

describe("status.update", () => {
  test.each<Change>([
    { name: "nothing changed", change: () => {}, isSent: false },
    {
      name: "only the desired state changed",
      change: (object) => {
        object.spec.size = 2;
      },
      isSent: false,
    },
    {
      name: "the status changed",
      change: (object) => {
        object.status = { phase: "B" };
      },
      isSent: true,
    },
    {
      name: "the status is gone",
      change: (object) => {
        delete object.status;
      },
      isSent: true,
    },
    ...sentByMetadata,
  ])("is sent, or not, when $name", async ({ change, isSent }) => {
    const rig = await withWidget();
    const object = await rig.client.get(Widget, "a/x");
    change(object);
    const answer = await rig.client.status.update(object);
    expect(rig.asked()).toHaveLength(isSent ? 1 : 0);
    if (!isSent) expect(answer).toEqual(await rig.outsider.get(Widget, "a/x"));
  });
});

describe("patch", () => {
  test.each<{ name: string; patch: Patch<Widget>; options?: ApplyOptions; isSent: boolean }>([
    { name: "a merge of the same", patch: { merge: { spec: { size: 1 } } }, isSent: false },
    { name: "a merge of nothing", patch: { merge: {} }, isSent: false },
    {
      name: "a merge that removes what is absent",
      patch: { merge: { metadata: { annotations: null } } },
      isSent: false,
    },
    { name: "a merge of something else", patch: { merge: { spec: { size: 2 } } }, isSent: true },
    {
      name: "a merge with the known version",
      patch: { merge: { metadata: { resourceVersion: "102" } } },
      isSent: false,
    },
    { name: "a merge with another version", patch: { merge: { metadata: { resourceVersion: "101" } } }, isSent: true },
    { name: "a merge of managed fields", patch: { merge: { metadata: { managedFields: null } } }, isSent: true },
    {
      name: "a JSON patch of the same",
      patch: { json: [{ op: "replace", path: "/spec/size", value: 1 }] },
      isSent: false,
    },
    {
      name: "a JSON patch of something else",
      patch: { json: [{ op: "replace", path: "/spec/size", value: 2 }] },
      isSent: true,
    },
    {
      name: "a JSON patch whose test fails",
      patch: { json: [{ op: "test", path: "/metadata/resourceVersion", value: "101" }] },
      isSent: true,
    },
    {
      name: "a JSON patch of managed fields",
      patch: { json: [{ op: "test", path: "/metadata/managedFields/0", value: null }] },
      isSent: true,
    },
    { name: "a JSON patch that is none", patch: { json: {} as never }, isSent: true },
    { name: "a strategic merge", patch: { strategic: {} }, isSent: true },
    { name: "an apply", patch: { apply: widget("a/x") }, isSent: true },
  ])("$name is sent, or not", async ({ patch, isSent }) => {
    for (const part of ["object", "status"]) {
      const rig = await withWidget();
      const writer = part === "status" ? rig.client.status : rig.client;
      const answer = await writer.patch(Widget, "a/x", patch).catch(() => undefined);
      expect(rig.asked(), part).toHaveLength(isSent ? 1 : 0);
      if (!isSent) expect(answer).toEqual(await rig.outsider.get(Widget, "a/x"));
    }
  });

  test("of an object that is not known is sent", async () => {
    const rig = await withWidget();
    expect(await failure(rig.client.patch(Widget, "a/y", { merge: {} }))).toMatchObject({ code: 404 });
  });

  test("is sent while it is not known what an own deletion led to", async () => {
    const rig = await withWidget();
    await rig.client.patch(Widget, "a/x", { merge: { metadata: { finalizers: ["example.com/keep"] } } });
    await turn();
    rig.server.hold();
    await rig.client.deleteAllOf(Widget, { namespace: "a" });
    rig.asked();
    await rig.client.patch(Widget, "a/x", { merge: { spec: { size: 1 } } });
    expect(rig.asked()).toEqual(["PATCH namespaces/a/widgets/x"]);
  });

  test("is sent while it is not known whether the object was there before an own deletion or after it", async () => {
    const rig = await withWidget();
    rig.server.hold();
    await rig.outsider.delete(Widget, "a/x");
    await rig.outsider.create(widget("a/x", 2));
    await rig.client.delete(Widget, "a/x");
    await rig.outsider.create(widget("a/x", 3));
    rig.asked();
    expect(await rig.client.patch(Widget, "a/x", { merge: { spec: { size: 1 } } })).toMatchObject({
      spec: { size: 1 },
    });
    expect(rig.asked()).toEqual(["PATCH namespaces/a/widgets/x"]);
  });

  test("with arguments that cannot be is refused as ever", async () => {
    const rig = await withWidget();
    const both = { merge: {}, json: [] } as unknown as Patch<Widget>;
    expect(await failure(rig.client.patch(Widget, "a/x", both))).toMatchObject({ code: "INVALID_ARGUMENT" });
    expect(await failure(rig.client.patch(Widget, "a/x", { merge: {} }, { force: true }))).toMatchObject({
      code: "INVALID_ARGUMENT",
    });
  });
});

describe("apply", () => {
  const wanted = (): Widget => widget("a/x", 1, { labels: { app: "x" } });

  test("of the same again is not sent, also when only the status changed since", async () => {
    const rig = await withWidget();
    const first = await rig.client.apply(wanted());
    rig.asked();
    expect(await rig.client.apply(wanted())).toEqual(first);
    await rig.outsider.status.patch(Widget, "a/x", { merge: { status: { phase: "B" } } });
    await turn();
    rig.asked();
    expect(await rig.client.apply(wanted())).toMatchObject({ status: { phase: "B" } });
    expect(rig.asked()).toEqual([]);
  });

  test("is sent the first time, even when it would change nothing", async () => {
    const rig = await withWidget();
    await rig.client.apply(wanted());
    expect(rig.asked()).toEqual(["PATCH namespaces/a/widgets/x?force=true"]);
  });

  test.each([
    { first: false, second: true },
    { first: true, second: false },
  ])("is not sent again for its force alone: $first, then $second", async ({ first, second }) => {
    const rig = await withWidget();
    await rig.client.apply(wanted(), { force: first });
    rig.asked();
    await rig.client.apply(wanted(), { force: second });
    expect(rig.asked()).toEqual([]);
  });

  test("is not sent again for saying which object is meant, but where that is another one", async () => {
    const rig = await withWidget();
    const { uid } = (await rig.client.apply(wanted())).metadata;
    rig.asked();
    const own = (id: string | undefined): Widget => ({ ...wanted(), metadata: { ...wanted().metadata, uid: id! } });
    await rig.client.apply(own(uid));
    expect(rig.asked()).toEqual([]);
    await rig.client.apply(own("another")).catch(() => {});
    expect(rig.asked()).toHaveLength(1);
  });

  test.each<{ name: string; again: (rig: CacheRig) => Promise<unknown> }>([
    { name: "something else", again: ({ client }) => client.apply(widget("a/x", 2, { labels: { app: "x" } })) },
    { name: "less", again: ({ client }) => client.apply(widget("a/x", 1)) },
    { name: "another manager", again: ({ client }) => client.apply(wanted(), { fieldManager: "other" }) },
    { name: "strict validation", again: ({ client }) => client.apply(wanted(), { fieldValidation: "Strict" }) },
    { name: "the status", again: ({ client }) => client.status.apply(wanted()) },
    { name: "a dry run", again: ({ client }) => client.apply(wanted(), { dryRun: true }).catch(() => {}) },
  ])("is sent with $name", async ({ again }) => {
    const rig = await withWidget();
    await rig.client.apply(wanted());
    rig.asked();
    await again(rig);
    expect(rig.asked()).toHaveLength(1);
  });

  test.each<{ name: string; change: object }>([
    { name: "the desired state", change: { spec: { size: 2 } } },
    { name: "labels", change: { metadata: { labels: { more: "yes" } } } },
    { name: "annotations", change: { metadata: { annotations: { more: "yes" } } } },
    { name: "finalizers", change: { metadata: { finalizers: ["example.com/keep"] } } },
    {
      name: "owners",
      change: { metadata: { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u" }] } },
    },
  ])("is sent when someone changed $name since", async ({ change }) => {
    const rig = await withWidget();
    await rig.client.apply(wanted());
    await rig.outsider.patch(Widget, "a/x", { merge: change });
    await turn();
    rig.asked();
    await rig.client.apply(wanted());
    expect(rig.asked()).toEqual(["PATCH namespaces/a/widgets/x?force=true"]);
    await rig.client.apply(wanted());
    expect(rig.asked()).toEqual([]);
  });

  test("is sent when the object was made anew", async () => {
    const rig = await withWidget();
    await rig.client.apply(wanted());
    await rig.outsider.delete(Widget, "a/x");
    await turn();
    rig.asked();
    await rig.client.apply(wanted());
    await rig.client.delete(Widget, "a/x");
    await rig.client.apply(wanted());
    expect(rig.asked()).toEqual([
      "PATCH namespaces/a/widgets/x?force=true",
      "DELETE namespaces/a/widgets/x",
      "PATCH namespaces/a/widgets/x?force=true",
    ]);
  });

  test("sends and remembers what was wanted when it was called", async () => {
    const rig = await withWidget();
    const object = wanted();
    const applying = rig.client.apply(object);
    object.spec.size = 7;
    expect((await applying).spec.size).toBe(1);
    rig.asked();
    await rig.client.apply(wanted());
    expect(rig.asked()).toEqual([]);
  });

  const withoutGeneration = ({ metadata: { generation: _, ...metadata }, ...rest }: KubeObject): KubeObject => ({
    ...rest,
    metadata,
  });

  test("of a kind without generation is sent after any change", async () => {
    const rig = await withWidget({
      interceptors: [
        async (request, next) => {
          const response = await next(request);
          if (request.method !== "PATCH") return response;
          const body = JSON.stringify(withoutGeneration(JSON.parse(await response.body.text())));
          return responseOf({ status: 200, headers: { "content-type": "application/json" }, body });
        },
      ],
      transform: withoutGeneration,
    });
    await rig.client.apply(wanted());
    await rig.client.apply(wanted());
    await rig.outsider.status.patch(Widget, "a/x", { merge: { status: { phase: "B" } } });
    await turn();
    expect(rig.asked().filter((line) => !line.includes("status"))).toHaveLength(1);
    await rig.client.apply(wanted());
    expect(rig.asked()).toEqual(["PATCH namespaces/a/widgets/x?force=true"]);
  });

  test("of a status goes by the status", async () => {
    const rig = await withWidget();
    const status = (phase: string): Widget => ({ ...widget("a/x"), status: { phase } });
    await rig.client.status.apply(status("B"));
    await rig.outsider.patch(Widget, "a/x", { merge: { spec: { size: 5 } } });
    await turn();
    rig.asked();
    await rig.client.status.apply(status("B"));
    expect(rig.asked()).toEqual([]);
    await rig.outsider.status.patch(Widget, "a/x", { merge: { status: { phase: "C" } } });
    await turn();
    rig.asked();
    await rig.client.status.apply(status("B"));
    expect(rig.asked()).toEqual(["PATCH namespaces/a/widgets/x/status?force=true"]);
  });

  test("is remembered for as long as the object is there", async () => {
    const rig = await withWidget();
    const caches = kindCachesOf(rig.cache);
    const unchanged = new UnchangedWrites({ caches, reader: new CacheReader(caches, { client: rig.outsider }) });
    for (const name of ["x", "y"]) {
      const object = await rig.outsider.apply(widget(`a/${name}`));
      unchanged.applied(appliedConfiguration("object", object, {}), object);
    }
    await turn();
    expect(unchanged.remembered).toBe(2);
    await rig.outsider.delete(Widget, "a/x");
    await turn();
    expect(unchanged.remembered).toBe(1);
    unchanged.applied(appliedConfiguration("object", Place.of({ metadata: { name: "p" } }), {}), {
      ...Place.of({ metadata: { name: "p", uid: "u" } }),
    });
    expect(unchanged.remembered).toBe(1);
  });

  test("is always sent when it is to be, or no informer has the kind", async () => {
    for (const rig of [await withWidget({ sendUnchanged: true }), new CacheRig()]) {
      await rig.client.apply(wanted());
      await rig.client.apply(wanted());
      expect(rig.asked().filter((line) => line.startsWith("PATCH"))).toHaveLength(2);
    }
  });
});

test("creations, deletions and live writes are always sent", async () => {
  const rig = await withWidget();
  const object = await rig.client.get(Widget, "a/x");
  await rig.client.live.update(object);
  await rig.client.live.patch(Widget, "a/x", { merge: {} });
  expect(await failure(rig.client.create(widget("a/x")))).toMatchObject({ code: 409 });
  await rig.client.delete(object);
  expect(await failure(rig.client.delete(object))).toMatchObject({ code: 404 });
  expect(rig.asked().map((line) => line.split(" ")[0])).toEqual(["PUT", "PATCH", "POST", "DELETE", "DELETE"]);
});
