import { type CustomResource, defineKind, type Int32, type Kind } from "@kubewright/operator";

export interface MemcachedSpec {
  /**
   * How many instances.
   * +kubebuilder:validation:Minimum=1
   */
  size: Int32;
}

export interface MemcachedStatus {
  /** The names of the pods. */
  nodes: string[];
}

/**
 * A memcached of several instances.
 * +kubebuilder:subresource:status
 * +kubebuilder:printcolumn:name=Size,type=integer,JSONPath=.spec.size
 * +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp
 */
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {}
export const Memcached: Kind<Memcached> = defineKind<Memcached>({
  group: "cache.example.com",
  version: "v1",
  kind: "Memcached",
  plural: "memcacheds",
  scope: "Namespaced",
});
