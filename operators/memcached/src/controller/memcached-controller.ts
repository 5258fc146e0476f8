import { Deployment } from "@kubewright/api/apps/v1";
import { Pod, Service } from "@kubewright/api/core/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import {
  type Clock,
  type ControllerSettings,
  enqueueMapped,
  type KindCachingOptions,
  type Manager,
  type Reconciler,
  systemClock,
  withFinalizer,
} from "@kubewright/operator";
// The version that clients prefer: owner references and events name a Memcached as kubectl does.
import { Memcached } from "../api/v1/memcached.ts";
import { memcachedLabel } from "../resource/label.ts";
import { finalizeMemcached } from "./finalize-memcached.ts";
import { podIndex, reconcileMemcached } from "./reconcile-memcached.ts";

// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch;patch
// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/status,verbs=update
// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=list;watch;create;patch
// +kubebuilder:rbac:groups=core,resources=services,verbs=list;watch;create;patch
// +kubebuilder:rbac:groups=policy,resources=poddisruptionbudgets,verbs=list;watch;create;patch
// +kubebuilder:rbac:groups=core,resources=pods,verbs=list;watch
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

export interface MemcachedReconcilerOptions {
  /** Says when conditions changed. @default the host's */
  readonly clock?: Pick<Clock, "now">;
}

/** Keeps Deployment, Services and disruption budget as each Memcached wants them, and tells in the status how far it is. */
export function createMemcachedReconciler({ clock = systemClock }: MemcachedReconcilerOptions = {}): Reconciler {
  return withFinalizer({
    kind: Memcached,
    finalizer: "cache.example.com/finalizer",
    reconcile: (memcached, context) => reconcileMemcached(memcached, context, clock),
    cleanup: (memcached, context) => finalizeMemcached(memcached, context, clock),
  });
}

/** For the manager's cache: of all pods, only instances are kept in memory. */
export const cachedKinds: readonly KindCachingOptions[] = [
  { kind: Pod, labelSelector: { matchExpressions: [{ key: memcachedLabel, operator: "Exists" }] } },
];

/** Adds the controller to a manager. */
export function setupMemcachedController(
  manager: Manager,
  { clock, ...settings }: MemcachedReconcilerOptions & ControllerSettings = {},
): void {
  manager.cache.index(Pod, podIndex, memcachedOf);
  manager
    .controller("memcached", { maxConcurrentReconciles: 8, ...settings })
    .for(Memcached)
    .owns(Deployment)
    .owns(Service)
    .owns(PodDisruptionBudget)
    .watches(Pod, memcachedOfPod)
    .reconcile(createMemcachedReconciler(clock && { clock }));
}

/** Pods belong to ReplicaSets: their label says which Memcached they are for. */
const memcachedOfPod = enqueueMapped<Pod>((pod) => {
  const { namespace } = pod.metadata;
  return memcachedOf(pod).map((name) => ({ namespace, name }));
});

function memcachedOf({ metadata: { labels } }: Pod): string[] {
  const name = labels?.[memcachedLabel];
  return name === undefined ? [] : [name];
}
