import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { type CustomResource, defineKind, type Kind } from "@kubewright/operator";

export interface MemcachedSpec {
  /** How many instances. */
  size: number;
}
export interface MemcachedStatus {
  /** The names of the pods. */
  nodes: string[];
}
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {}
export const Memcached: Kind<Memcached> = defineKind<Memcached>({
  group: "cache.example.com",
  version: "v1",
  kind: "Memcached",
  plural: "memcacheds",
  scope: "Namespaced",
});

export const memcachedDefinition: CustomResourceDefinition = CustomResourceDefinition.of({
  metadata: { name: "memcacheds.cache.example.com" },
  spec: {
    group: "cache.example.com",
    scope: "Namespaced",
    names: { plural: "memcacheds", singular: "memcached", kind: "Memcached" },
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
                required: ["nodes"],
                properties: { nodes: { type: "array", items: { type: "string" } } },
              },
            },
          },
        },
      },
    ],
  },
});
