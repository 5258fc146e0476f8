import { describe, expect, test } from "vitest";
import type { RequestContext } from "../../src/resource/request-context.ts";
import type { ApiObject } from "../../src/resource-object.ts";
import { createObject } from "../../src/verb/create.ts";
import { builtinResource, Fixture, widgets } from "./fixture.ts";
import { refusal } from "./refusal.ts";

const configMaps = builtinResource({ resource: "configmaps", kind: "ConfigMap" });
const namespaces = builtinResource({ resource: "namespaces", kind: "Namespace", isNamespaced: false });

function create(fixture: Fixture, body: unknown, own: Partial<RequestContext> = {}, resource = configMaps) {
  const namespace = resource.isNamespaced ? "default" : "";
  return createObject(fixture.state, { resource, namespace, name: "", body }, fixture.context(own));
}

describe("createObject", () => {
  test("sets what only the server sets, and wipes what the client said of it", async () => {
    const fixture = new Fixture([configMaps]);
    const metadata = {
      name: "a",
      uid: "x",
      creationTimestamp: "2020-01-01T00:00:00Z",
      deletionTimestamp: "2020-01-01T00:00:00Z",
    };
    const { object, code } = await create(fixture, { metadata, data: { a: "b" } });
    expect(code).toBe(201);
    const { uid, managedFields, ...rest } = (object as ApiObject).metadata;
    expect(rest).toEqual({
      name: "a",
      namespace: "default",
      resourceVersion: "2",
      creationTimestamp: "2026-01-01T00:00:00Z",
    });
    expect(uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(managedFields).toEqual([
      {
        manager: "tester",
        operation: "Update",
        apiVersion: "v1",
        time: "2026-01-01T00:00:00Z",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:data": { ".": {}, "f:a": {} } },
      },
    ]);
    expect(fixture.history()).toEqual(["ADDED a"]);
  });

  test("makes names of 58 characters and five more, and tries eight of them", async () => {
    const fixture = new Fixture([configMaps]);
    const generateName = "a".repeat(70);
    const { object } = await create(fixture, { metadata: { generateName } });
    expect((object as ApiObject).metadata.name).toMatch(/^a{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    const stuck = { ...fixture.state, random: (length: number) => new Uint8Array(length) };
    const request = {
      resource: configMaps,
      namespace: "default",
      name: "",
      body: { metadata: { generateName: "b-" } },
    };
    let calls = 0;
    const random = (length: number) => {
      if (length === 5) calls++;
      return new Uint8Array(length);
    };
    await createObject(stuck, request, fixture.context({ random }));
    calls = 0;
    expect(await refusal(createObject(stuck, request, fixture.context({ random })))).toEqual([
      409,
      'configmaps "b-bbbbb" already exists, the server was not able to generate a unique name for the object',
    ]);
    expect(calls).toBe(8);
  });

  test.each<[body: unknown, code: number, message: string]>([
    [{ metadata: {} }, 422, 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required'],
    [{}, 422, 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required'],
    [null, 422, 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required'],
    [
      { metadata: { name: "a", namespace: "x" } },
      400,
      "the namespace of the provided object does not match the namespace sent on the request",
    ],
    [
      { metadata: { name: "a", resourceVersion: "5" } },
      500,
      "resourceVersion should not be set on objects to be created",
    ],
    [
      { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } },
      400,
      'Pod in version "v1" cannot be handled as a ConfigMap: converting (v1.Pod) to (core.ConfigMap): unknown conversion',
    ],
    [
      { apiVersion: "v1", kind: "Foo", metadata: { name: "a" } },
      400,
      'Foo in version "v1" cannot be handled as a ConfigMap: no kind "Foo" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      { metadata: { name: 5 } },
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string',
    ],
    [
      { metadata: { name: "a", finalizers: ["foo"] } },
      422,
      'ConfigMap "a" is invalid: metadata.finalizers[0]: Invalid value: "foo": name is neither a standard finalizer name nor is it fully qualified',
    ],
  ])("%j is refused with %d", async (body, code, message) => {
    expect(await refusal(create(new Fixture([configMaps]), body))).toEqual([code, message]);
  });

  test("says of a name that is taken whether its object is going", async () => {
    const fixture = new Fixture([configMaps]);
    await create(fixture, { metadata: { name: "a" } });
    expect(await refusal(create(fixture, { metadata: { name: "a" } }))).toEqual([409, 'configmaps "a" already exists']);
    const stored = fixture.store.get("configmaps", "default", "a")!;
    const metadata = { ...stored.object.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" };
    fixture.store.update("configmaps", { ...stored.object, metadata }, stored.revision);
    expect(await refusal(create(fixture, { metadata: { name: "a" } }))).toEqual([
      409,
      'object is being deleted: configmaps "a" already exists',
    ]);
  });

  test("a dry run keeps nothing, and still finds that a name is taken", async () => {
    const fixture = new Fixture([configMaps]);
    const { object } = await create(fixture, { metadata: { name: "a", resourceVersion: "5" } }, { isDryRun: true });
    expect((object as ApiObject).metadata).toMatchObject({ name: "a", resourceVersion: "5" });
    expect(fixture.history()).toEqual([]);
    await create(fixture, { metadata: { name: "a" } });
    expect((await refusal(create(fixture, { metadata: { name: "a" } }, { isDryRun: true })))[0]).toBe(409);
  });

  test("unknown fields are refused, warned of, or passed over", async () => {
    const fixture = new Fixture([configMaps]);
    const body = { metadata: { name: "a" }, foo: 1 };
    expect(await refusal(create(fixture, body, { fieldValidation: "Strict" }))).toEqual([
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "foo"',
    ]);
    await create(fixture, { metadata: { name: "b" }, foo: 1 }, { fieldValidation: "Ignore" });
    expect(fixture.warnings).toEqual([]);
    await create(fixture, body);
    expect(fixture.warnings).toEqual(['unknown field "foo"']);
  });

  test("references to owners that are there twice are told and taken away", async () => {
    const fixture = new Fixture([configMaps]);
    const owner = { apiVersion: "v1", kind: "Pod", name: "p", uid: "u" };
    const ownerReferences = [owner, { ...owner, name: "q" }, owner];
    const { object } = await create(fixture, { metadata: { name: "a", ownerReferences } });
    expect((object as ApiObject).metadata.ownerReferences).toHaveLength(2);
    expect(fixture.warnings).toEqual([
      ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: u",
    ]);
  });

  test("plugins change the object before it is prepared, and see it complete afterwards", async () => {
    const seen: string[] = [];
    const plugin = {
      name: "order",
      admit: ({ object, name, namespace }: { object?: ApiObject; name: string; namespace: string }) => {
        seen.push(`admit ${namespace}/${name} ${object!.metadata.uid === undefined}`);
        object!.metadata.labels = { admitted: "yes" };
      },
      validate: ({ object }: { object?: ApiObject }) => {
        seen.push(`validate ${object!.metadata.labels!.admitted} ${object!.metadata.labels!.prepared}`);
      },
    };
    const prepared = builtinResource({
      resource: "configmaps",
      kind: "ConfigMap",
      strategy: {
        prepareForCreate(object) {
          object.metadata.labels!.prepared = "yes";
        },
      },
    });
    const fixture = new Fixture([prepared], { admission: [plugin] });
    await create(fixture, { metadata: { name: "a" } }, {}, prepared);
    expect(seen).toEqual(["admit default/a true", "validate yes yes"]);
  });

  test("a namespace is in the namespace that it is, for plugins only", async () => {
    const seen: string[] = [];
    const plugin = { name: "p", admit: (request: { namespace: string }) => void seen.push(request.namespace) };
    const fixture = new Fixture([namespaces], { admission: [plugin] });
    const { object } = await create(fixture, { metadata: { name: "a", namespace: "b" } }, {}, namespaces);
    expect(seen).toEqual(["a"]);
    expect((object as ApiObject).metadata.namespace).toBeUndefined();
  });

  test("an object of a custom kind must say of which kind and version it is", async () => {
    const kind = widgets();
    const fixture = new Fixture([kind]);
    const metadata = { name: "w" };
    expect(await refusal(create(fixture, { metadata }, {}, kind))).toEqual([
      400,
      'the object provided is unrecognized (must be of type Widget): Object \'Kind\' is missing in \'{"metadata":{"name":"w"}}\' ({"metadata":{"name":"w"}})',
    ]);
    expect(
      await refusal(create(fixture, { apiVersion: "example.com/v2", kind: "Widget", metadata }, {}, kind)),
    ).toEqual([
      400,
      "the API version in the data (example.com/v2) does not match the expected API version (example.com/v1)",
    ]);
    expect(await refusal(create(fixture, { apiVersion: "example.com/v1", kind: "Foo", metadata }, {}, kind))).toEqual([
      422,
      'Foo.example.com "w" is invalid: kind: Invalid value: "Foo": must be Widget',
    ]);
    const finalizers = ["foo", "foo.com", "foo.com/x"];
    await create(
      fixture,
      { apiVersion: "example.com/v1", kind: "Widget", metadata: { ...metadata, finalizers } },
      {},
      kind,
    );
    expect(fixture.warnings).toEqual([
      'metadata.finalizers: "foo": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers',
      'metadata.finalizers: "foo.com": prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers',
    ]);
  });
});
