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
  script("columns deep", async (s) => {
    const group = "columns2.example.com";
    const col = (name: string, type: string, jsonPath: string, more: Json = {}) => ({ name, type, jsonPath, ...more });
    await s.prepare("POST", definitions, {
      body: definition(group, {
        schema: schema(
          { any: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
          { status: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        ),
        version: {
          additionalPrinterColumns: [
            col("Ready", "string", '.status.conditions[?(@.type=="Ready")].status'),
            col("Ready2", "string", ".status.conditions[?(@.type=='Ready')].status"),
            col("Int", "integer", ".spec.any.i"),
            col("IntF", "integer", ".spec.any.f"),
            col("IntS", "integer", ".spec.any.s"),
            col("Num", "number", ".spec.any.i"),
            col("NumF", "number", ".spec.any.f"),
            col("Bool", "boolean", ".spec.any.b"),
            col("BoolS", "string", ".spec.any.b"),
            col("StrI", "string", ".spec.any.i"),
            col("StrF", "string", ".spec.any.f"),
            col("StrBig", "string", ".spec.any.big"),
            col("StrO", "string", ".spec.any.o"),
            col("StrL", "string", ".spec.any.l"),
            col("Star", "string", ".spec.any.l[*]"),
            col("Idx", "string", ".spec.any.l[1]"),
            col("Neg", "string", ".spec.any.l[-1]"),
            col("Out", "string", ".spec.any.l[7]"),
            col("Slice", "string", ".spec.any.l[0:2]"),
            col("Key", "string", ".spec.any['s']"),
            col("Esc", "string", ".metadata.annotations.a\\.b/c"),
            col("Null", "string", ".spec.any.n"),
            col("NullI", "integer", ".spec.any.n"),
            col("Rec", "string", "..s"),
            col("Deep", "string", ".spec.any.o.x.y"),
            col("NotList", "string", ".spec.any.s[0]"),
            col("Exists", "string", ".status.conditions[?(@.reason)].type"),
            col("Gt", "string", ".spec.any.items[?(@.n>1)].name"),
            col("GtF", "string", ".spec.any.items[?(@.n>1.5)].name"),
            col("Ne", "string", '.spec.any.items[?(@.name!="a")].name'),
            col("Date", "date", ".spec.any.date"),
            col("BadDate", "date", ".spec.any.s"),
            col("NoDate", "date", ".spec.any.zzz"),
            col("Fut", "date", ".spec.any.future"),
            col("Html", "string", ".spec.any.html"),
            col("HtmlO", "string", ".spec.any.htmlo"),
            col("Root", "string", "."),
            col("Union", "string", ".spec.any['s','i']"),
            col("Empty", "string", ".spec.any.e"),
          ],
        },
      }),
    });
    await served(s, group);
    const path = s.group(`${group}/v1`, "things");
    await s.send("create", "POST", path, {
      body: thing(group, "a", {
        metadata: { annotations: { "a.b/c": "ann" } },
        spec: {
          any: {
            i: 5,
            f: 1.5,
            s: "text",
            b: true,
            big: 12345678.5,
            o: { z: 1, a: { x: "<" } },
            l: ["p", "q", "r"],
            n: null,
            items: [
              { name: "a", n: 1 },
              { name: "b", n: 2 },
            ],
            date: "2001-01-01T00:00:00Z",
            future: "2999-01-01T00:00:00Z",
            html: "<a&b>",
            htmlo: { k: "<a&b>" },
            e: "",
          },
        },
        status: {
          conditions: [
            { type: "Other", status: "False" },
            { type: "Ready", status: "True", reason: "x" },
          ],
        },
      }),
    });
    await s.send("empty", "POST", path, { body: thing(group, "b", { spec: {} }) });
    await s.send("table", "GET", path, { accept: asTable });
    await s.send("default table", "GET", `${definitions}/things.${group}`, { accept: asTable });
  }),
  script("embedded", async (s) => {
    const group = "embedded.example.com";
    const embedded = {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    };
    await s.prepare("POST", definitions, {
      body: definition(group, {
        schema: schema({
          template: embedded,
          list: { type: "array", items: embedded },
          strict: {
            type: "object",
            "x-kubernetes-embedded-resource": true,
            properties: { spec: { type: "object", properties: { a: { type: "integer" } } } },
          },
        }),
      }),
    });
    await served(s, group);
    const path = s.group(`${group}/v1`, "things");
    let n = 0;
    const create = (step: string, spec: Json, query = "") =>
      s.send(step, "POST", path + query, { body: thing(group, `e${n++}`, { spec }) });
    await create("good", {
      template: { apiVersion: "v1", kind: "Pod", metadata: { name: "x", labels: { a: "b" } }, spec: { free: 1 } },
    });
    await create("missing", { template: {} });
    await create("bad types", { template: { apiVersion: 1, kind: "Pod" } });
    await create("bad metadata", { template: { apiVersion: "v1", kind: "Pod", metadata: { name: 5 } } });
    await create("bad metadata 2", { template: { apiVersion: "v1", kind: "Pod", metadata: { labels: "x" } } });
    await create("bad time", { template: { apiVersion: "v1", kind: "Pod", metadata: { creationTimestamp: "x" } } });
    await create("bad gv", { template: { apiVersion: "a/b/c", kind: "pod_" } });
    await create("bad name", {
      template: { apiVersion: "v1", kind: "Pod", metadata: { name: "a/b", labels: { "-": "x y" }, namespace: "A" } },
    });
    await create(
      "unknown metadata",
      {
        template: { apiVersion: "v1", kind: "Pod", metadata: { name: "x", foo: 1 } },
        list: [{ apiVersion: "v1", kind: "Pod", metadata: { bar: 1 } }],
      },
      "?fieldValidation=Warn",
    );
    await create(
      "unknown metadata strict",
      { template: { apiVersion: "v1", kind: "Pod", metadata: { name: "x", foo: 1 } } },
      "?fieldValidation=Strict",
    );
    await create(
      "strict",
      { strict: { apiVersion: "v1", kind: "Pod", metadata: { name: "x" }, spec: { a: 1, b: 2 }, more: 1 } },
      "?fieldValidation=Warn",
    );
    await s.send("root metadata", "POST", `${path}?fieldValidation=Strict`, {
      body: thing(group, "r", { metadata: { foo: 1, ownerReferences: [{ bar: 1 }] } }),
    });
    await s.send("root metadata type", "POST", path, { body: thing(group, "r", { metadata: { labels: { a: 1 } } }) });
    await s.send("root metadata list", "POST", path, {
      body: { apiVersion: `${group}/v1`, kind: "Thing", metadata: [] },
    });
  }),
  script("values", async (s) => {
    const group = "values2.example.com";
    await s.prepare("POST", definitions, {
      body: definition(group, {
        schema: {
          type: "object",
          required: ["spec"],
          properties: {
            spec: {
              type: "object",
              required: ["must"],
              properties: {
                must: { type: "string", minLength: 2 },
                one: {
                  type: "object",
                  properties: { a: { type: "string" }, b: { type: "string" } },
                  oneOf: [{ required: ["a"] }, { required: ["b"] }],
                },
                any: {
                  type: "object",
                  properties: { a: { type: "integer" }, b: { type: "string" } },
                  anyOf: [
                    { properties: { a: { minimum: 5 } }, required: ["a"] },
                    { properties: { b: { pattern: "^x" } }, required: ["b"] },
                  ],
                },
                not: { type: "integer", not: { enum: [1, 2] } },
                all: { type: "integer", allOf: [{ minimum: 2 }, { multipleOf: 3 }] },
                f: { type: "number", maximum: 1000000, minimum: 0.5 },
                i32: { type: "integer", format: "int32" },
                nul: { type: "string", nullable: true },
                e: { type: "integer", enum: [1, 2, 3] },
                map: {
                  type: "object",
                  additionalProperties: { type: "object", required: ["x"], properties: { x: { type: "string" } } },
                  maxProperties: 2,
                },
                list: { type: "array", minItems: 1, maxItems: 2, items: { type: "integer", minimum: 0 } },
                d: { type: "string", format: "duration" },
                b: { type: "string", format: "byte" },
                def: {
                  type: "object",
                  default: {},
                  properties: {
                    x: { type: "integer", default: 7 },
                    y: {
                      type: "array",
                      items: { type: "object", properties: { z: { type: "string", default: "q" } } },
                    },
                  },
                },
                rules: {
                  type: "object",
                  "x-kubernetes-validations": [{ rule: "self.a > 0", message: "a must be positive" }],
                  properties: { a: { type: "integer", maximum: 5 } },
                },
              },
            },
          },
        },
      }),
    });
    await served(s, group);
    const path = s.group(`${group}/v1`, "things");
    let n = 0;
    const create = (step: string, spec: unknown) =>
      s.send(step, "POST", path, {
        body: { apiVersion: `${group}/v1`, kind: "Thing", metadata: { name: `v${n++}` }, spec },
      });
    const m = { must: "ok" };
    await s.send("no spec", "POST", path, {
      body: { apiVersion: `${group}/v1`, kind: "Thing", metadata: { name: "nospec" } },
    });
    await create("no must", {});
    await create("short", { must: "a" });
    await create("one none", { ...m, one: {} });
    await create("one both", { ...m, one: { a: "1", b: "2" } });
    await create("any none", { ...m, any: {} });
    await create("any near", { ...m, any: { a: 1, b: "y" } });
    await create("not", { ...m, not: 1 });
    await create("all", { ...m, all: 1 });
    await create("all2", { ...m, all: 4 });
    await create("float", { ...m, f: 1000000.5 });
    await create("float2", { ...m, f: 0.25 });
    await create("float3", { ...m, f: 2000000 });
    await create("int32", { ...m, i32: 2147483648 });
    await create("float int", { ...m, i32: 1.5 });
    await create("null ok", { ...m, nul: null });
    await create("null dropped", { ...m, e: null });
    await create("enum", { ...m, e: 9 });
    await create("map", { ...m, map: { a: {}, "b.c": { x: 1 } } });
    await create("map many", { ...m, map: { a: { x: "" }, b: { x: "" }, c: { x: "" } } });
    await create("list", { ...m, list: [] });
    await create("list many", { ...m, list: [1, 2, -3] });
    await create("duration", { ...m, d: "x" });
    await create("byte", { ...m, b: "!" });
    await create("defaults", { ...m, def: { y: [{}, { z: "w" }, null] } });
    await create("rules blocked", { must: "ok", rules: { a: "x" } });
    await create("rules limit", { must: "ok", rules: { a: 9 } });
    await s.send("big int", "POST", path, {
      body: {
        apiVersion: `${group}/v1`,
        kind: "Thing",
        metadata: { name: "big" },
        spec: { must: "ok", f: 9007199254740993n },
      },
    });
  }),
  script("ratcheting", async (s) => {
    const group = "ratchet.example.com";
    const make = (limit: number) =>
      definition(group, {
        schema: schema(
          {
            s: { type: "string", maxLength: limit },
            n: { type: "integer" },
            l: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
          },
          {
            status: {
              type: "object",
              properties: { p: { type: "string", maxLength: limit }, q: { type: "integer", maximum: 3 } },
            },
          },
        ),
        version: { subresources: { status: {} } },
      });
    await s.prepare("POST", definitions, { body: make(10) });
    await served(s, group);
    const path = s.group(`${group}/v1`, "things");
    await s.send("create", "POST", path, { body: thing(group, "a", { spec: { s: "abcdefgh", n: 1 } }) });
    await s.send("status", "PATCH", `${path}/a/status`, {
      body: { status: { p: "abcdefgh" } },
      contentType: mergePatch,
    });
    const next = make(3).spec.versions;
    await s.prepare("PATCH", `${definitions}/things.${group}`, {
      body: { spec: { versions: next } },
      contentType: mergePatch,
    });
    await sleep(1500);
    await s.send("unchanged passes", "PATCH", `${path}/a`, { body: { spec: { n: 2 } }, contentType: mergePatch });
    await s.send("changed fails", "PATCH", `${path}/a`, { body: { spec: { s: "zzzzz" } }, contentType: mergePatch });
    await s.send("status unchanged", "PATCH", `${path}/a/status`, {
      body: { status: { q: 2 } },
      contentType: mergePatch,
    });
    await s.send("status changed", "PATCH", `${path}/a/status`, {
      body: { status: { p: "zzzzz", q: 9 } },
      contentType: mergePatch,
    });
    await s.send("status without", "PATCH", `${path}/a/status`, { body: { status: null }, contentType: mergePatch });
    await s.send("status of other things", "PATCH", `${path}/a/status`, {
      body: { metadata: { labels: { a: "b" } }, spec: { n: 9 }, status: { q: 1 } },
      contentType: mergePatch,
    });
  }),
  script("names", async (s) => {
    const group = "names.example.com";
    await s.prepare("POST", definitions, { body: definition(group) });
    await served(s, group);
    const other = definition(group, {
      spec: { names: { plural: "others", singular: "other", kind: "Other", shortNames: ["th", "things"] } },
    });
    other.metadata.name = `others.${group}`;
    await s.send("conflicting short names", "POST", definitions, { body: other });
    await sleep(700);
    await s.send("status", "GET", `${definitions}/others.${group}`);
    await s.send("not served", "GET", s.group(`${group}/v1`, "others"));
    await s.send("discovery", "GET", `/apis/${group}/v1`);
    const kind = definition(group, { spec: { names: { plural: "thirds", kind: "Thing", listKind: "ThirdList" } } });
    kind.metadata.name = `thirds.${group}`;
    await s.send("conflicting kind", "POST", definitions, { body: kind });
    await sleep(700);
    await s.send("kind status", "GET", `${definitions}/thirds.${group}`);
    await s.prepare("DELETE", `${definitions}/things.${group}`);
    await sleep(1500);
    await s.send("status after", "GET", `${definitions}/others.${group}`);
    await s.send("kind after", "GET", `${definitions}/thirds.${group}`);
  }),
  script("protected", async (s) => {
    const d = definition("foo.k8s.io");
    await s.send("missing", "POST", definitions, { body: d });
    await s.send("invalid", "POST", definitions, {
      body: { ...d, metadata: { ...d.metadata, annotations: { "api-approved.kubernetes.io": "yes" } } },
    });
    await s.send("bypassed", "POST", definitions, {
      body: { ...d, metadata: { ...d.metadata, annotations: { "api-approved.kubernetes.io": "unapproved, test" } } },
    });
    await sleep(800);
    await s.send("status", "GET", `${definitions}/things.foo.k8s.io`);
  }),
  script("termination", async (s) => {
    const group = "ending.example.com";
    await s.prepare("POST", definitions, { body: definition(group) });
    await served(s, group);
    const path = s.group(`${group}/v1`, "things");
    await s.send("held", "POST", path, { body: thing(group, "held", { metadata: { finalizers: ["x.y/z"] } }) });
    await s.send("free", "POST", path, { body: thing(group, "free") });
    await s.send("delete", "DELETE", `${definitions}/things.${group}`);
    await sleep(500);
    await s.send("state", "GET", `${definitions}/things.${group}`);
    await s.send("list", "GET", path);
    await s.send("create", "POST", path, { body: thing(group, "late") });
    await s.send("again", "DELETE", `${definitions}/things.${group}`);
    await s.send("discovery", "GET", `/apis/${group}/v1`);
    await s.send("release", "PATCH", `${path}/held`, {
      body: { metadata: { finalizers: null } },
      contentType: mergePatch,
    });
    await sleep(6500);
    await s.send("gone", "GET", `${definitions}/things.${group}`);
    await s.send("path gone", "GET", path);
  }),
  script("scale odd", async (s) => {
    const group = "scale2.example.com";
    const any = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    await s.prepare("POST", definitions, {
      body: definition(group, {
        schema: { type: "object", properties: { spec: any, status: any } },
        version: {
          subresources: {
            status: {},
            scale: {
              specReplicasPath: ".spec.deep.replicas",
              statusReplicasPath: ".status.replicas",
              labelSelectorPath: ".status.sel",
            },
          },
        },
      }),
    });
    await served(s, group);
    const path = s.group(`${group}/v1`, "things");
    await s.send("bad replicas", "POST", path, { body: thing(group, "bad", { spec: { deep: { replicas: "x" } } }) });
    await s.send("bad deep", "POST", path, { body: thing(group, "bad", { spec: { deep: 5 } }) });
    await s.send("negative", "POST", path, { body: thing(group, "bad", { spec: { deep: { replicas: -1 } } }) });
    await s.send("huge", "POST", path, { body: thing(group, "bad", { spec: { deep: { replicas: 2147483648 } } }) });
    await s.send("none", "POST", path, { body: thing(group, "none", { spec: {} }) });
    await s.send("get none", "GET", `${path}/none/scale`);
    await s.send("patch none", "PATCH", `${path}/none/scale`, {
      body: { metadata: { labels: { a: "b" } } },
      contentType: mergePatch,
    });
    await s.send("patch some", "PATCH", `${path}/none/scale`, {
      body: { spec: { replicas: 3 } },
      contentType: mergePatch,
    });
    await s.send("get", "GET", `${path}/none/scale`);
    await s.send("zero", "PATCH", `${path}/none/scale`, { body: { spec: { replicas: 0 } }, contentType: mergePatch });
    await s.send("apply", "PATCH", `${path}/none/scale?fieldManager=m&force=true`, {
      body: { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "none" }, spec: { replicas: 4 } },
      contentType: applyPatch,
    });
    await s.send("object", "GET", `${path}/none`);
    await s.send("bad status", "PATCH", `${path}/none/status`, {
      body: { status: { replicas: "x", sel: 5 } },
      contentType: mergePatch,
    });
    await s.send("status", "PATCH", `${path}/none/status`, {
      body: { status: { replicas: 2, sel: "a=b" } },
      contentType: mergePatch,
    });
    await s.send("get again", "GET", `${path}/none/scale`);
    await s.send("table", "GET", `${path}/none/scale`, { accept: asTable });
    await s.send("delete scale", "DELETE", `${path}/none/scale`);
  }),
  script("definition warnings", async (s) => {
    const group = "warn.example.com";
    await s.send("formats", "POST", definitions, {
      body: definition(group, {
        schema: schema({
          a: { type: "string", format: "foo" },
          b: { type: "integer", format: "int16" },
          c: { type: "object", format: "x" },
        }),
      }),
    });
    const other = definition("warn2.example.com");
    await s.send("unknown", "POST", `${definitions}?fieldValidation=Warn`, {
      body: { ...other, spec: { ...other.spec, nope: 1 } },
    });
    const dep = definition("warn3.example.com", { version: { deprecated: true, deprecationWarning: "go away" } });
    await s.prepare("POST", definitions, { body: dep });
    await served(s, "warn3.example.com");
    await s.send("deprecated", "GET", s.group("warn3.example.com/v1", "things"));
    await s.send("create echo", "POST", definitions, { body: definition("echo.example.com") });
  }),
  script("apply", async (s) => {
    const group = "apply2.example.com";
    await s.prepare("POST", definitions, {
      body: definition(group, {
        schema: schema({
          m: {
            type: "array",
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["k"],
            items: {
              type: "object",
              required: ["k"],
              properties: { k: { type: "string" }, p: { type: "string", default: "TCP" }, v: { type: "integer" } },
            },
          },
          set: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
          at: { type: "object", "x-kubernetes-map-type": "atomic", additionalProperties: { type: "string" } },
          any: {
            type: "object",
            "x-kubernetes-preserve-unknown-fields": true,
            properties: { known: { type: "string" } },
          },
          io: { "x-kubernetes-int-or-string": true },
          free: { "x-kubernetes-preserve-unknown-fields": true },
        }),
      }),
    });
    await served(s, group);
    const path = s.group(`${group}/v1`, "things");
    const apply = (step: string, manager: string, spec: Json, query = "") =>
      s.send(step, "PATCH", `${path}/a?fieldManager=${manager}${query}`, {
        body: { apiVersion: `${group}/v1`, kind: "Thing", metadata: { name: "a" }, spec },
        contentType: applyPatch,
      });
    await apply("first", "one", {
      m: [{ k: "a", v: 1 }],
      set: ["x"],
      at: { a: "1" },
      any: { known: "k", other: { deep: [1] } },
      io: 5,
      free: { x: 1 },
    });
    await apply("second", "two", { m: [{ k: "b", v: 2 }], set: ["y"], any: { other: { more: 1 } } });
    await apply("conflict", "two", { m: [{ k: "a", v: 9 }], at: { b: "2" }, io: "x", free: "text" });
    await apply("forced", "two", { m: [{ k: "a", v: 9 }], at: { b: "2" }, io: "x", free: [1] }, "&force=true");
    await apply("unknown", "two", { zzz: 1 }, "&fieldValidation=Strict");
    await apply("unknown ignored", "two", { zzz: 1 });
    await apply("duplicate", "two", { m: [{ k: "a" }, { k: "a" }] });
    await apply("wrong type", "two", { m: "x" });
    await apply("no key", "two", { m: [{ v: 1 }] });
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
