import {
  type Condition,
  type CustomResource,
  defineKind,
  type Int32,
  type Int64,
  type Kind,
  type QuantityText,
} from "@kubewright/operator";

/** What is wanted of a Memcached. */
export interface MemcachedSpec {
  /**
   * How many instances. `kubectl scale` and a HorizontalPodAutoscaler set it, too.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:validation:Maximum=32
   * +kubebuilder:default=1
   */
  size?: Int32;
  /**
   * The image of the instances: memcached 1.4.36 or later.
   * +kubebuilder:validation:MinLength=1
   * +kubebuilder:validation:MaxLength=512
   * +kubebuilder:default="memcached:1.6.26-alpine3.19"
   */
  image?: string;
  /**
   * How much each instance keeps, at least 1Mi. The container's memory limit is derived from it, with room for all else that memcached
   * needs memory for.
   * +kubebuilder:default="64Mi"
   */
  memory?: QuantityText;
  /**
   * How many clients may be connected to an instance at once.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:validation:Maximum=65536
   * +kubebuilder:default=1024
   */
  maxConnections?: Int32;
  /**
   * How many threads of an instance answer requests.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:validation:Maximum=64
   * +kubebuilder:default=4
   */
  threads?: Int32;
  /**
   * The port that instances and Services listen on. 11211 unless set.
   * +kubebuilder:validation:Minimum=1024
   * +kubebuilder:validation:Maximum=65535
   */
  port?: Int32;
  /**
   * Another name for port.
   * +kubebuilder:validation:Minimum=1024
   * +kubebuilder:validation:Maximum=65535
   */
  containerPort?: Int32;
  /**
   * Further arguments for memcached, each an item: `["-I", "2m"]`. Those that fields of this spec stand for are refused, and those that an
   * instance could not work with: -p, -m, -c, -t, -l, -U, -s, -u, -d, -P, -h, -i and -V, in any spelling. Long options are written in full.
   * +kubebuilder:validation:MaxItems=64
   * +kubebuilder:validation:items:MaxLength=256
   * +kubebuilder:validation:items:Pattern=`^([^-].*|--?|-[AMkrvLCSFXWZ]+|-[AMkrvLCSFXWZ]*[^-=AMkrvLCSFXWZpmctlUsudPhiV].*|--(disable-evictions|lock-memory|enable-coredumps|verbose|slab-growth-factor|slab-min-size|enable-largepages|max-reqs-per-event|disable-cas|listen-backlog|protocol|max-item-size|enable-sasl|disable-flush-all|disable-dumping|disable-watch|auth-file|memory-file|extended|napi-ids|enable-ssl|enable-shutdown)(=.*)?)$`
   * +kubebuilder:validation:items:XValidation:rule="!self.matches('^-[AMkrvLCSFXWZ]*[pmctlUsudPhiV]')",message="the operator sets -p, -m, -c and -t from port, memory, maxConnections and threads, and instances cannot work with -l, -U, -s, -u, -d, -P, -h, -i or -V: leave it out, and set the field if there is one"
   */
  extraArgs?: string[];
  /** What the container gets besides what memory needs. With a memory limit that is too small for memory, the Memcached is Degraded. */
  resources?: MemcachedResources;
  /** How instances are replaced when something changes. */
  rollout?: MemcachedRollout;
}

/** What the container asks for, and what it may use. */
export interface MemcachedResources {
  limits?: Record<string, QuantityText>;
  requests?: Record<string, QuantityText>;
}

/** How instances are replaced. */
export interface MemcachedRollout {
  /**
   * Whether a new instance is started before an old one is stopped. Otherwise there are never more instances than size.
   * +kubebuilder:default=false
   */
  surge?: boolean;
  /**
   * How long an instance that is to be stopped goes on serving while clients learn that it is leaving.
   * +kubebuilder:validation:Minimum=0
   * +kubebuilder:validation:Maximum=300
   * +kubebuilder:default=5
   */
  drainSeconds?: Int32;
}

/** What has become of a Memcached. */
export interface MemcachedStatus {
  /**
   * The names of the pods.
   * +listType=set
   */
  nodes?: string[];
  /**
   * Where the instances that are ready can be reached: address and port.
   * +listType=set
   */
  endpoints?: string[];
  /** How many instances there are. */
  replicas?: Int32;
  /** How many of them are ready. */
  readyReplicas?: Int32;
  /** Which pods are instances, as text. */
  selector?: string;
  /** The generation of the spec that this status is about. */
  observedGeneration?: Int64;
  /**
   * How it is doing, by type: Available, Progressing, Degraded.
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * A cache of several memcached instances.
 *
 * +kubebuilder:object:root=true
 * +kubebuilder:storageversion
 * +kubebuilder:subresource:status
 * +kubebuilder:subresource:scale:specpath=.spec.size,statuspath=.status.replicas,selectorpath=.status.selector
 * +kubebuilder:resource:shortName=mc
 * +kubebuilder:printcolumn:name="Size",type=integer,JSONPath=`.spec.size`
 * +kubebuilder:printcolumn:name="Ready",type=integer,JSONPath=`.status.readyReplicas`
 * +kubebuilder:printcolumn:name="Available",type=string,JSONPath=`.status.conditions[?(@.type=="Available")].status`
 * +kubebuilder:printcolumn:name="Degraded",type=string,JSONPath=`.status.conditions[?(@.type=="Degraded")].reason`,priority=1
 * +kubebuilder:printcolumn:name="Memory",type=string,JSONPath=`.spec.memory`,priority=1
 * +kubebuilder:printcolumn:name="Image",type=string,JSONPath=`.spec.image`,priority=1
 * +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
 * +kubebuilder:validation:XValidation:rule="self.metadata.name.size() <= 52 && self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",message="the name becomes that of a Service: at most 52 small letters, digits and '-', beginning with a letter"
 * +kubebuilder:validation:XValidation:rule="!has(self.spec.port) || !has(self.spec.containerPort) || self.spec.port == self.spec.containerPort",message="port and containerPort are two names for the same: set one of them"
 */
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {}
export const Memcached: Kind<Memcached> = defineKind<Memcached>({
  group: "cache.example.com",
  version: "v1",
  kind: "Memcached",
  plural: "memcacheds",
  scope: "Namespaced",
});
