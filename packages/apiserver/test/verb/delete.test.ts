import { describe, expect, test } from "vitest";
import type { RequestContext } from "../../src/resource/request-context.ts";
import type { Resource } from "../../src/resource/resource.ts";
import type { DeleteOptions } from "../../src/resource/strategy.ts";
import type { ApiObject } from "../../src/resource-object.ts";
import { createObject } from "../../src/verb/create.ts";
import { deleteObject } from "../../src/verb/delete.ts";
import { deleteCollection } from "../../src/verb/delete-collection.ts";
import { updateObject } from "../../src/verb/update.ts";
import { builtinResource, Fixture, view, widgets } from "./fixture.ts";
import { refusal } from "./refusal.ts";

const configMaps = builtinResource({ resource: "configmaps", kind: "ConfigMap" });
const pods = builtinResource({
  resource: "pods",
  kind: "Pod",
  strategy: {
    returnsDeletedObject: true,
    gracePeriodOf: (_, { gracePeriodSeconds = 30 }) => gracePeriodSeconds,
    prepareForCreate(object) {
      object.metadata = { ...object.metadata, generation: 1 };
    },
  },
});
const plainNamespaces = builtinResource({
  resource: "namespaces",
  kind: "Namespace",
  isNamespaced: false,
  strategy: {
    returnsDeletedObject: true,
    beginDeletion(object) {
      object.status = { phase: "Terminating" };
    },
    mayGo: (object) => ((object.spec as { finalizers?: string[] } | undefined)?.finalizers?.length ?? 0) === 0,
  },
});
const finalize = view(plainNamespaces, "finalize");
const namespaces: Resource = { ...plainNamespaces, subresources: new Map([["finalize", finalize]]) };

async function make(
  fixture: Fixture,
  resource: Resource,
  body: { metadata: object } & Record<string, unknown>,
): Promise<ApiObject> {
  const namespace = resource.isNamespaced ? "default" : "";
  return (await createObject(fixture.state, { resource, namespace, name: "", body }, fixture.context()))
    .object as ApiObject;
}

function remove(
  fixture: Fixture,
  resource: Resource,
  name: string,
  options: DeleteOptions = {},
  own: Partial<RequestContext> = {},
) {
  const namespace = resource.isNamespaced ? "default" : "";
  return deleteObject(fixture.state, { resource, namespace, name, options }, fixture.context(own));
}

