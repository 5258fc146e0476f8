import type { Script } from "../script.ts";
import { served } from "./apply.ts";
import { applyPatch, asTable, definition, type Json, jsonPatch, mergePatch, strategicPatch, thing } from "./fixture.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Definitions of custom resources, and the resources. */
export const definitionScripts: Script[] = [
  {
    class: "CRD",
    name: "life of a definition",
    async run(s) {
      const group = "life.example.com";
      await s.send("not served yet", "GET", s.group(`${group}/v1`, "things"));
      await s.prepare("POST", definitions, { body: definition(group) });
      await served(s, group);
      await s.send("read", "GET", `${definitions}/things.${group}`);
      await s.send("group discovery", "GET", `/apis/${group}`);
      await s.send("resource discovery", "GET", `/apis/${group}/v1`);
      await s.send("create one", "POST", s.group(`${group}/v1`, "things"), { body: thing(group, "a") });
      await s.send("list", "GET", s.group(`${group}/v1`, "things"));
      await s.send("list everywhere", "GET", `/apis/${group}/v1/things`);
      await s.send("another version", "GET", s.group(`${group}/v2`, "things"));
      await s.send("an unknown subresource", "GET", s.group(`${group}/v1`, "things", "a", "dance"));
      await s.send("status without the subresource", "GET", s.group(`${group}/v1`, "things", "a", "status"));
    },
  },
  {
    class: "CRD",
    name: "pruning, defaults and validation",
    async run(s) {
      const group = "values.example.com";
      await s.prepare("POST", definitions, { body: definition(group) });
      await served(s, group);
      const path = s.group(`${group}/v1`, "things");
      let count = 0;
      const create = (step: string, spec: unknown, query = "") =>
        s.send(step, "POST", path + query, { body: thing(group, `t${count++}`, { spec }) });
      await create("defaults", {});
      await create("null is replaced by the default", { size: null });
      await create("prunes", { unknown: 1, free: { kept: 1 }, ports: [{ name: "a", more: true }] });
      await create("warns of what it prunes", { unknown: 1 }, "?fieldValidation=Warn");
      await create(
        "refuses what it would prune",
        { unknown: 1, ports: [{ name: "a", more: true }] },
        "?fieldValidation=Strict",
      );
      await create("too large", { size: 11 });
      await create("too small", { size: -1 });
      await create("no integer", { size: 1.5 });
      await create("a text for a number", { size: "many" });
      await create("no member of the enumeration", { mode: "lame" });
      await create("against the pattern", { name: "UPPER" });
      await create("too long", { name: "abcdefghij" });
      await create("several at once", { size: 99, mode: "x", name: "A" });
      await create("the same tag twice", { tags: ["a", "b", "a"] });
      await create("the same port twice", { ports: [{ name: "a" }, { name: "a" }] });
      await create("a port without a name", { ports: [{ port: 1 }] });
      await create("an integer or a string", { target: "80%" });
      await create("neither", { target: true });
      await create("a map of integers", { limits: { a: 1, b: 2 } });
      await create("a map with a text", { limits: { a: "x" } });
      await create("a bad time", { when: "noon" });
      await create("a list for an object", []);
      await create("a big integer", { limits: { a: 9007199254740993n } });
      await create("an object for a string", { name: {} });
      await s.send("without a spec", "POST", path, {
        body: { apiVersion: `${group}/v1`, kind: "Thing", metadata: { name: "bare" } },
      });
      await s.send("with a spec of text", "POST", path, {
        body: { apiVersion: `${group}/v1`, kind: "Thing", metadata: { name: "texty" }, spec: "x" },
      });
      await s.send("another kind", "POST", path, {
        body: { apiVersion: `${group}/v1`, kind: "Other", metadata: { name: "k" } },
      });
      await s.send("another version", "POST", path, {
        body: { apiVersion: `${group}/v9`, kind: "Thing", metadata: { name: "k" } },
      });
      await s.send("no kind", "POST", path, { body: { metadata: { name: "k" } } });
      await s.send("bad labels", "POST", path, {
        body: thing(group, "labels", { metadata: { labels: { "-": "x y" } } }),
      });
      await s.send("a bad name", "POST", path, { body: thing(group, "Upper_") });
    },
  },
  {
    class: "CRD",
    name: "writes",
    async run(s) {
      const group = "writes.example.com";
      await s.prepare("POST", definitions, { body: definition(group) });
      await served(s, group);
      const path = s.group(`${group}/v1`, "things");
      const made = await s.send("create", "POST", path, {
        body: thing(group, "a", { spec: { size: 2 }, status: { phase: "kept" } }),
      });
      await s.send("replace", "PUT", `${path}/a`, { body: { ...made.body, spec: { size: 3 } } });
      await s.send("replace with an old version", "PUT", `${path}/a`, { body: { ...made.body, spec: { size: 4 } } });
      await s.send("replace without a version", "PUT", `${path}/a`, { body: thing(group, "a") });
      await s.send("change the status", "PATCH", `${path}/a`, {
        body: { status: { phase: "x" } },
        contentType: mergePatch,
      });
      await s.send("change metadata", "PATCH", `${path}/a`, {
        body: { metadata: { labels: { x: "y" } } },
        contentType: mergePatch,
      });
      await s.send("change nothing", "PATCH", `${path}/a`, {
        body: { metadata: { labels: { x: "y" } } },
        contentType: mergePatch,
      });
      await s.send("a JSON patch", "PATCH", `${path}/a`, {
        body: [{ op: "replace", path: "/spec/size", value: 7 }],
        contentType: jsonPatch,
      });
      await s.send("a strategic patch", "PATCH", `${path}/a`, { body: {}, contentType: strategicPatch });
      await s.send("an unknown field, strictly", "PATCH", `${path}/a?fieldValidation=Strict`, {
        body: { spec: { nope: 1 } },
        contentType: mergePatch,
      });
      await s.send("make it invalid", "PATCH", `${path}/a`, { body: { spec: { size: 77 } }, contentType: mergePatch });
      await s.send("replace what is not there", "PUT", `${path}/none`, {
        body: thing(group, "none", { metadata: { resourceVersion: "1" } }),
      });
      await s.send("delete", "DELETE", `${path}/a`);
      await s.send("delete all", "DELETE", path);
    },
  },
  {
    class: "CRD",
    name: "status and scale",
    async run(s) {
      const group = "subresources.example.com";
      const subresources = {
        status: {},
        scale: {
          specReplicasPath: ".spec.size",
          statusReplicasPath: ".status.replicas",
          labelSelectorPath: ".status.phase",
        },
      };
      await s.prepare("POST", definitions, { body: definition(group, { version: { subresources } }) });
      await served(s, group);
      const path = s.group(`${group}/v1`, "things");
      await s.send("create drops the status", "POST", path, {
        body: thing(group, "a", { spec: { size: 2 }, status: { phase: "x" } }),
      });
      await s.send("a patch leaves the status alone", "PATCH", `${path}/a`, {
        body: { status: { phase: "x" } },
        contentType: mergePatch,
      });
      const now = await s.send("the status", "PATCH", `${path}/a/status`, {
        body: { status: { phase: "Up", replicas: 2 }, spec: { size: 9 }, metadata: { labels: { no: "no" } } },
        contentType: mergePatch,
      });
      await s.send("replace the status", "PUT", `${path}/a/status`, {
        body: { ...now.body, status: { phase: "Down" } },
      });
      await s.send("replace the status without a version", "PUT", `${path}/a/status`, {
        body: thing(group, "a", { status: { phase: "Down" } }),
      });
      await s.send("an invalid status", "PATCH", `${path}/a/status`, {
        body: { status: { replicas: "x" } },
        contentType: mergePatch,
      });
      await s.send("read the scale", "GET", `${path}/a/scale`);
      await s.send("scale", "PATCH", `${path}/a/scale`, { body: { spec: { replicas: 5 } }, contentType: mergePatch });
      await s.send("scale too far", "PATCH", `${path}/a/scale`, {
        body: { spec: { replicas: 50 } },
        contentType: mergePatch,
      });
      await s.send("read", "GET", `${path}/a`);
      await s.send("discovery", "GET", `/apis/${group}/v1`);
    },
  },
  {
    class: "CRD",
    name: "versions",
    async run(s) {
      const group = "versions.example.com";
      const schema = {
        openAPIV3Schema: {
          type: "object",
          properties: { spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        },
      };
      const body = definition(group, {
        spec: {
          versions: [
            { name: "v1", served: true, storage: true, schema },
            { name: "v1beta1", served: true, storage: false, schema, deprecated: true },
            { name: "v1alpha1", served: false, storage: false, schema },
          ],
        },
      });
      await s.prepare("POST", definitions, { body });
      await served(s, group);
      await s.send("create in the older version", "POST", s.group(`${group}/v1beta1`, "things"), {
        body: { ...thing(group, "a", { spec: { x: 1 } }), apiVersion: `${group}/v1beta1` },
      });
      await s.send("read in the newer", "GET", s.group(`${group}/v1`, "things", "a"));
      await s.send("list in the older", "GET", s.group(`${group}/v1beta1`, "things"));
      await s.send("a version that is not served", "GET", s.group(`${group}/v1alpha1`, "things"));
      await s.send("group discovery", "GET", `/apis/${group}`);
      await s.send("apply in the older", "PATCH", `${s.group(`${group}/v1beta1`, "things", "a")}?fieldManager=m`, {
        body: { apiVersion: `${group}/v1beta1`, kind: "Thing", metadata: { name: "a" }, spec: { y: 2 } },
        contentType: applyPatch,
      });
      await s.send("the definition says what is stored", "GET", `${definitions}/things.${group}`);
    },
  },
  {
    class: "CRD",
    name: "columns and selectable fields",
    async run(s) {
      const group = "columns.example.com";
      await s.prepare("POST", definitions, {
        body: definition(group, {
          version: {
            additionalPrinterColumns: [
              { name: "Size", type: "integer", jsonPath: ".spec.size", description: "how many" },
              { name: "Mode", type: "string", jsonPath: ".spec.mode", priority: 1 },
              { name: "Tags", type: "string", jsonPath: ".spec.tags" },
              { name: "First", type: "string", jsonPath: '.spec.ports[?(@.name=="x")].port' },
              { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
            ],
            selectableFields: [{ jsonPath: ".spec.mode" }],
          },
        }),
      });
      await served(s, group);
      const path = s.group(`${group}/v1`, "things");
      await s.prepare("POST", path, {
        body: thing(group, "a", { spec: { mode: "fast", tags: ["p", "q"], ports: [{ name: "x", port: 5 }] } }),
      });
      await s.prepare("POST", path, { body: thing(group, "b", { spec: { mode: "slow" } }) });
      await s.send("as a table", "GET", path, { accept: asTable });
      await s.send("one as a table", "GET", `${path}/a`, { accept: asTable });
      await s.send("selects", "GET", `${path}?fieldSelector=spec.mode%3Dfast`);
      await s.send("does not select", "GET", `${path}?fieldSelector=spec.size%3D1`);
    },
  },
  ...invalidDefinitions(),
  {
    class: "CRD",
    name: "deletion",
    async run(s) {
      const group = "deletion.example.com";
      await s.prepare("POST", definitions, { body: definition(group) });
      await served(s, group);
      const path = s.group(`${group}/v1`, "things");
      await s.prepare("POST", path, { body: thing(group, "a") });
      await s.send("delete a kind", "DELETE", `${definitions}/things.${group}`);
    },
  },
  {
    class: "CRD",
    name: "changes of a definition",
    async run(s) {
      const group = "changes.example.com";
      await s.prepare("POST", definitions, { body: definition(group) });
      await served(s, group);
      const path = `${definitions}/things.${group}`;
      const patch = (step: string, body: Json) => s.send(step, "PATCH", path, { body, contentType: mergePatch });
      await patch("its scope", { spec: { scope: "Cluster" } });
      await patch("its group", { spec: { group: "other.example.com" } });
      await patch("its plural", { spec: { names: { plural: "thingies" } } });
      await s.send("without a version", "PUT", path, { body: definition(group) });
      await s.send("its stored versions", "PATCH", `${path}/status`, {
        body: { status: { storedVersions: [] } },
        contentType: mergePatch,
      });
    },
  },
];

/** Each with a definition that is refused. */
function invalidDefinitions(): Script[] {
  const schema = (properties: Json): Json => ({ type: "object", properties });
  const cases: Record<string, (group: string) => Json> = {
    "a name that does not fit": (group) => ({ ...definition(group), metadata: { name: `others.${group}` } }),
    "no versions": (group) => definition(group, { spec: { versions: [] } }),
    "no storage version": (group) => definition(group, { version: { storage: false } }),
    "no schema": (group) => definition(group, { version: { schema: undefined } }),
    "a schema without a type": (group) => definition(group, { schema: schema({ spec: { properties: { a: {} } } }) }),
    "an unknown type": (group) => definition(group, { schema: schema({ spec: { type: "number-ish" } }) }),
    "a bad default": (group) =>
      definition(group, {
        schema: schema({ spec: { type: "object", properties: { a: { type: "integer", default: "x" } } } }),
      }),
    "a bad pattern": (group) => definition(group, { schema: schema({ spec: { type: "string", pattern: "(" } }) }),
    "map keys without a map": (group) =>
      definition(group, {
        schema: schema({ spec: { type: "array", items: { type: "object" }, "x-kubernetes-list-map-keys": ["a"] } }),
      }),
    "a set of objects": (group) =>
      definition(group, {
        schema: schema({ spec: { type: "array", items: { type: "object" }, "x-kubernetes-list-type": "set" } }),
      }),
    "metadata rules": (group) =>
      definition(group, {
        schema: schema({ metadata: { type: "object", properties: { labels: { type: "object" } } } }),
      }),
    "preserve unknown everywhere": (group) => definition(group, { spec: { preserveUnknownFields: true } }),
    "an unknown scope": (group) => definition(group, { spec: { scope: "World" } }),
    "a group that needs approval": () => definition("things.k8s.io"),
    "a bad column": (group) =>
      definition(group, { version: { additionalPrinterColumns: [{ name: "", type: "text", jsonPath: "spec" }] } }),
    "a bad scale": (group) =>
      definition(group, { version: { subresources: { scale: { specReplicasPath: "x", statusReplicasPath: "" } } } }),
    "bad names": (group) =>
      definition(group, { spec: { names: { plural: "things", kind: "thing_", listKind: "Thing", singular: "A" } } }),
    "an unknown conversion": (group) => definition(group, { spec: { conversion: { strategy: "Magic" } } }),
    "two storage versions": (group) =>
      definition(group, {
        spec: {
          versions: ["v1", "v2"].map((name) => ({
            name,
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: "object" } },
          })),
        },
      }),
    "an unknown field": (group) => ({ ...definition(group), extra: true }),
  };
  return [
    {
      class: "CRD",
      name: "invalid definitions",
      async run(s) {
        for (const [step, make] of Object.entries(cases))
          await s.send(step, "POST", definitions, { body: make("invalid.example.com") });
      },
    },
  ];
}
