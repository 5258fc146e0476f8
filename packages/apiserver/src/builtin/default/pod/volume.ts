import type {
  AzureDiskVolumeSource,
  DownwardAPIVolumeFile,
  HostPathVolumeSource,
  PersistentVolumeClaimSpec,
  PersistentVolumeSpec,
  Volume,
  VolumeProjection,
} from "@kubewright/api/core/v1";
import { pullPolicyOf } from "./container.ts";
import { defaultResources } from "./resource-list.ts";

/** 0644 */
const defaultMode = 420;
const tokenSeconds = 3600;

/** Fills in what a volume of a pod leaves out. */
export function defaultVolume(volume: Volume): void {
  if (!hasSource(volume)) volume.emptyDir = {};
  if (volume.image !== undefined) volume.image.pullPolicy ||= pullPolicyOf(volume.image.reference ?? "");
  defaultSources(volume);
  if (volume.secret !== undefined) volume.secret.defaultMode ??= defaultMode;
  if (volume.configMap !== undefined) volume.configMap.defaultMode ??= defaultMode;
  if (volume.downwardAPI !== undefined) {
    volume.downwardAPI.defaultMode ??= defaultMode;
    defaultFiles(volume.downwardAPI.items);
  }
  if (volume.projected !== undefined) {
    volume.projected.defaultMode ??= defaultMode;
    for (const source of volume.projected.sources ?? []) defaultProjection(source);
  }
  if (volume.ephemeral?.volumeClaimTemplate !== undefined) defaultClaimSpec(volume.ephemeral.volumeClaimTemplate.spec);
}

/** The sources that pods and persistent volumes share. */
export function defaultSources(
  volume: Pick<Volume & PersistentVolumeSpec, "hostPath"> & {
    iscsi?: { iscsiInterface?: string };
    rbd?: { pool?: string; user?: string; keyring?: string };
    scaleIO?: { storageMode?: string; fsType?: string };
    azureDisk?: AzureDiskVolumeSource;
  },
): void {
  defaultHostPath(volume.hostPath);
  if (volume.iscsi !== undefined) volume.iscsi.iscsiInterface ||= "default";
  if (volume.rbd !== undefined) {
    volume.rbd.pool ||= "rbd";
    volume.rbd.user ||= "admin";
    volume.rbd.keyring ||= "/etc/ceph/keyring";
  }
  if (volume.scaleIO !== undefined) {
    volume.scaleIO.storageMode ||= "ThinProvisioned";
    volume.scaleIO.fsType ||= "xfs";
  }
  if (volume.azureDisk !== undefined) {
    volume.azureDisk.cachingMode ??= "ReadWrite";
    volume.azureDisk.fsType ??= "ext4";
    volume.azureDisk.readOnly ??= false;
    volume.azureDisk.kind ??= "Shared";
  }
}

/** Fills in what the spec of a claim leaves out, wherever it is. */
export function defaultClaimSpec(spec: PersistentVolumeClaimSpec): void {
  spec.volumeMode ??= "Filesystem";
  defaultResources(spec.resources);
}

function hasSource(volume: Volume): boolean {
  for (const [name, source] of Object.entries(volume)) {
    if (name !== "name" && source !== undefined && source !== null) return true;
  }
  return false;
}

function defaultHostPath(hostPath: HostPathVolumeSource | undefined): void {
  if (hostPath !== undefined) hostPath.type ??= "";
}

function defaultFiles(files: DownwardAPIVolumeFile[] | undefined): void {
  for (const { fieldRef } of files ?? []) {
    if (fieldRef !== undefined) fieldRef.apiVersion ||= "v1";
  }
}

function defaultProjection({ downwardAPI, serviceAccountToken }: VolumeProjection): void {
  defaultFiles(downwardAPI?.items);
  if (serviceAccountToken !== undefined) serviceAccountToken.expirationSeconds ??= tokenSeconds;
}
