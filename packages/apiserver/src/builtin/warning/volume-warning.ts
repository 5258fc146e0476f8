import type { PersistentVolume, PersistentVolumeClaim } from "@kubewright/api/core/v1";
import type { CSIDriver, CSIStorageCapacity, StorageClass } from "@kubewright/api/storage/v1";
import { knownAnnotation } from "../../resource/known-annotation.ts";
import type { ApiObject } from "../../resource-object.ts";
import { fractionWarnings } from "./container-warning.ts";
import { nodeLabelWarning, nodeTermWarnings } from "./node-label.ts";

/** Warns of sizes that are no whole bytes, in the spec of a claim at `path`. */
export function claimWarnings(path: string, { spec }: PersistentVolumeClaim): string[] {
  return (["requests", "limits"] as const).flatMap((kind) => {
    const storage = spec?.resources?.[kind]?.storage;
    return storage === undefined ? [] : fractionWarnings(`${path}.resources.${kind}`, { storage });
  });
}

const oldClass = knownAnnotation.storageClass;
const oldMountOptions = "volume.beta.kubernetes.io/mount-options";

/** What to tell the writer of a volume claim. */
export function volumeClaimWarnings(object: ApiObject): string[] {
  const isOld = object.metadata.annotations?.[oldClass] !== undefined;
  return [
    ...(isOld
      ? [`metadata.annotations[${oldClass}]: deprecated since v1.8; use "storageClassName" attribute instead`]
      : []),
    ...claimWarnings("spec", object as unknown as PersistentVolumeClaim),
  ];
}

const oldVolumes: readonly (readonly [string, string, string])[] = [
  ["cephfs", "cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["photonPersistentDisk", "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  ["scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+"],
  ["glusterfs", "glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["rbd", "rbd", "deprecated in v1.28, non-functional in v1.31+"],
];

/** What to tell the writer of a volume. */
export function volumeWarnings(object: ApiObject): string[] {
  const { metadata, spec = {} } = object as unknown as PersistentVolume;
  const annotated = (name: string, text: string): string[] =>
    metadata.annotations?.[name] === undefined ? [] : [`metadata.annotations[${name}]: ${text}`];
  return [
    ...annotated(oldClass, 'deprecated since v1.8; use "storageClassName" attribute instead'),
    ...annotated(oldMountOptions, 'deprecated since v1.31; use "mountOptions" attribute instead'),
    ...(spec.persistentVolumeReclaimPolicy === "Recycle"
      ? [
          "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
        ]
      : []),
    ...(spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).flatMap((term, index) =>
      nodeTermWarnings(`spec.nodeAffinity.required.nodeSelectorTerms[${index}]`, term, false),
    ),
    ...oldVolumes
      .filter(([name]) => (spec as Record<string, unknown>)[name] !== undefined)
      .map(([, shown, text]) => `spec.${shown}: ${text}`),
  ];
}

/** What to tell the writer of a CSI driver. */
export function csiDriverWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const { spec } = object as unknown as CSIDriver;
  const before = JSON.stringify((old as unknown as CSIDriver | undefined)?.spec?.tokenRequests);
  if ((spec?.tokenRequests?.length ?? 0) === 0 || spec?.serviceAccountTokenInSecrets !== undefined) return [];
  if (old !== undefined && before === JSON.stringify(spec?.tokenRequests)) return [];
  return [
    "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes",
  ];
}

/** What to tell the writer of a storage class. */
export function storageClassWarnings(object: ApiObject): string[] {
  return ((object as unknown as StorageClass).allowedTopologies ?? []).flatMap(({ matchLabelExpressions }, index) =>
    (matchLabelExpressions ?? []).flatMap(({ key }, at) => {
      const warning = nodeLabelWarning(key);
      const path = `allowedTopologies[${index}].matchLabelExpressions[${at}].key`;
      return warning === undefined ? [] : [`${path}: ${warning}`];
    }),
  );
}

/** What to tell the writer of a storage capacity. */
export function capacityWarnings(object: ApiObject): string[] {
  const { nodeTopology } = object as unknown as CSIStorageCapacity;
  return [
    ...(nodeTopology?.matchExpressions ?? []).flatMap(({ key }, index) => {
      const warning = nodeLabelWarning(key);
      return warning === undefined ? [] : [`nodeTopology.matchExpressions[${index}].key: ${key} is ${warning}`];
    }),
    ...Object.keys(nodeTopology?.matchLabels ?? {}).flatMap((label) => {
      const warning = nodeLabelWarning(label);
      return warning === undefined ? [] : [`nodeTopology.matchLabels.${label}: ${warning}`];
    }),
  ];
}
