import { Quantity } from "@kubewright/api";
import type { PersistentVolumeClaim } from "@kubewright/api/core/v1";
import type { StorageClass } from "@kubewright/api/storage/v1";
import type { AdmissionPlugin, AdmissionRequest } from "../../resource/admission-plugin.ts";
import { knownAnnotation } from "../../resource/known-annotation.ts";
import type { ObjectStore } from "../../storage/object-store.ts";
import { forbidWrite, isWriteOf } from "../forbid-write.ts";

const storageClassAnnotation = knownAnnotation.storageClass;

/** Volumes and claims that are in use are not deleted before they are let go: a controller removes these finalizers. */
export const storageObjectInUseProtection: AdmissionPlugin = {
  name: "StorageObjectInUseProtection",
  admit(request) {
    if (request.operation !== "CREATE" || request.object === undefined) return;
    const finalizer = finalizerFor(request);
    const { metadata } = request.object;
    if (finalizer === undefined || metadata.finalizers?.includes(finalizer)) return;
    metadata.finalizers = [...(metadata.finalizers ?? []), finalizer];
  },
};

/** Claims grow only when they are bound and their class allows it. */
export function persistentVolumeClaimResize(store: ObjectStore): AdmissionPlugin {
  return {
    name: "PersistentVolumeClaimResize",
    validate(request) {
      if (!isWriteOf(request, "", "persistentvolumeclaims") || request.operation !== "UPDATE") return;
      const claim = request.object as unknown as PersistentVolumeClaim;
      const old = request.old as unknown as PersistentVolumeClaim;
      if (sizeOf(claim).compare(sizeOf(old)) <= 0) return;
      if (old.status?.phase !== "Bound") {
        throw forbidWrite(request, "Only bound persistent volume claims can be expanded");
      }
      if (allowsExpansion(store, claim, old)) return;
      throw forbidWrite(
        request,
        "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize",
      );
    },
  };
}

function finalizerFor(request: AdmissionRequest): string | undefined {
  if (isWriteOf(request, "", "persistentvolumes")) return "kubernetes.io/pv-protection";
  if (isWriteOf(request, "", "persistentvolumeclaims")) return "kubernetes.io/pvc-protection";
  if (isWriteOf(request, "storage.k8s.io", "volumeattributesclasses")) return "kubernetes.io/vac-protection";
  return undefined;
}

function sizeOf({ spec }: PersistentVolumeClaim): Quantity {
  return Quantity.parse(spec?.resources?.requests?.storage ?? "0");
}

function allowsExpansion(store: ObjectStore, claim: PersistentVolumeClaim, old: PersistentVolumeClaim): boolean {
  const name = classOf(claim);
  if (name === "" || name !== classOf(old)) return false;
  const found = store.get("storage.k8s.io/storageclasses", "", name)?.object as unknown as StorageClass | undefined;
  return found?.allowVolumeExpansion === true;
}

function classOf({ metadata, spec }: PersistentVolumeClaim): string {
  return metadata.annotations?.[storageClassAnnotation] ?? spec?.storageClassName ?? "";
}
