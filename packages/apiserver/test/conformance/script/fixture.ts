// Objects that scripts send. Small, but for what a script is about.

/** JSON that scripts make, and look into. */
// biome-ignore lint/suspicious/noExplicitAny: of any shape.
export type Json = Record<string, any>;

export function configMap(name: string, more: Json = {}): Json {
  const { metadata, ...rest } = more;
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, ...metadata }, data: { a: "1" }, ...rest };
}

export function pod(name: string, more: Json = {}): Json {
  const { metadata, spec, ...rest } = more;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, ...metadata },
    spec: { containers: [{ name: "main", image: "nginx:1.27" }], ...spec },
    ...rest,
  };
}

export function deployment(name: string, more: Json = {}): Json {
  const { metadata, spec, ...rest } = more;
  const labels = { app: name };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, ...metadata },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "main", image: "nginx:1.27" }] } },
      ...spec,
    },
    ...rest,
  };
}

export function service(name: string, more: Json = {}): Json {
  const { metadata, spec, ...rest } = more;
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, ...metadata },
    spec: { selector: { app: name }, ports: [{ port: 80 }], ...spec },
    ...rest,
  };
}

/** A definition of `things.<group>`, each script with a group of its own. */
export function definition(
  group: string,
  { version = {}, spec = {}, schema }: { version?: Json; spec?: Json; schema?: Json } = {},
): Json {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "things", singular: "thing", kind: "Thing", listKind: "ThingList", shortNames: ["th"] },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schema ?? thingSchema },
          ...version,
        },
      ],
      ...spec,
    },
  };
}

const thingSchema: Json = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        size: { type: "integer", minimum: 0, maximum: 10, default: 1 },
        mode: { type: "string", enum: ["fast", "slow"] },
        name: { type: "string", pattern: "^[a-z]+$", maxLength: 8 },
        tags: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
        ports: {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name"],
          items: {
            type: "object",
            required: ["name"],
            properties: { name: { type: "string" }, port: { type: "integer" } },
          },
        },
        free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        target: { "x-kubernetes-int-or-string": true },
        limits: { type: "object", additionalProperties: { type: "integer" } },
        when: { type: "string", format: "date-time" },
      },
    },
    status: { type: "object", properties: { phase: { type: "string" }, replicas: { type: "integer" } } },
  },
};

export function thing(group: string, name: string, more: Json = {}): Json {
  const { metadata, ...rest } = more;
  return { apiVersion: `${group}/v1`, kind: "Thing", metadata: { name, ...metadata }, spec: {}, ...rest };
}

export const mergePatch = "application/merge-patch+json";
export const jsonPatch = "application/json-patch+json";
export const strategicPatch = "application/strategic-merge-patch+json";
export const applyPatch = "application/apply-patch+yaml";
export const asTable = "application/json;as=Table;v=v1;g=meta.k8s.io";
export const asMetadata = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
export const asMetadataList = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
