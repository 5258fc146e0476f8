import { join } from "node:path";
import { type CustomResource, defineKind, formatKey, type KubeObject, metadataOf } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Namespace, Pod, Secret, Service, ServiceAccount } from "@kubewright/api/core/v1";
import { type ApiClient, conditionIs, connect, type DeleteOptions, waitFor } from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { InformerCache, kindCachesOf } from "../src/cache/informer-cache.ts";
import { createReconcileClient, type ReconcileClient } from "../src/cache/reconcile-client.ts";

interface Widget extends CustomResource<{ size?: number }, { phase?: string }> {}
const Widget = defineKind<Widget>({ group: "example.com", version: "v1", kind: "Widget" });
const finalizer = "example.com/keep";

let server: ReferenceServer;
let base: ApiClient;
let cache: InformerCache;
let client: ReconcileClient;

beforeAll(async () => {
  server = await startReferenceServer();
  const kubeconfig = join(server.folder, "kubeconfig");
  await server.writeKubeconfig(kubeconfig);
  base = await connect({ kubeconfig, fieldManager: "reconciler" });
  await base.create(
    CustomResourceDefinition.of({
      metadata: { name: "widgets.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { kind: "Widget", plural: "widgets" },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            subresources: { status: {}, scale: { specReplicasPath: ".spec.size", statusReplicasPath: ".status.size" } },
            schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
          },
        ],
      },
    }),
  );
  await waitFor(base, CustomResourceDefinition, "widgets.example.com", conditionIs("Established", "True"));
  cache = new InformerCache({ client: base });
  client = createReconcileClient({ client: base, cache });
  cache.start();
  for (const kind of [Widget, ConfigMap, Pod, Service, Namespace, Deployment])
    cache.informer<KubeObject>(kind as never);
  await cache.whenSynced();
});

afterAll(async () => {
  await cache?.stop();
  await base?.close();
  await server?.[Symbol.asyncDispose]();
});

/** A namespace of its own, so that tests do not see each other's objects. */
async function ownNamespace(): Promise<string> {
  const { metadata } = await client.create(Namespace.of({ metadata: { generateName: "cache-" } }));
  await client.create(ServiceAccount.of({ metadata: { name: "default", namespace: metadata.name } }));
  return metadata.name;
}

function pod(name: string, namespace: string, nodeName?: string): Pod {
  return Pod.of({
    metadata: { name, namespace },
    spec: {
      automountServiceAccountToken: false,
      containers: [{ name: "c", image: "x" }],
      ...(nodeName !== undefined && { nodeName }),
    },
  });
}

const widget = (name: string, namespace: string, metadata: Partial<KubeObject["metadata"]> = {}): Widget =>
  Widget.of({ metadata: { name, namespace, ...metadata }, spec: { size: 1 } });

const overlaySize = (): number => [...kindCachesOf(cache).all()].reduce((sum, { overlay }) => sum + overlay.size, 0);

/** What the cache shows is what the server has: nobody else writes. The cache is read first, it must not have time to catch up. */
async function expectTruth(object: KubeObject): Promise<void> {
  const kind = defineKind<KubeObject>(kindOf(object));
  const shown = await client.find(kind, object.metadata);
  const truth = await base.find(kind, object.metadata);
  expect(shown?.metadata.resourceVersion).toBe(truth?.metadata.resourceVersion);
}

function kindOf({ apiVersion, kind }: KubeObject): { group: string; version: string; kind: string } {
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  return { group, version, kind };
}

