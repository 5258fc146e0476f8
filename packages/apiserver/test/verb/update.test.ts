import { statusErrorOf } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { RequestContext } from "../../src/resource/request-context.ts";
import type { Resource } from "../../src/resource/resource.ts";
import type { ApiObject } from "../../src/resource-object.ts";
import { createObject } from "../../src/verb/create.ts";
import { updateObject } from "../../src/verb/update.ts";
import { builtinResource, Fixture, widgets } from "./fixture.ts";
import { refusal } from "./refusal.ts";

const configMaps = builtinResource({ resource: "configmaps", kind: "ConfigMap" });
const limits = builtinResource({ resource: "limitranges", kind: "LimitRange" });
const leases = builtinResource({
  group: "coordination.k8s.io",
  resource: "leases",
  kind: "Lease",
  strategy: { allowsCreateOnUpdate: true, allowsUnconditionalUpdate: false },
});

interface Written {
  readonly object: ApiObject;
  readonly code: number;
}

async function put(
  fixture: Fixture,
  resource: Resource,
  body: { metadata: object } & Record<string, unknown>,
  own: Partial<RequestContext> & { subresource?: string; name?: string } = {},
): Promise<Written> {
  const { subresource, name = String((body.metadata as { name?: string }).name), ...context } = own;
  const request = { resource, namespace: "default", name, body, subresource };
  return (await updateObject(fixture.state, request, fixture.context(context))) as Written;
}

async function post(fixture: Fixture, resource: Resource, body: unknown): Promise<ApiObject> {
  const request = { resource, namespace: "default", name: "", body };
  return (await createObject(fixture.state, request, fixture.context())).object as ApiObject;
}

const widget = { apiVersion: "example.com/v1", kind: "Widget" };

