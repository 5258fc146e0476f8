import type { Json } from "./fixture.ts";

function column(name: string, type: string, jsonPath: string): Json {
  return { name, type, jsonPath };
}

/** Columns whose cells tell how paths and types are read. */
export const columns: Json[] = [
  column("Ready", "string", '.status.conditions[?(@.type=="Ready")].status'),
  column("Int", "integer", ".spec.i"),
  column("Float as int", "integer", ".spec.f"),
  column("Text as int", "integer", ".spec.s"),
  column("Number", "number", ".spec.i"),
  column("Float", "number", ".spec.f"),
  column("Bool", "boolean", ".spec.b"),
  column("Bool as text", "string", ".spec.b"),
  column("Int as text", "string", ".spec.i"),
  column("Float as text", "string", ".spec.big"),
  column("Object", "string", ".spec.o"),
  column("List", "string", ".spec.l"),
  column("All", "string", ".spec.l[*]"),
  column("Last", "string", ".spec.l[-1]"),
  column("Beyond", "string", ".spec.l[7]"),
  column("Escaped", "string", ".metadata.annotations.a\\.b/c"),
  column("Null", "string", ".spec.n"),
  column("Null as int", "integer", ".spec.n"),
  column("Deep", "string", "..x"),
  column("No list", "string", ".spec.s[0]"),
  column("Greater", "string", ".spec.items[?(@.n>1)].name"),
  column("Past", "date", ".spec.date"),
  column("No date", "date", ".spec.s"),
  column("Future", "date", ".spec.future"),
  column("Empty", "string", ".spec.e"),
];

