import type { Job } from "@kubewright/api/batch/v1";
import type { PersistentVolumeClaim } from "@kubewright/api/core/v1";
import type { ApiObject } from "../../resource-object.ts";

// Defaults that the reference fills in when it reads what it has stored, and not before.

/** A claim that was stored before anyone set its phase is pending. */
export function shownClaim(stored: ApiObject): ApiObject {
  const { status } = stored as unknown as PersistentVolumeClaim;
  return status?.phase === undefined ? { ...stored, status: { ...status, phase: "Pending" } } : stored;
}

/** A job without labels has those of its template. */
export function shownJob(stored: ApiObject): ApiObject {
  const labels = (stored as unknown as Job).spec?.template?.metadata?.labels;
  if (labels === undefined || Object.keys(stored.metadata.labels ?? {}).length > 0) return stored;
  return { ...stored, metadata: { ...stored.metadata, labels } };
}