describe("a deletion", () => {
  const nodeName = "n";
  const cases: readonly { name: string; make: (namespace: string) => KubeObject; options?: DeleteOptions }[] = [
    { name: "ConfigMap", make: (namespace) => ConfigMap.of({ metadata: { name: "x", namespace } }) },
    {
      name: "Service",
      make: (namespace) => Service.of({ metadata: { name: "x", namespace }, spec: { ports: [{ port: 80 }] } }),
    },
    { name: "Pod that runs nowhere", make: (namespace) => pod("x", namespace) },
    { name: "Pod on a node", make: (namespace) => pod("x", namespace, nodeName) },
    {
      name: "Pod on a node, at once",
      make: (namespace) => pod("x", namespace, nodeName),
      options: { gracePeriodSeconds: 0 },
    },
    { name: "custom resource", make: (namespace) => widget("x", namespace) },
    {
      name: "custom resource with a finalizer",
      make: (namespace) => widget("x", namespace, { finalizers: [finalizer] }),
    },
    {
      name: "custom resource, foreground",
      make: (namespace) => widget("x", namespace),
      options: { propagationPolicy: "Foreground" },
    },
    {
      name: "custom resource, orphan",
      make: (namespace) => widget("x", namespace),
      options: { propagationPolicy: "Orphan" },
    },
  ];

  test.each(cases)("of a $name is seen at once", async ({ make, options }) => {
    const namespace = await ownNamespace();
    const object = make(namespace);
    for (let round = 0; round < 5; round++) {
      await client.create(object);
      await expectTruth(object);
      await client.delete(object, options);
      await expectTruth(object);
      // Some are kept, and deleted again.
      await client.delete(object, options).catch(() => undefined);
      await expectTruth(object);
      if ((await client.find(defineKind(kindOf(object)), object.metadata)) === undefined) continue;
      await client.patch(defineKind(kindOf(object)), object.metadata, { merge: { metadata: { finalizers: null } } });
      await expectTruth(object);
      await client.delete(object, { gracePeriodSeconds: 0 }).catch(() => undefined);
      await expectTruth(object);
    }
  });

  test.each(cases)("of all, here a $name, is seen at once", async ({ make, options }) => {
    const namespace = await ownNamespace();
    const object = make(namespace);
    const kind = defineKind<KubeObject>(kindOf(object));
    const named = (name: string): KubeObject => ({ ...object, metadata: { ...object.metadata, name } });
    for (const name of ["x", "y", "z"]) await client.create(named(name));
    for (let round = 0; round < 2; round++) {
      await client.deleteAllOf(kind, { namespace, ...options });
      const shown = await client.list(kind, { namespace });
      const truth = await base.list(kind, { namespace });
      const states = (items: readonly KubeObject[]): string[] =>
        items
          .map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion} ${metadata.deletionTimestamp}`)
          .sort();
      expect(states(shown.items)).toEqual(states(truth.items));
      for (const name of ["x", "y", "z"]) await expectTruth(named(name));
    }
  });

  test("of a namespace is seen at once", async () => {
    const name = await ownNamespace();
    await client.delete(Namespace, name);
    expect((await client.get(Namespace, name)).metadata.deletionTimestamp).toBeDefined();
  });
});

test("500 objects are seen as soon as they are created, changed and deleted", { timeout: 180_000 }, async () => {
  const namespaces = [await ownNamespace(), await ownNamespace()];
  let seen = 0;
  const one = async (at: number): Promise<void> => {
    const namespace = namespaces[at % 2]!;
    const object = widget(`w${at}`, namespace, { labels: { half: String(at % 2) } });
    const key = formatKey(object.metadata);
    const created = await client.create(object);
    expect((await client.get(Widget, key)).metadata.uid).toBe(created.metadata.uid);
    const { items } = await client.list(Widget, { namespace, labelSelector: `half=${at % 2}` });
    expect(items.some(({ metadata }) => metadata.uid === created.metadata.uid)).toBe(true);
    // The newest state that is known never conflicts: nobody else writes.
    const updated = await client.update({ ...(await client.get(Widget, key)), spec: { size: 2 } });
    await client.status.update({ ...(await client.get(Widget, key)), status: { phase: "Ready" } });
    const read = await client.get(Widget, key);
    expect([read.spec.size, read.status?.phase]).toEqual([2, "Ready"]);
    expect(Number(read.metadata.resourceVersion)).toBeGreaterThan(Number(updated.metadata.resourceVersion));
    await client.delete(read);
    expect(await client.find(Widget, key)).toBeUndefined();
    seen++;
  };
  const queue = Array.from({ length: 500 }, (_, at) => at);
  const work = async (): Promise<void> => {
    for (let at = queue.shift(); at !== undefined; at = queue.shift()) await one(at);
  };
  await Promise.all(Array.from({ length: 10 }, work));
  expect(seen).toBe(500);
  await expect.poll(overlaySize, { timeout: 10_000 }).toBe(0);
});

test("writes that change nothing are not sent, and others are", async () => {
  const namespace = await ownNamespace();
  const wanted = (): Widget => widget("x", namespace, { labels: { app: "x" } });
  const first = await client.apply(wanted());
  const { resourceVersion } = first.metadata;
  expect((await client.apply(wanted())).metadata.resourceVersion).toBe(resourceVersion);
  expect((await client.update(await client.get(Widget, wanted().metadata))).metadata.resourceVersion).toBe(
    resourceVersion,
  );
  await base.patch(Widget, wanted().metadata, { merge: { spec: { size: 5 } } }, { fieldManager: "someone" });
  await expect.poll(async () => (await client.get(Widget, wanted().metadata)).spec.size).toBe(5);
  await expect(client.apply(wanted(), { force: false })).rejects.toMatchObject({ code: 409 });
  expect((await client.apply(wanted())).spec.size).toBe(1);
});

test("an apply that was sent without force, or with it, changes nothing when it is sent the other way", async () => {
  const namespace = await ownNamespace();
  const wanted = (): Widget => widget("x", namespace, { labels: { app: "x" } });
  const apply = async (force: boolean, fieldManager = "me"): Promise<Widget> =>
    await base.apply(wanted(), { force, fieldManager });
  await apply(true, "someone");
  for (const order of [
    [false, true],
    [true, false],
  ]) {
    const [first, second] = [await apply(order[0]!), await apply(order[1]!)];
    expect(second.metadata).toEqual(first.metadata);
  }
});

test("an update of what the cache keeps without managed fields leaves them as they are", async () => {
  const namespace = await ownNamespace();
  const { metadata } = await base.apply(widget("x", namespace), { fieldManager: "someone" });
  await expect.poll(() => client.find(Widget, metadata)).toBeDefined();
  const read = await client.get(Widget, metadata);
  expect(read.metadata.managedFields).toBeUndefined();
  await client.update({ ...read, spec: { size: 9 } }, { fieldManager: "me" });
  const managers = (await base.get(Widget, metadata)).metadata.managedFields?.map(({ manager }) => manager);
  expect(managers).toEqual(["someone", "me"]);
});

test("a scale is seen at once", async () => {
  const namespace = await ownNamespace();
  const { metadata } = await client.create(widget("x", namespace));
  const scale = await client.subresource("scale").get(Widget, metadata);
  await client.subresource("scale").update(Widget, metadata, { ...scale, spec: { replicas: 7 } });
  expect((await client.get(Widget, metadata)).spec.size).toBe(7);
});

test("an eviction is seen at once", async () => {
  const namespace = await ownNamespace();
  const { metadata } = await client.create(pod("x", namespace, "n"));
  const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "x", namespace } };
  await client.subresource("eviction").create(Pod, metadata, eviction);
  const after = await client.find(Pod, metadata);
  expect(after === undefined || after.metadata.deletionTimestamp !== undefined).toBe(true);
});

describe("a watch of the metadata beside reads of whole objects", () => {
  test("tells of nothing that reads do not show", { timeout: 60_000 }, async () => {
    const namespace = await ownNamespace();
    await using own = new InformerCache({ client: base, namespaces: [namespace] });
    const reader = createReconcileClient({ client: base, cache: own });
    const seen = new Map<string, boolean>();
    const reads: Promise<void>[] = [];
    const read = async ({ name }: { readonly name: string }): Promise<void> => {
      seen.set(name, (await reader.find(Secret, { namespace, name })) !== undefined);
    };
    const informer = own.informer(metadataOf(Secret));
    informer.addHandler(({ object }) => reads.push(read(object.metadata)));
    own.start();
    const names = Array.from({ length: 40 }, (_, index) => `s-${index}`);
    for (const name of names) {
      await base.create(Secret.of({ metadata: { namespace, name } }));
      // The first ones come before, while and after whole objects come to be known.
      await vi.waitFor(() => expect(seen.has(name)).toBe(true), { timeout: 10_000, interval: 2 });
      await Promise.all(reads.splice(0));
    }
    expect(names.filter((name) => seen.get(name) !== true)).toEqual([]);
    for (const name of names) await base.delete(Secret, { namespace, name });
    await vi.waitFor(() => expect(informer.store.size).toBe(0), { timeout: 10_000, interval: 2 });
    await Promise.all(reads.splice(0));
    expect(names.filter((name) => seen.get(name) !== false)).toEqual([]);
  });
});

describe("a read of a kind that the server refuses", () => {
  test("fails at once with what the server said", async () => {
    await using own = new InformerCache({
      client: base,
      byKind: [{ kind: Secret, fieldSelector: "spec.size=1" }],
    });
    own.start();
    const limits = { timeoutMs: Number.POSITIVE_INFINITY };
    await expect(own.list(Secret, limits)).rejects.toMatchObject({ code: 400 });
    const Gadget = defineKind<KubeObject>({ group: "example.com", version: "v1", kind: "Gadget" });
    await expect(own.find(Gadget, "a/x", limits)).rejects.toMatchObject({ code: "UNKNOWN_KIND" });
    expect(own.states.map(({ kind }) => kind.kind)).toEqual(["Secret"]);
  });
});
