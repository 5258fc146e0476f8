import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ApiServer } from "../src/server/api-server.ts";
import { handlerWire } from "./conformance/handler-wire.ts";

// biome-ignore lint/suspicious/noExplicitAny: objects of any shape
type Json = Record<string, any>;

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const group = "test.example.com";

function version(name: string, spec: Json, more: Json = {}): Json {
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: spec } } } };
  return { name, served: true, storage: false, schema, ...more };
}

function definition(...versions: Json[]): Json {
  const names = { plural: "things", kind: "Thing" };
  return { metadata: { name: `things.${group}` }, spec: { group, scope: "Cluster", names, versions } };
}

describe("custom resources", () => {
  let server: ApiServer;
  beforeEach(async () => {
    server = await ApiServer.start();
  });
  afterEach(() => server.close());

  async function send(method: string, target: string, body?: Json): Promise<Json & { warnings: readonly string[] }> {
    const contentType = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const response = await handlerWire(server.handle).send({
      method,
      target,
      headers: { "content-type": contentType },
      ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
    });
    const pieces: Uint8Array[] = [];
    for await (const piece of response.body) pieces.push(piece);
    return { ...JSON.parse(Buffer.concat(pieces).toString()), warnings: response.headers.get("warning") ?? [] };
  }

  const things = (name: string): string => `/apis/${group}/${name}/things`;
  const thing = (name: string, spec: Json): Json => ({
    apiVersion: `${group}/${name}`,
    kind: "Thing",
    metadata: { name: "a" },
    spec,
  });

  test("can be created as soon as their definition is", async () => {
    await send("POST", definitions, definition(version("v1", { n: { type: "integer" } }, { storage: true })));
    expect(await send("POST", things("v1"), thing("v1", { n: 1 }))).toMatchObject({ kind: "Thing", spec: { n: 1 } });
  });

  test("are told to be deleted by those who watch them before the watch ends with their definition", async () => {
    await send("POST", definitions, definition(version("v1", {}, { storage: true })));
    const { metadata } = await send("GET", things("v1"));
    const target = `${things("v1")}?watch=true&resourceVersion=${metadata.resourceVersion}`;
    const watch = await handlerWire(server.handle).send({ method: "GET", target, headers: {} });
    await send("POST", things("v1"), thing("v1", {}));
    await send("DELETE", `${definitions}/things.${group}`);
    const pieces: Uint8Array[] = [];
    for await (const piece of watch.body) pieces.push(piece);
    const events = Buffer.concat(pieces).toString().trim().split("\n");
    expect(events.map((line) => JSON.parse(line).type)).toEqual(["ADDED", "DELETED"]);
  });

  test("are accepted with rules that are not evaluated, and the client is told", async () => {
    const rules = [{ rule: "self > 0" }];
    const n = { type: "integer", "x-kubernetes-validations": rules };
    const made = await send("POST", definitions, definition(version("v1", { n }, { storage: true })));
    expect(made.warnings).toEqual([
      '299 - "version \\"v1\\": x-kubernetes-validations are kept, but this server does not evaluate them"',
    ]);
    expect(
      made.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.n["x-kubernetes-validations"],
    ).toEqual(rules);
    expect(await send("POST", things("v1"), thing("v1", { n: 0 }))).toMatchObject({ kind: "Thing" });
  });

  test("are shown with defaults that came later, at the version they had", async () => {
    await send("POST", definitions, definition(version("v1", { n: { type: "integer" } }, { storage: true })));
    const made = await send("POST", things("v1"), thing("v1", {}));
    const versions = [version("v1", { n: { type: "integer", default: 7 } }, { storage: true })];
    await send("PATCH", `${definitions}/things.${group}`, { spec: { versions } });
    expect(await send("GET", `${things("v1")}/a`)).toMatchObject({
      metadata: { resourceVersion: made.metadata.resourceVersion },
      spec: { n: 7 },
    });
  });

  test("lose in each version what its schema does not know, and keep what is stored", async () => {
    const stored = version("v2", { a: { type: "string" }, b: { type: "string" } }, { storage: true });
    await send("POST", definitions, definition(version("v1", { a: { type: "string" } }), stored));
    await send("POST", things("v2"), thing("v2", { a: "1", b: "2" }));
    expect((await send("GET", `${things("v1")}/a`)).spec).toEqual({ a: "1" });
    expect((await send("GET", `${things("v2")}/a`)).spec).toEqual({ a: "1", b: "2" });
  });

  test("go with their definition, which can then be made anew", async () => {
    const made = definition(version("v1", {}, { storage: true }));
    await send("POST", definitions, made);
    await send("POST", things("v1"), thing("v1", {}));
    await send("DELETE", `${definitions}/things.${group}`);
    expect(await send("GET", `${definitions}/things.${group}`)).toMatchObject({ code: 404 });
    await send("POST", definitions, made);
    expect((await send("GET", things("v1"))).items).toEqual([]);
  });

  test("are served once names that another definition has are free", async () => {
    await send("POST", definitions, definition(version("v1", {}, { storage: true })));
    const second = definition(version("v1", {}, { storage: true }));
    second.metadata.name = `others.${group}`;
    second.spec.names = { plural: "others", kind: "Thing", listKind: "OtherList" };
    await send("POST", definitions, second);
    const accepted = async (): Promise<Json> => {
      const { status } = await send("GET", `${definitions}/others.${group}`);
      return status.conditions.find(({ type }: Json) => type === "NamesAccepted");
    };
    expect(await accepted()).toMatchObject({ status: "False", reason: "KindConflict" });
    await send("DELETE", `${definitions}/things.${group}`);
    expect(await accepted()).toMatchObject({ status: "True", reason: "NoConflicts" });
    expect(await send("GET", `/apis/${group}/v1/others`)).toMatchObject({ kind: "OtherList" });
  });
});
