import { describe, expect, test } from "vitest";
import type { RequestContext } from "../../src/resource/request-context.ts";
import type { Resource } from "../../src/resource/resource.ts";
import type { ApiObject } from "../../src/resource-object.ts";
import { createObject } from "../../src/verb/create.ts";
import { patchObject } from "../../src/verb/patch.ts";
import type { PatchType } from "../../src/verb/write-request.ts";
import { builtinResource, Fixture, widgets } from "./fixture.ts";
import { refusal } from "./refusal.ts";

const configMaps = builtinResource({ resource: "configmaps", kind: "ConfigMap" });

interface Options extends Partial<RequestContext> {
  readonly resource?: Resource;
  readonly name?: string;
  readonly force?: boolean;
  readonly subresource?: string;
}

async function patch(fixture: Fixture, patchType: PatchType, body: string, options: Options = {}) {
  const { resource = configMaps, name = "p", force, subresource, ...context } = options;
  const request = { resource, namespace: "default", name, patchType, body, force, subresource };
  return (await patchObject(fixture.state, request, fixture.context(context))) as { object: ApiObject; code: number };
}

async function fixtureWithObject(): Promise<Fixture> {
  const fixture = new Fixture([configMaps]);
  const body = { metadata: { name: "p" }, data: { a: "b" } };
  await createObject(fixture.state, { resource: configMaps, namespace: "default", name: "", body }, fixture.context());
  return fixture;
}

const refused = "the server rejected our request due to an error in our request";

