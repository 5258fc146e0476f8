import { type Condition, type CustomResource, defineKind, type Int32 } from "@kubewright/api";

// +groupName=example.com.testproject.org
// +versionName=v1alpha1

/** MemcachedSpec defines the desired state of Memcached */
export interface MemcachedSpec {
  /**
   * size defines the number of Memcached instances
   * +kubebuilder:default=1
   * +kubebuilder:validation:Minimum=0
   */
  size?: Int32;

  /** containerPort defines the port that will be used to init the container with the image */
  containerPort: Int32;
}

/** MemcachedStatus defines the observed state of Memcached */
export interface MemcachedStatus {
  /**
   * conditions represents the observations of a Memcached's current state.
   * Memcached.status.conditions.type are: "Available", "Progressing", and "Degraded"
   * Memcached.status.conditions.status are one of True, False, Unknown.
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Memcached is the Schema for the memcacheds API
 *
 * +kubebuilder:object:root=true
 * +kubebuilder:subresource:status
 */
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {
  /** spec defines the desired state of Memcached */
  spec: MemcachedSpec;
  /** status defines the observed state of Memcached */
  status?: MemcachedStatus;
}
export const Memcached = defineKind<Memcached>({
  group: "example.com.testproject.org",
  version: "v1alpha1",
  kind: "Memcached",
});

export class MemcachedReconciler {
  /**
   * The permissions of the controller.
   * +kubebuilder:rbac:groups=example.com.testproject.org,resources=memcacheds,verbs=get;list;watch;create;update;patch;delete
   * +kubebuilder:rbac:groups=example.com.testproject.org,resources=memcacheds/status,verbs=get;update;patch
   * +kubebuilder:rbac:groups=example.com.testproject.org,resources=memcacheds/finalizers,verbs=update
   */
  // +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
  // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;update;patch;delete
  async reconcile(): Promise<void> {
    // +kubebuilder:rbac:groups=core,resources=pods,verbs=get;list;watch
  }
}
