import type { PersistentVolumeSpec } from "@kubewright/api/core/v1";
import type { CSIDriver, StorageClass, VolumeAttachment } from "@kubewright/api/storage/v1";
import { defaultResourceList } from "./pod/resource-list.ts";
import { defaultSources } from "./pod/volume.ts";

/** Fills in what a storage class leaves out. */
export function defaultStorageClass(storageClass: StorageClass): void {
  storageClass.reclaimPolicy ??= "Delete";
  storageClass.volumeBindingMode ??= "Immediate";
}

/** Fills in what a CSI driver leaves out. */
export function defaultCsiDriver({ spec }: CSIDriver): void {
  if (spec === undefined) return;
  spec.attachRequired ??= true;
  spec.podInfoOnMount ??= false;
  spec.storageCapacity ??= false;
  spec.fsGroupPolicy ??= "ReadWriteOnceWithFSType";
  if ((spec.volumeLifecycleModes?.length ?? 0) === 0) spec.volumeLifecycleModes = ["Persistent"];
  spec.requiresRepublish ??= false;
  spec.seLinuxMount ??= false;
}

/** Fills in what a volume attachment leaves out. */
export function defaultVolumeAttachment({ spec }: VolumeAttachment): void {
  const inline: PersistentVolumeSpec | undefined = spec?.source?.inlineVolumeSpec;
  if (inline === undefined) return;
  defaultResourceList(inline.capacity);
  defaultSources(inline);
}
