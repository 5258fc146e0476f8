import { type CustomResource, defineKind, type Kind } from "@kubewright/operator";

export interface MemcachedSpec {
  /** How many instances. */
  size: number;
}
export interface MemcachedStatus {
  /** The names of the pods. */
  nodes: string[];
}

/** The cluster has it from manifests/crd.yaml. */
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {}
export const Memcached: Kind<Memcached> = defineKind<Memcached>({
  group: "cache.example.com",
  version: "v1",
  kind: "Memcached",
  plural: "memcacheds",
  scope: "Namespaced",
});
