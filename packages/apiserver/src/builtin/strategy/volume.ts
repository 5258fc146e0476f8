import { formatTime } from "@kubewright/api";
import type { PersistentVolume, PersistentVolumeClaim, PersistentVolumeClaimSpec } from "@kubewright/api/core/v1";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ApiObject } from "../../resource-object.ts";

/** Empties the status of a new volume but for its phase, and when that began. */
export function prepareVolume(object: ApiObject, context: RequestContext): void {
  const volume = object as unknown as PersistentVolume;
  volume.status = { phase: "Pending", lastPhaseTransitionTime: formatTime(context.clock.now()) };
}

/** The server notes when the phase changed, unless the writer says so. */
export function prepareVolumeStatus(object: ApiObject, oldObject: ApiObject, context: RequestContext): void {
  const status = (object as unknown as PersistentVolume).status;
  const old = (oldObject as unknown as PersistentVolume).status;
  if (status === undefined) return;
  if (status.phase === old?.phase) {
    if (status.lastPhaseTransitionTime === undefined && old?.lastPhaseTransitionTime !== undefined) {
      status.lastPhaseTransitionTime = old.lastPhaseTransitionTime;
    }
  } else if (
    status.lastPhaseTransitionTime === undefined ||
    status.lastPhaseTransitionTime === old?.lastPhaseTransitionTime
  ) {
    status.lastPhaseTransitionTime = formatTime(context.clock.now());
  }
}

/** A new claim is stored without a phase, so that its first update writes it even if it changes nothing. */
export function prepareClaim(object: ApiObject, { isDryRun }: RequestContext): void {
  const claim = object as unknown as PersistentVolumeClaim;
  claim.status = isDryRun ? { phase: "Pending" } : {};
  claim.spec ??= {};
  alignDataSources(claim.spec, undefined);
}

/** Aligns the data sources of a claim that is changed. */
export function prepareClaimUpdate(object: ApiObject, old: ApiObject): void {
  const claim = object as unknown as PersistentVolumeClaim;
  claim.spec ??= {};
  alignDataSources(claim.spec, (old as unknown as PersistentVolumeClaim).spec);
}

/** Both fields say where data come from; what only one says is copied to the other. */
function alignDataSources(spec: PersistentVolumeClaimSpec, old: PersistentVolumeClaimSpec | undefined): void {
  const wasSet = old?.dataSource !== undefined || old?.dataSourceRef !== undefined;
  if (spec.dataSource !== undefined && spec.dataSourceRef === undefined && !wasSet && !isKnownSource(spec.dataSource)) {
    delete spec.dataSource;
  }
  if (spec.dataSource !== undefined && spec.dataSourceRef === undefined) {
    spec.dataSourceRef = { ...spec.dataSource };
  } else if (spec.dataSourceRef !== undefined && spec.dataSource === undefined && !spec.dataSourceRef.namespace) {
    const { namespace: _, ...source } = spec.dataSourceRef;
    spec.dataSource = source;
  }
}

/** Before there was the newer field, all but these were ignored. */
function isKnownSource({ apiGroup, kind }: { apiGroup?: string; kind: string }): boolean {
  return kind === "PersistentVolumeClaim"
    ? !apiGroup
    : kind === "VolumeSnapshot" && apiGroup === "snapshot.storage.k8s.io";
}
