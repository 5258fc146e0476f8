import { Quantity } from "@kubewright/api";
import type { PersistentVolume, PersistentVolumeClaim } from "@kubewright/api/core/v1";
import type {
  CSIDriver,
  CSINode,
  StorageClass,
  VolumeAttachment,
  VolumeAttributesClass,
} from "@kubewright/api/storage/v1";
import { knownAnnotation } from "../../resource/known-annotation.ts";
import { type CellMakers, cells } from "./cell-makers.ts";

const shortModes: Readonly<Record<string, string>> = {
  ReadWriteOnce: "RWO",
  ReadOnlyMany: "ROX",
  ReadWriteMany: "RWX",
  ReadWriteOncePod: "RWOP",
};

function modesText(modes: readonly string[] | undefined): string {
  return Object.keys(shortModes)
    .filter((mode) => modes?.includes(mode) === true)
    .map((mode) => shortModes[mode])
    .join(",");
}

/** An absent quantity is none. */
function sizeText(size: string | number | undefined): string {
  return size === undefined ? "0" : Quantity.parse(String(size)).toString();
}

function phaseOf(object: PersistentVolume | PersistentVolumeClaim): string {
  return object.metadata?.deletionTimestamp === undefined ? (object.status?.phase ?? "") : "Terminating";
}

function classOf({ metadata, spec }: PersistentVolume | PersistentVolumeClaim): string {
  return metadata?.annotations?.[knownAnnotation.storageClass] ?? spec?.storageClassName ?? "";
}

export const claimCells: CellMakers = cells<PersistentVolumeClaim>({
  Status: phaseOf,
  Volume: ({ spec }) => spec?.volumeName ?? "",
  Capacity: ({ spec, status }) => (spec?.volumeName ? sizeText(status?.capacity?.storage) : ""),
  "Access Modes": ({ spec, status }) => (spec?.volumeName ? modesText(status?.accessModes) : ""),
  StorageClass: classOf,
  VolumeAttributesClass: ({ spec }) => spec?.volumeAttributesClassName ?? "<unset>",
  VolumeMode: ({ spec }) => spec?.volumeMode ?? "<unset>",
});

export const volumeCells: CellMakers = cells<PersistentVolume>({
  Capacity: ({ spec }) => sizeText(spec?.capacity?.storage),
  "Access Modes": ({ spec }) => modesText(spec?.accessModes),
  "Reclaim Policy": ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? "",
  Status: phaseOf,
  Claim: ({ spec }) => {
    const claim = spec?.claimRef;
    return claim === undefined ? "" : `${claim.namespace ?? ""}/${claim.name ?? ""}`;
  },
  StorageClass: classOf,
  VolumeAttributesClass: ({ spec }) => spec?.volumeAttributesClassName ?? "<unset>",
  Reason: ({ status }) => status?.reason ?? "",
  VolumeMode: ({ spec }) => spec?.volumeMode ?? "<unset>",
});

const defaultClassAnnotations = [
  "storageclass.kubernetes.io/is-default-class",
  "storageclass.beta.kubernetes.io/is-default-class",
];

export const storageClassCells: CellMakers = cells<StorageClass>({
  Name: ({ metadata }) => {
    const isDefault = defaultClassAnnotations.some((name) => metadata?.annotations?.[name] === "true");
    return `${metadata?.name ?? ""}${isDefault ? " (default)" : ""}`;
  },
  Provisioner: ({ provisioner }) => provisioner ?? "",
  ReclaimPolicy: ({ reclaimPolicy }) => reclaimPolicy ?? "Delete",
  VolumeBindingMode: ({ volumeBindingMode }) => volumeBindingMode ?? "Immediate",
  AllowVolumeExpansion: ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false,
});

export const driverCells: CellMakers = cells<CSIDriver>({
  AttachRequired: ({ spec }) => spec?.attachRequired ?? true,
  PodInfoOnMount: ({ spec }) => spec?.podInfoOnMount ?? false,
  StorageCapacity: ({ spec }) => spec?.storageCapacity ?? false,
  TokenRequests: ({ spec }) => spec?.tokenRequests?.map(({ audience }) => audience).join(",") ?? "<unset>",
  RequiresRepublish: ({ spec }) => spec?.requiresRepublish ?? false,
  Modes: ({ spec }) => spec?.volumeLifecycleModes?.join(",") || "<none>",
});

export const driverNodeCells: CellMakers = cells<CSINode>({ Drivers: ({ spec }) => spec?.drivers?.length ?? 0 });

export const attachmentCells: CellMakers = cells<VolumeAttachment>({
  Attacher: ({ spec }) => spec?.attacher ?? "",
  PV: ({ spec }) => spec?.source?.persistentVolumeName ?? "",
  Node: ({ spec }) => spec?.nodeName ?? "",
  Attached: ({ status }) => status?.attached ?? false,
});

export const attributesClassCells: CellMakers = cells<VolumeAttributesClass>({
  DriverName: ({ driverName }) => driverName ?? "",
});
