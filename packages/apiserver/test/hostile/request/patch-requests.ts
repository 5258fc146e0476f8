import type { HostileRequest } from "../hostile-request.ts";

const configMap = "/api/v1/namespaces/default/configmaps/target";
const deployment = "/apis/apps/v1/namespaces/default/deployments/target";
const trick = "/apis/hostile.example.com/v1/namespaces/default/tricks/target";

const types = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};

function patch(name: string, type: keyof typeof types, target: string, body: unknown): HostileRequest {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const where = `${target}${target.includes("?") ? "&" : "?"}dryRun=All`;
  return { name, method: "PATCH", target: where, headers: [`Content-Type: ${types[type]}`], body: text };
}

function many<T>(count: number, each: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => each(index));
}

const doubling = [
  { op: "add", path: "/spec/bomb", value: ["x".repeat(1_000)] },
  ...many(40, () => ({ op: "copy", from: "/spec/bomb", path: "/spec/bomb/-" })),
];

const metadata = { name: "target", namespace: "default" };

/** Patches that grow, wander, or contradict themselves. */
export const patchRequests: readonly HostileRequest[] = [
  patch("a JSON patch that doubles what it copies", "json", trick, doubling),
  patch(
    "a JSON patch of as many operations as are allowed",
    "json",
    trick,
    many(10_000, () => ({ op: "test", path: "/kind", value: "Trick" })),
  ),
  patch(
    "a JSON patch of more operations than are allowed",
    "json",
    trick,
    many(10_001, () => ({ op: "test", path: "/kind", value: "Trick" })),
  ),
  patch("a JSON patch that inserts at the front again and again", "json", trick, [
    { op: "add", path: "/spec/list", value: [] },
    ...many(5_000, () => ({ op: "add", path: "/spec/list/0", value: 1 })),
  ]),
  patch("a JSON patch that moves something into itself", "json", trick, [
    { op: "add", path: "/spec/a", value: { b: {} } },
    { op: "move", from: "/spec/a", path: "/spec/a/b" },
  ]),
  patch("a JSON patch that copies something into itself", "json", trick, [
    { op: "add", path: "/spec/a", value: { b: {} } },
    { op: "copy", from: "/spec/a", path: "/spec/a/b/c" },
  ]),
  patch("a JSON patch that copies everything into itself", "json", trick, [
    { op: "copy", from: "", path: "/spec/all" },
  ]),
  patch("a JSON patch with a huge index", "json", trick, [
    { op: "add", path: "/spec/list2", value: [] },
    { op: "add", path: "/spec/list2/99999999999", value: 1 },
  ]),
  patch("a JSON patch with an index below nothing", "json", trick, [
    { op: "add", path: "/spec/list3", value: [1] },
    { op: "add", path: "/spec/list3/-1", value: 1 },
  ]),
  patch("a JSON patch with an index of letters", "json", trick, [
    { op: "add", path: "/spec/list4", value: [1] },
    { op: "add", path: "/spec/list4/1e0", value: 1 },
  ]),
  patch("a JSON patch of the prototype", "json", trick, [{ op: "add", path: "/spec/__proto__/polluted", value: 1 }]),
  patch("a JSON patch of the constructor", "json", trick, [
    { op: "add", path: "/spec/constructor/prototype/polluted", value: 1 },
  ]),
  patch("a JSON patch that replaces the whole", "json", trick, [{ op: "replace", path: "", value: 1 }]),
  patch("a JSON patch that removes the whole", "json", trick, [{ op: "remove", path: "" }]),
  patch("a JSON patch of an unknown operation", "json", trick, [{ op: "destroy", path: "/spec" }]),
  patch("a JSON patch without a path", "json", trick, [{ op: "add", value: 1 }]),
  patch("a JSON patch whose path is a number", "json", trick, [{ op: "add", path: 1, value: 1 }]),
  patch("a JSON patch with a bad escape", "json", trick, [{ op: "add", path: "/spec/~2", value: 1 }]),
  patch("a JSON patch that is an object", "json", trick, {}),
  patch("a JSON patch that is null", "json", trick, "null"),
  patch("a JSON patch of nulls", "json", trick, "[null,null]"),
  patch("a JSON patch of nothing", "json", trick, ""),
  patch("a JSON patch that ends early", "json", trick, '[{"op":"add"'),
  patch("a JSON patch that removes the name", "json", trick, [{ op: "remove", path: "/metadata/name" }]),
  patch("a JSON patch that removes the metadata", "json", trick, [{ op: "remove", path: "/metadata" }]),
  patch("a JSON patch that makes the metadata a text", "json", configMap, [
    { op: "replace", path: "/metadata", value: "x" },
  ]),
  patch("a JSON patch that changes the kind", "json", configMap, [{ op: "replace", path: "/kind", value: "Secret" }]),
  patch("a merge patch that is a list", "merge", configMap, "[]"),
  patch("a merge patch that is null", "merge", configMap, "null"),
  patch("a merge patch that is a text", "merge", configMap, '"x"'),
  patch("a merge patch of nothing", "merge", configMap, ""),
  patch("a merge patch that takes everything away", "merge", configMap, {
    metadata: null,
    data: null,
    kind: null,
    apiVersion: null,
  }),
  patch("a merge patch of the prototype", "merge", configMap, '{"__proto__":{"data":{"polluted":"x"}}}'),
  patch("a merge patch of five thousand keys", "merge", trick, {
    spec: { many: Object.fromEntries(many(5_000, (index) => [`k${index}`, index])) },
  }),
  patch("a strategic patch that is a list", "strategic", configMap, "[]"),
  patch("a strategic patch that is null", "strategic", configMap, "null"),
  patch("a strategic patch with an unknown directive", "strategic", deployment, { spec: { $patch: "explode" } }),
  patch("a strategic patch whose directive is a number", "strategic", deployment, { spec: { $patch: 1 } }),
  patch("a strategic patch that deletes the whole", "strategic", deployment, { $patch: "delete" }),
  patch("a strategic patch that replaces the whole", "strategic", deployment, { $patch: "replace" }),
  patch("a strategic patch of items without keys", "strategic", deployment, {
    spec: { template: { spec: { containers: [{ image: "i" }] } } },
  }),
  patch("a strategic patch of items that are none", "strategic", deployment, {
    spec: { template: { spec: { containers: [1, "a", null] } } },
  }),
  patch("a strategic patch of five hundred items", "strategic", deployment, {
    spec: { template: { spec: { containers: many(500, (index) => ({ name: `c${index}`, image: "i" })) } } },
  }),
  patch("a strategic patch whose order names others", "strategic", deployment, {
    spec: {
      template: {
        spec: { "$setElementOrder/containers": [{ name: "nobody" }], containers: [{ name: "c", image: "j" }] },
      },
    },
  }),
  patch("a strategic patch whose order is no list", "strategic", deployment, {
    spec: { template: { spec: { "$setElementOrder/containers": 5 } } },
  }),
  patch("a strategic patch that deletes from what is no list", "strategic", configMap, {
    "$deleteFromPrimitiveList/data": ["a"],
  }),
  patch("a strategic patch that keeps keys that are none", "strategic", deployment, {
    spec: { strategy: { $retainKeys: 5 } },
  }),
  patch("a strategic patch of the prototype", "strategic", configMap, '{"__proto__":{"a":1},"data":{"__proto__":"x"}}'),
  patch("an apply of nothing", "apply", `${configMap}?fieldManager=m`, ""),
  patch("an apply of a list", "apply", `${configMap}?fieldManager=m`, "[]"),
  patch("an apply without a manager", "apply", configMap, { kind: "ConfigMap", apiVersion: "v1", metadata }),
  patch("an apply with a manager of ten thousand letters", "apply", `${configMap}?fieldManager=${"m".repeat(10_000)}`, {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata,
  }),
  patch("an apply with managed fields", "apply", `${configMap}?fieldManager=m`, {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: { ...metadata, managedFields: [{}] },
  }),
  patch("an apply of five thousand fields", "apply", `${trick}?fieldManager=m&force=true`, {
    kind: "Trick",
    apiVersion: "hostile.example.com/v1",
    metadata,
    spec: { applied: Object.fromEntries(many(5_000, (index) => [`k${index}`, index])) },
  }),
  patch("an apply of items of the same key", "apply", `${deployment}?fieldManager=m&force=true`, {
    kind: "Deployment",
    apiVersion: "apps/v1",
    metadata,
    spec: { template: { spec: { containers: many(3, () => ({ name: "c", image: "i" })) } } },
  }),
  ...managedFieldBombs(),
];

