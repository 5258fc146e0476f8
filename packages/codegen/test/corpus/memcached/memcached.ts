// +kubebuilder:object:generate=true

import { type Condition, type CustomResource, defineKind, type Int32 } from "@kubewright/api";

// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch;create;update;patch;delete
// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/finalizers,verbs=update
// +kubebuilder:rbac:groups=core,resources=events,verbs=create;patch
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;update;patch;delete
// +kubebuilder:rbac:groups=core,resources=pods,verbs=get;list;watch

/** MemcachedSpec defines the desired state of Memcached */
export interface MemcachedSpec {
  /**
   * size defines the number of Memcached instances
   * The following markers will use OpenAPI v3 schema to validate the value
   * More info: https://book.kubebuilder.io/reference/markers/crd-validation.html
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:validation:Maximum=3
   * +kubebuilder:validation:ExclusiveMaximum=false
   */
  size?: Int32;
}

/** MemcachedStatus defines the observed state of Memcached. */
export interface MemcachedStatus {
  /**
   * conditions represent the current state of the Memcached resource.
   * Each condition has a unique type and reflects the status of a specific aspect of the resource.
   *
   * Standard condition types include:
   * - "Available": the resource is fully functional
   * - "Progressing": the resource is being created or updated
   * - "Degraded": the resource failed to reach or maintain its desired state
   *
   * The status of each condition is one of True, False, or Unknown.
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status

/** Memcached is the Schema for the memcacheds API */
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {
  /** spec defines the desired state of Memcached */
  spec: MemcachedSpec;
  /** status defines the observed state of Memcached */
  status?: MemcachedStatus;
}
export const Memcached = defineKind<Memcached>({ group: "cache.example.com", version: "v1alpha1", kind: "Memcached" });