describe("updateObject", () => {
  test("keeps what the server set, takes the rest", async () => {
    const fixture = new Fixture([configMaps]);
    const made = await post(fixture, configMaps, { metadata: { name: "a", labels: { x: "y" } }, data: { a: "1" } });
    fixture.clock.advance(5000);
    const { object, code } = await put(fixture, configMaps, {
      metadata: { name: "a", generation: 7 },
      data: { a: "2" },
    });
    expect(code).toBe(200);
    expect(object.data).toEqual({ a: "2" });
    expect(object.metadata).toMatchObject({
      uid: made.metadata.uid,
      creationTimestamp: made.metadata.creationTimestamp,
      resourceVersion: "3",
    });
    expect(object.metadata.labels).toBeUndefined();
    expect(object.metadata.generation).toBeUndefined();
    expect(fixture.history()).toEqual(["ADDED a", "MODIFIED a"]);
  });

  test("a write that changes nothing makes no version and no event, whenever it comes", async () => {
    const fixture = new Fixture([configMaps]);
    const made = await post(fixture, configMaps, { metadata: { name: "a" }, data: { a: "1" } });
    fixture.clock.advance(60_000);
    const { object } = await put(fixture, configMaps, { metadata: { name: "a" }, data: { a: "1" } });
    expect(object).toEqual(made);
    expect(fixture.history()).toEqual(["ADDED a"]);
    expect(fixture.store.revision).toBe(2);
  });

  test("a stale version, an unreadable one, and none where one is needed are refused", async () => {
    const kind = widgets();
    const fixture = new Fixture([kind]);
    await post(fixture, kind, { ...widget, metadata: { name: "w" }, spec: { size: 1 } });
    expect(await refusal(put(fixture, kind, { ...widget, metadata: { name: "w" } }))).toEqual([
      422,
      'widgets.example.com "w" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    ]);
    expect(await refusal(put(fixture, kind, { ...widget, metadata: { name: "w", resourceVersion: "1" } }))).toEqual([
      409,
      'Operation cannot be fulfilled on widgets.example.com "w": the object has been modified; please apply your changes to the latest version and try again',
    ]);
    expect(await refusal(put(fixture, kind, { ...widget, metadata: { name: "w", resourceVersion: "abc" } }))).toEqual([
      500,
      'strconv.ParseUint: parsing "abc": invalid syntax',
    ]);
    expect(await refusal(put(fixture, kind, { ...widget, metadata: { name: "w", uid: "abc" } }))).toEqual([
      409,
      expect.stringMatching(
        /^Operation cannot be fulfilled on widgets\.example\.com "w": StorageError: invalid object, Code: 4, Key: \/registry\/example\.com\/widgets\/default\/w, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: abc, UID in object meta: [0-9a-f-]{36}$/,
      ),
    ]);
  });

  test("the name must be that of the path", async () => {
    const fixture = new Fixture([configMaps]);
    expect(await refusal(put(fixture, configMaps, { metadata: { name: "b" } }, { name: "a" }))).toEqual([
      400,
      "the name of the object (b) does not match the name on the URL (a)",
    ]);
    expect(await refusal(put(fixture, configMaps, { metadata: {} }, { name: "a" }))).toEqual([
      400,
      "the name of the object (a based on URL) was undeterminable: name must be provided",
    ]);
    expect(await refusal(put(fixture, configMaps, { metadata: { name: "a" } }))).toEqual([
      404,
      'configmaps "a" not found',
    ]);
  });

  test("makes what is not there only where the kind allows it and the user may create", async () => {
    const fixture = new Fixture([leases]);
    const { object, code } = await put(fixture, leases, { metadata: { name: "l", resourceVersion: "9" } });
    expect(code).toBe(201);
    expect(object.metadata.resourceVersion).toBe("2");
    const refusing = {
      ...fixture.state,
      authorizer: { authorize: () => ({ isAllowed: false, reason: "no" }) },
    };
    const request = { resource: leases, namespace: "default", name: "m", body: { metadata: { name: "m" } } };
    expect(await refusal(updateObject(refusing, request, fixture.context()))).toEqual([
      403,
      'leases.coordination.k8s.io "m" is forbidden: User "admin" cannot create resource "leases" in API group "coordination.k8s.io" in the namespace "default": no',
    ]);
  });

  test("each rule of metadata that is broken is a cause as often as the reference checks it", async () => {
    const fixture = new Fixture([configMaps, limits]);
    for (const [resource, times] of [
      [configMaps, 4],
      [limits, 3],
    ] as const) {
      await post(fixture, resource, { metadata: { name: "a" } });
      const bad = put(fixture, resource, { metadata: { name: "a", labels: { "a b": "" } } });
      const { status } = statusErrorOf(await bad.catch((error: unknown) => error))!;
      expect(status.details!.causes).toHaveLength(times);
      expect(status.message!.match(/metadata\.labels/g)).toHaveLength(1);
    }
  });

  test("an object that is being deleted takes no new finalizers, and goes with its last one without another event", async () => {
    const kind = widgets();
    const fixture = new Fixture([kind]);
    const made = await post(fixture, kind, { ...widget, metadata: { name: "w", finalizers: ["a.b/c"] } });
    const stored = fixture.store.get(kind.collection, "default", "w")!;
    const metadata = { ...made.metadata, deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 0 };
    fixture.store.update(kind.collection, { ...stored.object, metadata }, stored.revision);
    const body = (finalizers: string[]) => ({ ...widget, metadata: { name: "w", resourceVersion: "3", finalizers } });
    expect(await refusal(put(fixture, kind, body(["a.b/c", "x.y/z"])))).toEqual([
      422,
      'Widget.example.com "w" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"x.y/z"}',
    ]);
    const dry = await put(fixture, kind, body([]), { isDryRun: true });
    expect(dry.object.metadata.finalizers).toEqual([]);
    const { object } = await put(fixture, kind, body([]));
    expect(object.metadata.resourceVersion).toBe("3");
    expect(fixture.history()).toEqual(["ADDED w", "MODIFIED w", "DELETED w"]);
    expect(fixture.events.at(-1)!.stored.object.metadata.resourceVersion).toBe("4");
  });

  test("a view takes only its part, and who writes it is noted apart", async () => {
    const kind = widgets();
    const fixture = new Fixture([kind]);
    await post(fixture, kind, { ...widget, metadata: { name: "w" }, spec: { size: 1 }, status: { ready: false } });
    const body = { ...widget, metadata: { name: "w", resourceVersion: "2", labels: { a: "b" } }, spec: { size: 9 } };
    const { object } = await put(fixture, kind, { ...body, status: { ready: true } }, { subresource: "status" });
    expect(object).toMatchObject({ spec: { size: 1 }, status: { ready: true } });
    expect(object.metadata.labels).toBeUndefined();
    expect(object.metadata.generation).toBe(1);
    expect(object.metadata.managedFields!.map(({ subresource, fieldsV1 }) => [subresource, fieldsV1])).toEqual([
      [undefined, { "f:spec": { ".": {}, "f:size": {} } }],
      ["status", { "f:status": { ".": {}, "f:ready": {} } }],
    ]);
    expect(await refusal(put(fixture, kind, body, { subresource: "foo" }))).toEqual([
      404,
      'widgets.example.com "w" not found',
    ]);
  });

  test("what is written while plugins think is not lost", async () => {
    const other = { metadata: { name: "a" }, data: { b: "2" } };
    let isFirst = true;
    const plugin = {
      name: "slow",
      async validate({ operation }: { operation: string }): Promise<void> {
        if (operation !== "UPDATE" || !isFirst) return;
        isFirst = false;
        await put(fixture, configMaps, other);
      },
    };
    const fixture = new Fixture([configMaps], { admission: [plugin] });
    const made = await post(fixture, configMaps, { metadata: { name: "a" } });
    const { resourceVersion } = made.metadata;
    const stale = put(fixture, configMaps, { metadata: { name: "a", resourceVersion }, data: { c: "3" } });
    expect((await refusal(stale))[0]).toBe(409);
    isFirst = true;
    const { object } = await put(fixture, configMaps, { metadata: { name: "a" }, data: { c: "3" } });
    expect(object.data).toEqual({ c: "3" });
    expect(fixture.history()).toEqual(["ADDED a", "MODIFIED a", "MODIFIED a"]);
  });
});
