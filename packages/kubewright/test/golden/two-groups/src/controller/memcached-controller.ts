import {
  type Manager,
  type ReconcileContext,
  type Reconciler,
  Result,
  setCondition,
  systemClock,
  withStatus,
} from "@kubewright/operator";
import { Memcached } from "../api/v1alpha1/memcached.ts";

/** Makes the world as each Memcached says it should be. */
export class MemcachedReconciler implements Reconciler {
  // +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch;update;patch
  // +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/status,verbs=get;update;patch
  // +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/finalizers,verbs=update
  // +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
  async reconcile({ key, client, log, signal }: ReconcileContext): Promise<Result> {
    const memcached = await client.find(Memcached, key, { signal });
    // It was deleted; what it owned goes with it.
    if (memcached === undefined) return Result.done();

    // TODO: compare the world with memcached.spec, and change what differs.

    const conditions = [...(memcached.status?.conditions ?? [])];
    const observedGeneration = memcached.metadata.generation ?? 0;
    const available = { type: "Available", status: "True", reason: "Reconciled", observedGeneration } as const;
    setCondition(conditions, available, systemClock);
    // Nothing is sent if the status is that already.
    await client.status.update(withStatus(memcached, { ...memcached.status, conditions }), { signal });
    log.info({ generation: observedGeneration }, "reconciled");
    return Result.done();
  }
}

/** Adds the controller to a manager. */
export function setupMemcachedController(manager: Manager): void {
  manager.controller("memcached").for(Memcached).reconcile(new MemcachedReconciler());
}
