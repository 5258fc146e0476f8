import { objectName } from "../../subject/protocol.mjs";

export const group = "cache.example.com";

/** A definition as people write it by hand: a spec with one number, a status with names. */
export const memcachedDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `memcacheds.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: { plural: "memcacheds", singular: "memcached", kind: "Memcached", listKind: "MemcachedList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            required: ["spec"],
            properties: {
              spec: {
                type: "object",
                required: ["size"],
                properties: { size: { type: "integer", format: "int32", minimum: 1 } },
              },
              status: {
                type: "object",
                properties: { nodes: { type: "array", items: { type: "string" } } },
              },
            },
          },
        },
      },
    ],
  },
};

/**
 * @param {number} n
 */
export function memcached(n) {
  return {
    apiVersion: `${group}/v1`,
    kind: "Memcached",
    metadata: {
      name: objectName(n),
      labels: { "app.kubernetes.io/name": "memcached-operator", "app.kubernetes.io/managed-by": "kustomize" },
    },
    spec: { size: 1 + (n % 3) },
  };
}

/**
 * The status that an operator gives it.
 * @param {number} n
 */
export function memcachedNodes(n) {
  return Array.from({ length: memcached(n).spec.size }, (_, index) => `${objectName(n)}-${index}`);
}
