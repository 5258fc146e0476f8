import { writeFileSync } from "node:fs";
import { startReferenceServer } from "@kubewright/testing";
import { test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";
import { compare } from "./comparison.ts";
import { handlerWire } from "./handler-wire.ts";
import { served } from "./script/apply.ts";
import { applyPatch, asTable, definition, type Json, mergePatch, thing } from "./script/fixture.ts";
import { record, type Script } from "./script.ts";
import { httpsWire } from "./wire.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

function script(name: string, run: Script["run"]): Script {
  return { class: "CRD", name, run };
}
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function schema(spec: Json, more: Json = {}): Json {
  return { type: "object", properties: { spec: { type: "object", properties: spec }, ...more } };
}

const scripts: Script[] = [
  script("watch definitions", async (s) => {
    const group = "watched.example.com";
    const name = `things.${group}`;
    const list = await s.prepare("GET", definitions);
    await s.watch("life", `${definitions}?watch=true&resourceVersion=${list.metadata.resourceVersion}&fieldSelector=metadata.name%3D${name}`, {
      events: 3,
      during: () => s.prepare("POST", definitions, { body: definition(group) }),
    });
    await served(s, group);
    await s.send("instance", "POST", s.group(`${group}/v1`, "things"), { body: thing(group, "a") });
    const now = await s.prepare("GET", definitions);
    await s.watch("end", `${definitions}?watch=true&resourceVersion=${now.metadata.resourceVersion}&fieldSelector=metadata.name%3D${name}`, {
      events: 3,
      during: () => s.prepare("DELETE", `${definitions}/${name}`),
    });
  }),
  script("more invalid definitions", async (s) => {
    let n = 0;
    const post = (step: string, change: (d: Json) => void) => {
      const d = structuredClone(definition(`bad${n++}.example.com`));
      change(d);
      return s.send(step, "POST", `${definitions}?dryRun=All`, { body: d });
    };
    const props = (d: Json) => d.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties;
    await post("conversion webhook missing", (d) => { d.spec.conversion = { strategy: "Webhook" }; });
    await post("conversion webhook", (d) => { d.spec.conversion = { strategy: "Webhook", webhook: { conversionReviewVersions: ["v2", "v2", "V"], clientConfig: { url: "http://u@h/x?y#z" } } }; });
    await post("conversion service", (d) => { d.spec.conversion = { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig: { service: { name: "", namespace: "x", path: "a//b/C", port: 0 } } } }; });
    await post("conversion both", (d) => { d.spec.conversion = { strategy: "Webhook", webhook: { conversionReviewVersions: [], clientConfig: {} } }; });
    await post("conversion none with webhook", (d) => { d.spec.conversion = { strategy: "None", webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "https://h" } } }; });
    await post("conversion other", (d) => { d.spec.conversion = { strategy: "Other" }; });
    await post("selectable", (d) => { d.spec.versions[0].selectableFields = [{ jsonPath: ".spec.nope" }, { jsonPath: "spec.mode" }, { jsonPath: ".spec.mode" }, { jsonPath: ".spec.mode" }, { jsonPath: ".spec.tags" }, { jsonPath: ".spec.tags[0]" }, { jsonPath: ".metadata.name" }, { jsonPath: "" }]; });
    await post("preserve", (d) => { d.spec.preserveUnknownFields = true; });
    await post("two versions", (d) => { d.spec.versions.push({ ...d.spec.versions[0], name: "v2" }); });
    await post("two names", (d) => { d.spec.versions.push({ ...d.spec.versions[0], storage: false, schema: { openAPIV3Schema: { type: "object" } } }); });
    await post("bad version name", (d) => { d.spec.versions[0].name = "V_1"; });
    await post("deprecation", (d) => { d.spec.versions[0].deprecationWarning = "x"; });
    await post("deprecation empty", (d) => { d.spec.versions[0].deprecated = true; d.spec.versions[0].deprecationWarning = ""; });
    await post("pattern", (d) => { props(d).p = { type: "string", pattern: "a(?=b)" }; });
    await post("default wrong", (d) => { props(d).p = { type: "integer", default: "x" }; });
    await post("default unknown", (d) => { props(d).p = { type: "object", properties: {}, default: { a: 1 } }; });
    await post("unique", (d) => { props(d).p = { type: "array", uniqueItems: true, items: { type: "string" } }; });
    await post("no items", (d) => { props(d).p = { type: "array" }; });
    await post("no type", (d) => { props(d).p = { minimum: 1 }; });
    await post("bad type", (d) => { props(d).p = { type: "text" }; });
    await post("nested type", (d) => { props(d).p = { type: "integer", anyOf: [{ type: "integer" }] }; });
    await post("ref", (d) => { props(d).p = { $ref: "#/x" }; });
    await post("items list", (d) => { props(d).p = { type: "array", items: [{ type: "string" }] }; });
    await post("map keys", (d) => { props(d).p = { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a", "b"], items: { type: "object", properties: { a: { type: "string" } } } }; });
    await post("set of objects", (d) => { props(d).p = { type: "array", "x-kubernetes-list-type": "set", items: { type: "object", properties: { a: { type: "string" } } } }; });
    await post("list type", (d) => { props(d).p = { type: "object", "x-kubernetes-list-type": "foo", "x-kubernetes-map-type": "bar" }; });
    await post("both properties", (d) => { props(d).p = { type: "object", properties: { a: { type: "string" } }, additionalProperties: { type: "string" } }; });
    await post("status root", (d) => { d.spec.versions[0].subresources = { status: {} }; d.spec.versions[0].schema.openAPIV3Schema.oneOf = [{ required: ["spec"] }]; });
    await post("rules", (d) => { props(d).p = { type: "string", "x-kubernetes-validations": [{ rule: "" }, { rule: "true", message: " " }, { rule: "true", reason: "Foo" }, { rule: "true", fieldPath: ".x" }] }; });
    await post("metadata", (d) => { d.spec.versions[0].schema.openAPIV3Schema.properties.metadata = { type: "object", properties: { labels: { type: "object" } } }; });
    await post("names", (d) => { d.spec.names = { plural: "things", singular: "Thing", kind: "1thing", listKind: "1thing", shortNames: ["A"], categories: ["b_"] }; });
    await post("scope", (d) => { d.spec.scope = "World"; });
    await post("other name", (d) => { d.metadata.name = "x.y"; });
    await post("no schema", (d) => { delete d.spec.versions[0].schema; });
    await post("columns", (d) => { d.spec.versions[0].additionalPrinterColumns = [{ name: "x", type: "foo", format: "bar", jsonPath: "x" }]; });
    await post("scale", (d) => { d.spec.versions[0].subresources = { scale: { specReplicasPath: "spec.x", statusReplicasPath: ".spec.x", labelSelectorPath: ".x" } }; });
    await post("int or string", (d) => { props(d).p = { "x-kubernetes-int-or-string": true, "x-kubernetes-preserve-unknown-fields": true }; });
    await post("embedded", (d) => { props(d).p = { type: "object", "x-kubernetes-embedded-resource": true }; });
    await post("unstructured root", (d) => { d.spec.versions[0].schema.openAPIV3Schema = { type: "string" }; });
    await post("root nullable", (d) => { d.spec.versions[0].schema.openAPIV3Schema.nullable = true; });
    await post("wrong types", (d) => { props(d).p = { type: 5 }; });
  }),
];

test("schema throwaway", { timeout: 300_000 }, async () => {
  await using reference = await startReferenceServer();
  const theirs = await record(
    httpsWire({ url: reference.url, certificateAuthority: reference.caCertificate, client: reference.admin }),
    scripts,
  );
  const server = await ApiServer.start();
  const ours = await record(handlerWire(server.handle), scripts);
  await server.close();
  const comparison = compare(theirs, ours);
  const lines = [...comparison.counts].map(
    ([name, { total, identical }]) => `${name}: identical ${identical} of ${total}`,
  );
  for (const { class: name, script, step, request, details } of comparison.differences)
    lines.push(`\n## ${name} > ${script} > ${step}\n${request}`, ...details.map((detail) => `  ${detail}`));
  writeFileSync("/tmp/schema-vec/deep.txt", `${lines.join("\n")}\n`);
});