describe("patchObject", () => {
  test.each<[PatchType, string, unknown]>([
    ["json", '[{"op":"add","path":"/data/c","value":"d"}]', { a: "b", c: "d" }],
    ["json", "null", { a: "b" }],
    ["merge", '{"data":{"a":null,"c":"d"}}', { c: "d" }],
    ["strategic", '{"data":{"a":null,"c":"d"}}', { c: "d" }],
    ["strategic", "null", { a: "b" }],
    ["strategic", '{"apiVersion":"foo/v1"}', { a: "b" }],
    ["apply", "apiVersion: v1\nkind: ConfigMap\ndata:\n  c: d\n", { a: "b", c: "d" }],
  ])("%s patch %s", async (type, body, data) => {
    const fixture = await fixtureWithObject();
    const { object, code } = await patch(fixture, type, body);
    expect([code, object.data]).toEqual([200, data]);
  });

  test.each<[PatchType, string, number, string, RequestContext["fieldValidation"]?]>([
    [
      "json",
      "{}",
      400,
      "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
    ],
    ["json", "[", 400, "error decoding patch: unexpected end of JSON input"],
    [
      "json",
      '[{"op":5}]',
      400,
      "error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string",
    ],
    ["json", '[{"op":"foo","path":"/a"}]', 422, refused],
    ["json", '[{"op":"test","path":"/data/a","value":"c"}]', 422, refused],
    ["json", "[null]", 422, refused],
    ["json", "{}", 400, "json: cannot unmarshal object into Go value of type jsonpatch.Patch", "Ignore"],
    ["json", "[", 400, "unexpected end of JSON input", "Ignore"],
    [
      "merge",
      "[]",
      400,
      "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}",
    ],
    ["merge", "null", 400, "Invalid JSON Patch"],
    ["merge", "[", 400, "Invalid JSON Patch", "Ignore"],
    ["strategic", "[]", 400, "json: cannot unmarshal array into Go value of type map[string]interface {}"],
    ["strategic", "[", 400, "unexpected end of JSON input"],
    [
      "strategic",
      '{"data":[]}',
      422,
      ' "" is invalid: patch: Invalid value: "map[data:[]]": cannot restore map from slice',
    ],
    [
      "strategic",
      '{"data":{"x":5}}',
      422,
      ' "" is invalid: patch: Invalid value: "map[data:map[x:5]]": cannot convert int64 to string',
    ],
    ["strategic", '{"$patch":"foo"}', 500, "unknown patch type: foo in map: map[$patch:foo]"],
    [
      "strategic",
      '{"foo":1,"foo":2}',
      422,
      ' "" is invalid: patch: Invalid value: "map[foo:2]": strict decoding error: duplicate field "foo", unknown field "foo"',
      "Strict",
    ],
    [
      "apply",
      "[]",
      400,
      "error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}",
    ],
    ["apply", "{}", 400, "invalid object type: /, Kind="],
    [
      "apply",
      '{"apiVersion":"v1","kind":"ConfigMap","foo":1}',
      500,
      "failed to create typed patch object (/; /v1, Kind=ConfigMap): .foo: field not declared in schema",
    ],
    [
      "apply",
      '{"apiVersion":"v1","kind":"ConfigMap","data":{"x":"1","x":"2"}}',
      400,
      'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line 1: key "x" already set in map',
      "Strict",
    ],
    ["merge", '{"metadata":{"name":"x"}}', 400, "the name of the object (x) does not match the name on the URL (p)"],
    [
      "merge",
      '{"metadata":{"uid":"x"}}',
      422,
      'ConfigMap "p" is invalid: metadata.uid: Invalid value: "x": field is immutable',
    ],
    [
      "merge",
      '{"metadata":{"resourceVersion":"1"}}',
      409,
      'Operation cannot be fulfilled on configmaps "p": the object has been modified; please apply your changes to the latest version and try again',
    ],
  ])("%s patch %s is refused with %d %s", async (type, body, code, message, fieldValidation = "Warn") => {
    expect(await refusal(patch(await fixtureWithObject(), type, body, { fieldValidation }))).toEqual([code, message]);
  });

  test("shows what a patch made that is no object of the kind, members of what it touched in order", async () => {
    const fixture = await fixtureWithObject();
    const [code, message] = await refusal(patch(fixture, "merge", '{"foo":1,"foo":2}', { fieldValidation: "Strict" }));
    expect(code).toBe(422);
    expect(message).toMatch(
      /^ "" is invalid: patch: Invalid value: "\{\\"apiVersion\\":\\"v1\\",\\"data\\":\{\\"a\\":\\"b\\"\},\\"foo\\":2,\\"kind\\":\\"ConfigMap\\",\\"metadata\\":/,
    );
    expect(message).toMatch(/: strict decoding error: duplicate field "foo", unknown field "foo"$/);
    const [, kind] = await refusal(patch(fixture, "merge", '{"kind":"Pod"}'));
    expect(kind).toMatch(/: converting \(v1\.Pod\) to \(core\.ConfigMap\): unknown conversion$/);
  });

  test("tells of fields that operations do not have, then of those that the object does not", async () => {
    const fixture = await fixtureWithObject();
    await patch(fixture, "json", '[{"op":"add","path":"/foo","value":5,"x":1,"op":"add"}]');
    expect(fixture.warnings).toEqual([
      'json patch unknown field "[0].x"',
      'json patch duplicate field "[0].op"',
      'unknown field "foo"',
    ]);
    expect(fixture.history()).toEqual(["ADDED p"]);
  });

  test("too many operations are too large", async () => {
    const operations = Array.from({ length: 10_001 }, () => ({ op: "test", path: "/data/a", value: "b" }));
    expect(await refusal(patch(await fixtureWithObject(), "json", JSON.stringify(operations)))).toEqual([
      413,
      "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001",
    ]);
  });

  test("only what is applied is made", async () => {
    const fixture = new Fixture([configMaps]);
    expect(await refusal(patch(fixture, "merge", "{}"))).toEqual([404, 'configmaps "p" not found']);
    const body = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"p"},"data":{"a":"b"}}';
    const { object, code } = await patch(fixture, "apply", body, { fieldManager: "applier" });
    expect(code).toBe(201);
    expect(object.metadata.managedFields).toMatchObject([{ manager: "applier", operation: "Apply" }]);
    const uid = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"q","uid":"x"}}';
    expect(await refusal(patch(fixture, "apply", uid, { name: "q" }))).toEqual([
      409,
      'Operation cannot be fulfilled on configmaps "q": uid mismatch: the provided object specified uid x, and no existing object was found',
    ]);
  });

  test("what others own is a conflict unless it is taken by force; applying the same again changes nothing", async () => {
    const fixture = await fixtureWithObject();
    const body = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"p"},"data":{"a":"mine"}}';
    expect(await refusal(patch(fixture, "apply", body, { fieldManager: "applier" }))).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "tester" using v1: .data.a',
    ]);
    await patch(fixture, "apply", body, { fieldManager: "applier", force: true });
    fixture.clock.advance(10_000);
    await patch(fixture, "apply", body, { fieldManager: "applier" });
    expect(fixture.history()).toEqual(["ADDED p", "MODIFIED p"]);
  });

  test("a patch of a custom kind may not change the kind", async () => {
    const resource = widgets();
    const fixture = new Fixture([resource]);
    const body = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "p" }, spec: { size: 1 } };
    await createObject(fixture.state, { resource, namespace: "default", name: "", body }, fixture.context());
    expect(await refusal(patch(fixture, "merge", '{"kind":"Foo"}', { resource }))).toEqual([
      422,
      'Foo.example.com "p" is invalid: kind: Invalid value: "Foo": must be Widget',
    ]);
    expect(await refusal(patch(fixture, "merge", '{"apiVersion":"foo/v1"}', { resource }))).toEqual([
      422,
      'Widget.foo "p" is invalid: apiVersion: Invalid value: "foo/v1": must be example.com/v1',
    ]);
    const { object } = await patch(fixture, "merge", '{"spec":{"size":2}}', { resource });
    expect(object.metadata.generation).toBe(2);
    const status = await patch(fixture, "merge", '{"spec":{"size":3},"status":{"x":1}}', {
      resource,
      subresource: "status",
    });
    expect(status.object).toMatchObject({ spec: { size: 2 }, status: { x: 1 } });
    expect(
      await refusal(patch(fixture, "apply", JSON.stringify(body), { resource, name: "q", subresource: "status" })),
    ).toEqual([404, 'widgets.example.com "q" not found']);
  });
});
