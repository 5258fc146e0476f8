import type { GoField, GoShape } from "./go-shape.ts";

const string: GoShape = { go: "string" };
const time: GoShape = { go: "time" };
const strings: GoShape = { go: "map", element: string };

function optional(shape: GoShape): GoField {
  return { shape, omits: "empty" };
}

function struct(name: string, fields: Readonly<Record<string, GoField>>): GoShape {
  return { go: "struct", name, fields: new Map(Object.entries(fields)) };
}

const ownerReference = struct("OwnerReference", {
  apiVersion: { shape: string, omits: "never" },
  kind: { shape: string, omits: "never" },
  name: { shape: string, omits: "never" },
  uid: { shape: string, omits: "never" },
  controller: { shape: { go: "bool" }, omits: "absent" },
  blockOwnerDeletion: { shape: { go: "bool" }, omits: "absent" },
});

const managedFieldsEntry = struct("ManagedFieldsEntry", {
  manager: optional(string),
  operation: optional(string),
  apiVersion: optional(string),
  time: { shape: time, omits: "absent" },
  fieldsType: optional(string),
  fieldsV1: { shape: { go: "raw" }, omits: "absent" },
  subresource: optional(string),
});

/** The Go type of `metadata`. */
export const objectMetaShape: GoShape & { go: "struct" } = struct("ObjectMeta", {
  name: optional(string),
  generateName: optional(string),
  namespace: optional(string),
  selfLink: optional(string),
  uid: optional(string),
  resourceVersion: optional(string),
  generation: optional({ go: "int64" }),
  creationTimestamp: { shape: time, omits: "absent" },
  deletionTimestamp: { shape: time, omits: "absent" },
  deletionGracePeriodSeconds: { shape: { go: "int64" }, omits: "absent" },
  labels: optional(strings),
  annotations: optional(strings),
  ownerReferences: optional({ go: "slice", element: ownerReference }),
  finalizers: optional({ go: "slice", element: string }),
  managedFields: optional({ go: "slice", element: managedFieldsEntry }),
}) as GoShape & { go: "struct" };
