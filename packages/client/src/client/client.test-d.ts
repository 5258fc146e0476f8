import { type CustomResource, type DynamicObject, defineKind, type KubeObject, metadataOf } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { expectTypeOf, test } from "vitest";
import type { Client, Deletion, Reader, Watcher, Writer } from "./client.ts";
import { type CreateOrUpdateResult, createOrPatch, createOrUpdate } from "./flow/create-or-update.ts";
import { waitFor } from "./flow/wait-for.ts";
import { conditionIs, deleted, exists } from "./flow/wait-predicate.ts";
import type { WatchEvent } from "./watch.ts";

interface Memcached extends CustomResource<{ size?: number }, { nodes?: string[] }> {}
const Memcached = defineKind<Memcached>({ group: "cache.example.com", version: "v1alpha1", kind: "Memcached" });

declare const client: Client;

test("reads are typed by their kind", async () => {
  expectTypeOf(await client.get(Deployment, "web")).toEqualTypeOf<Deployment>();
  expectTypeOf(await client.find(Memcached, { namespace: "a", name: "b" })).toEqualTypeOf<Memcached | undefined>();
  expectTypeOf((await client.list(Memcached)).items).toEqualTypeOf<Memcached[]>();
  for await (const { items } of client.listPages(Pod)) expectTypeOf(items).toEqualTypeOf<Pod[]>();
  expectTypeOf(await client.get(metadataOf(Deployment), "web")).toEqualTypeOf<KubeObject>();
});

test("events are typed by their kind, and a bookmark has no object", async () => {
  for await (const event of client.watch(Memcached)) {
    expectTypeOf(event).toEqualTypeOf<WatchEvent<Memcached>>();
    if (event.type === "BOOKMARK") {
      expectTypeOf(event.resourceVersion).toEqualTypeOf<string>();
      // @ts-expect-error a bookmark tells a version, nothing else
      event.object;
    } else {
      expectTypeOf(event.object.spec.size).toEqualTypeOf<number | undefined>();
    }
  }
});

test("writes give back what they take", async () => {
  const memcached = Memcached.of({ metadata: { name: "cache" }, spec: { size: 3 } });
  expectTypeOf(await client.create(memcached)).toEqualTypeOf<Memcached>();
  expectTypeOf(await client.update(memcached)).toEqualTypeOf<Memcached>();
  expectTypeOf(await client.apply(memcached, { force: true })).toEqualTypeOf<Memcached>();
  expectTypeOf(await client.status.update(memcached)).toEqualTypeOf<Memcached>();
  expectTypeOf(await client.patch(Memcached, "cache", { merge: { spec: { size: 4 } } })).toEqualTypeOf<Memcached>();
  expectTypeOf(await client.delete(memcached)).toEqualTypeOf<Deletion<Memcached>>();
  expectTypeOf(await client.delete(Memcached, memcached.metadata)).toEqualTypeOf<Deletion<Memcached>>();
  expectTypeOf(await client.deleteAllOf(Memcached)).toEqualTypeOf<readonly Memcached[]>();
  // @ts-expect-error a kind needs a key
  await client.delete(Memcached);
});

test("an object whose name the server makes has a name once created", async () => {
  const unnamed = Memcached.of({ metadata: { generateName: "cache-" }, spec: {} });
  const created = await client.create(unnamed);
  expectTypeOf(created.metadata.name).toEqualTypeOf<string>();
  expectTypeOf(created).toExtend<Memcached>();
  // @ts-expect-error it has no name to be found by
  await client.update(unnamed);
  // @ts-expect-error neither a name nor a generateName
  await client.create(Memcached.of({ metadata: {}, spec: {} }));
});

test("a client has each role, and flows take no more of it than they need", async () => {
  expectTypeOf<Client>().toExtend<Reader & Writer & Watcher>();
  const memcached = Memcached.of({ metadata: { name: "cache" }, spec: {} });
  const part = client as Reader & Writer;
  expectTypeOf(await createOrUpdate(part, memcached, () => {})).toEqualTypeOf<CreateOrUpdateResult<Memcached>>();
  expectTypeOf(await createOrPatch(part, memcached, () => {})).toEqualTypeOf<CreateOrUpdateResult<Memcached>>();
});

test("kinds known only at run time work the same", async () => {
  const Dynamic = defineKind<DynamicObject>({ group: "example.com", version: "v1", kind: "Widget" });
  const widget = await client.get(Dynamic, "w");
  expectTypeOf(widget.metadata.name).toEqualTypeOf<string>();
  expectTypeOf(widget.spec).toEqualTypeOf<unknown>();
  expectTypeOf(await client.create(widget)).toEqualTypeOf<DynamicObject>();
});

test("a patch has exactly one type", async () => {
  // @ts-expect-error not a patch type
  await client.patch(Deployment, "web", { yaml: {} });
  await client.patch(Deployment, "web", { merge: { spec: { replicas: 1, paused: null } } });
  // @ts-expect-error there is no such field
  await client.patch(Deployment, "web", { merge: { spec: { replicaz: 1 } } });
  // @ts-expect-error a JSON patch is a list of operations
  await client.patch(Deployment, "web", { json: { spec: {} } });
});

test("subresources are typed by their body", async () => {
  const token = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { audiences: ["a"] } };
  expectTypeOf(await client.subresource("token").create(Pod, "p", token)).toEqualTypeOf<typeof token>();
});

test("waiting gives what the predicate promises", async () => {
  expectTypeOf(await waitFor(client, Memcached, "cache", exists)).toEqualTypeOf<Memcached>();
  expectTypeOf(await waitFor(client, Memcached, "cache", deleted)).toEqualTypeOf<undefined>();
  expectTypeOf(await waitFor(client, Memcached, "cache", conditionIs("Available"))).toEqualTypeOf<Memcached>();
  const grown = waitFor(client, Memcached, "cache", (memcached) => (memcached?.spec.size ?? 0) > 3);
  expectTypeOf(await grown).toEqualTypeOf<Memcached | undefined>();
});

test("an object whose name the server made is one of its kind", async () => {
  const spec = { containers: [{ name: "web" }] };
  expectTypeOf(await client.create(Pod.of({ metadata: { generateName: "web-" }, spec }))).toEqualTypeOf<Pod>();
});

test("the namespace of another object is taken over as it is", async () => {
  const { namespace, name } = (await client.get(Pod, "p")).metadata;
  expectTypeOf(await client.find(Pod, { namespace, name })).toEqualTypeOf<Pod | undefined>();
  await client.list(Pod, { namespace });
  await client.deleteAllOf(Pod, { namespace });
});
