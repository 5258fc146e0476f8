import { type Condition, type CustomResource, defineKind, type Int32 } from "@kubewright/operator";

/** What is wanted of a Memcached. */
export interface MemcachedSpec {
  /**
   * How many instances there are.
   * +optional
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:validation:Maximum=3
   * +kubebuilder:validation:ExclusiveMaximum=false
   */
  size?: Int32;
}

/** What has become of a Memcached. */
export interface MemcachedStatus {
  /**
   * How it is doing, by type: Available, Progressing, Degraded.
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * A Memcached.
 *
 * +kubebuilder:object:root=true
 * +kubebuilder:subresource:status
 */
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {}
export const Memcached = defineKind<Memcached>({ group: "cache.example.com", version: "v1alpha1", kind: "Memcached" });