/** A schema with one of each rule. */
export const valueSchema: Json = {
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
        float: { type: "number", maximum: 1000000, minimum: 0.5 },
        small: { type: "integer", format: "int32" },
        nullable: { type: "string", nullable: true },
        enum: { type: "integer", enum: [1, 2, 3] },
        map: {
          type: "object",
          maxProperties: 2,
          additionalProperties: { type: "object", required: ["x"], properties: { x: { type: "string" } } },
        },
        list: { type: "array", minItems: 1, maxItems: 2, items: { type: "integer", minimum: 0 } },
        duration: { type: "string", format: "duration" },
        bytes: { type: "string", format: "byte" },
        defaults: {
          type: "object",
          default: {},
          properties: {
            x: { type: "integer", default: 7 },
            y: { type: "array", items: { type: "object", properties: { z: { type: "string", default: "q" } } } },
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
};

/** Specs of `valueSchema`. */
export const values: [step: string, spec: Json][] = [
  ["nothing", {}],
  ["too short", { must: "a" }],
  ["none of one", { must: "ok", one: {} }],
  ["both of one", { must: "ok", one: { a: "1", b: "2" } }],
  ["none of any", { must: "ok", any: {} }],
  ["neither of any", { must: "ok", any: { a: 1, b: "y" } }],
  ["what may not be", { must: "ok", not: 1 }],
  ["not all", { must: "ok", all: 1 }],
  ["a float beyond", { must: "ok", float: 1000000.5 }],
  ["a float below", { must: "ok", float: 0.25 }],
  ["an integer beyond a float", { must: "ok", float: 2000000 }],
  ["an integer of 33 bits", { must: "ok", small: 2147483648 }],
  ["a float for an integer", { must: "ok", small: 1.5 }],
  ["null where it may be", { must: "ok", nullable: null }],
  ["null where it may not be", { must: "ok", enum: null }],
  ["no member of an enumeration of numbers", { must: "ok", enum: 9 }],
  ["a map", { must: "ok", map: { a: {}, "b.c": { x: 1 } } }],
  ["a map with too many", { must: "ok", map: { a: { x: "" }, b: { x: "" }, c: { x: "" } } }],
  ["an empty list", { must: "ok", list: [] }],
  ["a list with too many", { must: "ok", list: [1, 2, -3] }],
  ["no duration", { must: "ok", duration: "x" }],
  ["no bytes", { must: "ok", bytes: "!" }],
  ["defaults in items", { must: "ok", defaults: { y: [{}, { z: "w" }, null] } }],
  ["rules that are not come to", { must: "ok", rules: { a: "x" } }],
  ["a limit beside rules", { must: "ok", rules: { a: 9 } }],
  ["a big integer", { must: "ok", float: 9007199254740993n }],
];

type Change = (definition: Json, properties: Json) => void;

const webhook = (clientConfig: Json, conversionReviewVersions: string[] = ["v1"]): Json => ({
  strategy: "Webhook",
  webhook: { conversionReviewVersions, clientConfig },
});

/** What makes a definition invalid. */
export const changes: [step: string, change: Change][] = [
  ["no webhook", ({ spec }) => (spec.conversion = { strategy: "Webhook" })],
  ["a bad URL", ({ spec }) => (spec.conversion = webhook({ url: "http://u@h/x?y#z" }, ["v2", "v2", "V"]))],
  [
    "a bad service",
    ({ spec }) => (spec.conversion = webhook({ service: { namespace: "x", path: "a//b/C", port: 0 } })),
  ],
  ["neither URL nor service", ({ spec }) => (spec.conversion = webhook({}, []))],
  ["a webhook for nothing", ({ spec }) => (spec.conversion = { ...webhook({ url: "https://h" }), strategy: "None" })],
  ["no strategy of conversion", ({ spec }) => (spec.conversion = { strategy: "Other" })],
  [
    "selectable fields",
    ({ spec }) => {
      const paths = [
        ".spec.nope",
        "spec.mode",
        ".spec.mode",
        ".spec.mode",
        ".spec.tags",
        ".spec.tags[0]",
        ".metadata.name",
        "",
      ];
      spec.versions[0].selectableFields = paths.map((jsonPath) => ({ jsonPath }));
    },
  ],
  ["unknown fields preserved", ({ spec }) => (spec.preserveUnknownFields = true)],
  ["two stored versions", ({ spec }) => spec.versions.push({ ...spec.versions[0], name: "v2" })],
  [
    "one name twice",
    ({ spec }) => {
      spec.versions.push({ ...spec.versions[0], storage: false, schema: { openAPIV3Schema: { type: "object" } } });
    },
  ],
  ["a bad version", ({ spec }) => (spec.versions[0].name = "V_1")],
  ["a warning without deprecation", ({ spec }) => (spec.versions[0].deprecationWarning = "x")],
  ["an empty warning", ({ spec }) => Object.assign(spec.versions[0], { deprecated: true, deprecationWarning: "" })],
  ["a bad pattern", (_, properties) => (properties.p = { type: "string", pattern: "a(?=b)" })],
  ["a default of another type", (_, properties) => (properties.p = { type: "integer", default: "x" })],
  ["an unknown default", (_, properties) => (properties.p = { type: "object", properties: {}, default: { a: 1 } })],
  ["unique items", (_, properties) => (properties.p = { type: "array", uniqueItems: true, items: { type: "string" } })],
  ["no items", (_, properties) => (properties.p = { type: "array" })],
  ["no type", (_, properties) => (properties.p = { minimum: 1 })],
  ["no such type", (_, properties) => (properties.p = { type: "text" })],
  ["a type in a choice", (_, properties) => (properties.p = { type: "integer", anyOf: [{ type: "integer" }] })],
  ["a reference", (_, properties) => (properties.p = { $ref: "#/x" })],
  ["a list of items", (_, properties) => (properties.p = { type: "array", items: [{ type: "string" }] })],
  [
    "bad keys of a list",
    (_, properties) => {
      const items = { type: "object", properties: { a: { type: "string" } } };
      const keys = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a", "b"] };
      properties.p = { type: "array", ...keys, items };
    },
  ],
  [
    "a set of objects",
    (_, properties) => (properties.p = { type: "array", "x-kubernetes-list-type": "set", items: { type: "object" } }),
  ],
  [
    "no such type of list",
    (_, properties) => {
      properties.p = { type: "object", "x-kubernetes-list-type": "foo", "x-kubernetes-map-type": "bar" };
    },
  ],
  [
    "a choice at the root beside status",
    ({ spec }) => {
      spec.versions[0].subresources = { status: {} };
      spec.versions[0].schema.openAPIV3Schema.oneOf = [{ required: ["spec"] }];
    },
  ],
  [
    "bad rules",
    (_, properties) => {
      const rules = [{ rule: "" }, { rule: "true", message: " " }, { rule: "true", reason: "Foo" }];
      properties.p = { type: "string", "x-kubernetes-validations": [...rules, { rule: "true", fieldPath: ".x" }] };
    },
  ],
  [
    "bad names",
    ({ spec }) => {
      const lists = { shortNames: ["A"], categories: ["b_"] };
      spec.names = { plural: "things", singular: "Thing", kind: "1thing", listKind: "1thing", ...lists };
    },
  ],
  [
    "bad paths of replicas",
    ({ spec }) => {
      const scale = { specReplicasPath: "spec.x", statusReplicasPath: ".spec.x", labelSelectorPath: ".x" };
      spec.versions[0].subresources = { scale };
    },
  ],
  [
    "an integer or string that preserves",
    (_, properties) => {
      properties.p = { "x-kubernetes-int-or-string": true, "x-kubernetes-preserve-unknown-fields": true };
    },
  ],
  ["a type that is no text", (_, properties) => (properties.p = { type: 5 })],
];