describe("deleteObject", () => {
  test("of several at once, one deletes, and the others find nothing", async () => {
    const fixture = new Fixture([configMaps]);
    await make(fixture, configMaps, { metadata: { name: "a" } });
    const ends = await Promise.allSettled([1, 2, 3].map(() => remove(fixture, configMaps, "a")));
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    for (const end of ends) {
      if (end.status === "rejected") expect(end.reason.message).toBe('configmaps "a" not found');
    }
  });

  test("answers with what went, or only which one it was", async () => {
    const fixture = new Fixture([configMaps, pods]);
    const { metadata } = await make(fixture, configMaps, { metadata: { name: "a" } });
    expect(await remove(fixture, configMaps, "a")).toEqual({
      code: 200,
      object: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Success",
        details: { name: "a", kind: "configmaps", uid: metadata.uid },
      },
    });
    expect(await refusal(remove(fixture, configMaps, "a"))).toEqual([404, 'configmaps "a" not found']);
    expect(fixture.history()).toEqual(["ADDED a", "DELETED a"]);
  });

  test("an object with finalizers stays until they are gone; deleting it again changes nothing", async () => {
    const kind = widgets();
    const fixture = new Fixture([kind]);
    await make(fixture, kind, {
      apiVersion: "example.com/v1",
      kind: "Widget",
      metadata: { name: "w", finalizers: ["a.b/c"] },
    });
    const first = await remove(fixture, kind, "w");
    expect(first.object).toMatchObject({
      metadata: { deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 0, generation: 2 },
    });
    fixture.clock.advance(5000);
    expect((await remove(fixture, kind, "w")).object).toEqual(first.object);
    const orphaned = await remove(fixture, kind, "w", { propagationPolicy: "Orphan" });
    expect((orphaned.object as ApiObject).metadata.finalizers).toEqual(["a.b/c", "orphan"]);
    expect(fixture.history()).toEqual(["ADDED w", "MODIFIED w", "MODIFIED w"]);
  });

  test("a deletion that is to cascade and is not done is only accepted", async () => {
    const fixture = new Fixture([configMaps]);
    await make(fixture, configMaps, { metadata: { name: "a", finalizers: ["a.b/c"] } });
    expect((await remove(fixture, configMaps, "a", { orphanDependents: false })).code).toBe(202);
  });

  test("pods get time, which can be cut short but not lengthened", async () => {
    const fixture = new Fixture([pods]);
    const body = { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i" }] } };
    await make(fixture, pods, body);
    const marked = (await remove(fixture, pods, "p")).object as ApiObject;
    expect(marked.metadata).toMatchObject({
      deletionTimestamp: "2026-01-01T00:00:30Z",
      deletionGracePeriodSeconds: 30,
      generation: 2,
    });
    expect((await remove(fixture, pods, "p", { gracePeriodSeconds: 60 })).object).toEqual(marked);
    fixture.clock.advance(2000);
    const shortened = (await remove(fixture, pods, "p", { gracePeriodSeconds: 5 })).object as ApiObject;
    expect(shortened.metadata).toMatchObject({
      deletionTimestamp: "2026-01-01T00:00:05Z",
      deletionGracePeriodSeconds: 5,
      generation: 2,
    });
    await remove(fixture, pods, "p", { gracePeriodSeconds: 0 });
    expect(fixture.history()).toEqual(["ADDED p", "MODIFIED p", "MODIFIED p", "MODIFIED p", "DELETED p"]);
    expect(fixture.store.get("pods", "default", "p")).toBeUndefined();
  });

  test("preconditions name the object that is meant", async () => {
    const fixture = new Fixture([configMaps, namespaces]);
    const { metadata } = await make(fixture, configMaps, { metadata: { name: "a" } });
    expect(await refusal(remove(fixture, configMaps, "a", { preconditions: { uid: "x" } }))).toEqual([
      409,
      `Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition (x) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    ]);
    expect(await refusal(remove(fixture, configMaps, "a", { preconditions: { resourceVersion: "9" } }))).toEqual([
      409,
      'Operation cannot be fulfilled on ConfigMap "a": the ResourceVersion in the precondition (9) does not match the ResourceVersion in record (2). The object might have been modified',
    ]);
    const namespace = await make(fixture, namespaces, { metadata: { name: "n" } });
    expect(await refusal(remove(fixture, namespaces, "n", { preconditions: { uid: "x" } }))).toEqual([
      409,
      `Operation cannot be fulfilled on namespaces "n": Precondition failed: UID in precondition: x, UID in object meta: ${namespace.metadata.uid}`,
    ]);
    await remove(fixture, configMaps, "a", { preconditions: { uid: metadata.uid!, resourceVersion: "2" } });
  });

  test("a namespace terminates, and goes when it is finalized", async () => {
    const fixture = new Fixture([namespaces]);
    await make(fixture, namespaces, { metadata: { name: "n" }, spec: { finalizers: ["kubernetes"] } });
    const first = await remove(fixture, namespaces, "n");
    expect(first.object).toMatchObject({
      metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" },
      status: { phase: "Terminating" },
    });
    expect((await remove(fixture, namespaces, "n")).object).toEqual(first.object);
    const target = { resource: namespaces, namespace: "", name: "n", subresource: "finalize" };
    const body = { metadata: { name: "n" }, spec: {} };
    const { code } = await updateObject(fixture.state, { ...target, body }, fixture.context());
    expect(code).toBe(200);
    expect(fixture.history()).toEqual(["ADDED n", "MODIFIED n", "DELETED n"]);
  });

  test("a dry run deletes nothing", async () => {
    const fixture = new Fixture([configMaps, pods]);
    await make(fixture, configMaps, { metadata: { name: "a" } });
    await make(fixture, configMaps, { metadata: { name: "b", finalizers: ["a.b/c"] } });
    await make(fixture, pods, { metadata: { name: "p" } });
    const dry = { isDryRun: true };
    expect((await remove(fixture, configMaps, "a", {}, dry)).object).toMatchObject({ status: "Success" });
    expect((await remove(fixture, configMaps, "b", {}, dry)).object).toMatchObject({
      metadata: { deletionGracePeriodSeconds: 0 },
    });
    expect((await remove(fixture, pods, "p", { gracePeriodSeconds: 0 }, dry)).object).toMatchObject({
      metadata: { deletionGracePeriodSeconds: 0 },
    });
    expect(fixture.history()).toEqual(["ADDED a", "ADDED b", "ADDED p"]);
  });

  test("plugins can refuse, and what is freed is freed once the object is gone", async () => {
    const freed: string[] = [];
    const kind = builtinResource({
      resource: "configmaps",
      kind: "ConfigMap",
      strategy: { afterDelete: (object) => void freed.push(object.metadata.name) },
    });
    let isAllowed = false;
    const plugin = {
      name: "guard",
      validate: ({ operation, old }: { operation: string; old?: ApiObject }) => {
        if (operation === "DELETE" && !isAllowed) throw new Error(`not ${old!.metadata.name}`);
      },
    };
    const fixture = new Fixture([kind], { admission: [plugin] });
    await make(fixture, kind, { metadata: { name: "a" } });
    await expect(remove(fixture, kind, "a")).rejects.toThrow("not a");
    isAllowed = true;
    await remove(fixture, kind, "a");
    expect(freed).toEqual(["a"]);
  });
});

describe("deleteCollection", () => {
  test("deletes what a list gives, and answers with that list", async () => {
    const fixture = new Fixture([configMaps]);
    await make(fixture, configMaps, { metadata: { name: "a", labels: { x: "1" } } });
    await make(fixture, configMaps, { metadata: { name: "b", labels: { x: "2" } } });
    await make(fixture, configMaps, { metadata: { name: "c", labels: { x: "1" }, finalizers: ["a.b/c"] } });
    const request = { resource: configMaps, namespace: "default", options: {}, labelSelector: "x=1" };
    const { items, resourceVersion } = await deleteCollection(fixture.state, request, fixture.context());
    expect(items.map(({ metadata }) => [metadata.name, metadata.deletionTimestamp])).toEqual([
      ["a", undefined],
      ["c", undefined],
    ]);
    expect(resourceVersion).toBe("4");
    expect(fixture.history().slice(3)).toEqual(["DELETED a", "MODIFIED c"]);
  });
});
