import { type CustomResource, defineKind, type Int32 } from "@kubewright/operator";

/** What is wanted of a Memcached. */
export interface MemcachedSpec {
  /**
   * How many pods there are.
   * +kubebuilder:validation:Minimum=1
   */
  size: Int32;
}

/** What has become of a Memcached. */
export interface MemcachedStatus {
  /** The names of its pods. */
  nodes?: string[];
}

/**
 * A Memcached.
 *
 * +kubebuilder:object:root=true
 * +kubebuilder:subresource:status
 */
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {}
export const Memcached = defineKind<Memcached>({ group: "cache.example.com", version: "v1", kind: "Memcached" });