function managedFieldBombs(): HostileRequest[] {
  const entry = { manager: "m", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1" };
  const bombs: Readonly<Record<string, unknown>> = {
    "of ten thousand entries": many(10_000, (index) => ({
      ...entry,
      manager: `m${index}`,
      fieldsV1: { "f:data": {} },
    })),
    "that are no list": "x",
    "of an entry that is a number": [1],
    "whose fields are a text": [{ ...entry, fieldsV1: "x" }],
    "whose fields are a list": [{ ...entry, fieldsV1: [] }],
    "of fields of an unknown kind": [{ ...entry, fieldsV1: { "z:data": {} } }],
    "of keys that are no JSON": [{ ...entry, fieldsV1: { "k:{": {} } }],
    "of values that are no JSON": [{ ...entry, fieldsV1: { "v:{": {} } }],
    "of an index that is none": [{ ...entry, fieldsV1: { "i:x": {} } }],
    "of an unknown operation": [{ ...entry, operation: "Wish", fieldsV1: {} }],
    "of an unknown form": [{ ...entry, fieldsType: "FieldsV9", fieldsV1: {} }],
    "of a manager of ten thousand letters": [{ ...entry, manager: "m".repeat(10_000), fieldsV1: {} }],
    "of twenty thousand fields": [
      { ...entry, fieldsV1: { "f:data": Object.fromEntries(many(20_000, (index) => [`f:k${index}`, {}])) } },
    ],
  };
  return Object.entries(bombs).map(([what, managedFields]) => {
    return patch(`managed fields ${what}`, "merge", configMap, { metadata: { managedFields }, data: { a: what } });
  });
}
