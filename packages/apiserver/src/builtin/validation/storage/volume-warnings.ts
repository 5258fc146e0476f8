import type { PersistentVolume, PersistentVolumeSpec } from "@kubewright/api/core/v1";
import { nodeLabelAdvice } from "../rule/node-label-advice.ts";

const oldAnnotations: readonly (readonly [name: string, advice: string])[] = [
  ["volume.beta.kubernetes.io/storage-class", 'deprecated since v1.8; use "storageClassName" attribute instead'],
  ["volume.beta.kubernetes.io/mount-options", 'deprecated since v1.31; use "mountOptions" attribute instead'],
];

/** Sources that nobody has any more, by name, with what they are called and since when. */
const oldSources: readonly (readonly [name: keyof PersistentVolumeSpec, shown: string, since: string])[] = [
  ["cephfs", "cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["photonPersistentDisk", "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  ["scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+"],
  ["glusterfs", "glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["rbd", "rbd", "deprecated in v1.28, non-functional in v1.31+"],
];

/** What the client is told of a volume that is good. */
export function volumeWarnings({ metadata, spec = {} }: PersistentVolume): string[] {
  const warnings: string[] = [];
  for (const [name, advice] of oldAnnotations) {
    if (metadata.annotations?.[name] !== undefined) warnings.push(`metadata.annotations[${name}]: ${advice}`);
  }
  if (spec.persistentVolumeReclaimPolicy === "Recycle") {
    const advice = "Instead, the recommended approach is to use dynamic provisioning.";
    warnings.push(`spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. ${advice}`);
  }
  for (const [index, term] of (spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).entries()) {
    for (const [at, { key }] of (term.matchExpressions ?? []).entries()) {
      const advice = nodeLabelAdvice(key);
      if (advice === undefined) continue;
      const field = `spec.nodeAffinity.required.nodeSelectorTerms[${index}].matchExpressions[${at}].key`;
      warnings.push(`${field}: ${key} is ${advice}`);
    }
  }
  for (const [name, shown, since] of oldSources) {
    if (spec[name] !== undefined) warnings.push(`spec.${shown}: ${since}`);
  }
  return warnings;
}
