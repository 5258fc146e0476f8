import {
  type Manager,
  type ReconcileContext,
  type Reconciler,
  Result,
  setCondition,
  systemClock,
  withStatus,
} from "@kubewright/operator";
import { Backup } from "../api/v1/backup.ts";

/** Makes the world as each Backup says it should be. */
export class BackupReconciler implements Reconciler {
  // +kubebuilder:rbac:groups=cache.example.com,resources=backups,verbs=get;list;watch;update;patch
  // +kubebuilder:rbac:groups=cache.example.com,resources=backups/status,verbs=get;update;patch
  // +kubebuilder:rbac:groups=cache.example.com,resources=backups/finalizers,verbs=update
  // +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
  async reconcile({ key, client, log, signal }: ReconcileContext): Promise<Result> {
    const backup = await client.find(Backup, key, { signal });
    // It was deleted; what it owned goes with it.
    if (backup === undefined) return Result.done();

    // TODO: compare the world with backup.spec, and change what differs.

    const conditions = [...(backup.status?.conditions ?? [])];
    const observedGeneration = backup.metadata.generation ?? 0;
    const available = { type: "Available", status: "True", reason: "Reconciled", observedGeneration } as const;
    setCondition(conditions, available, systemClock);
    // Nothing is sent if the status is that already.
    await client.status.update(withStatus(backup, { ...backup.status, conditions }), { signal });
    log.info({ generation: observedGeneration }, "reconciled");
    return Result.done();
  }
}

/** Adds the controller to a manager. */
export function setupBackupController(manager: Manager): void {
  manager.controller("backup").for(Backup).reconcile(new BackupReconciler());
}
