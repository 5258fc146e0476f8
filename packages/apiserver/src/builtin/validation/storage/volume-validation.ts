import { Quantity, type StatusCause, semanticEqual, validateDns1123Subdomain } from "@kubewright/api";
import type { PersistentVolume, PersistentVolumeSpec } from "@kubewright/api/core/v1";
import { forbiddenField, invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import { internalValue } from "../internal/internal-value.ts";
import { diffOf } from "../internal/unified-diff.ts";
import type { KindValidation } from "../kind-validation.ts";
import { checkNodeSelector } from "../pod/scheduling/node-selector.ts";
import { checkAccessModes } from "../pod/volume/claim-spec.ts";
import { checkImmutable } from "../rule/immutable.ts";
import { checkOneOf, checkText } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";
import { checkVolumeSources, sourceOf } from "./volume-source.ts";

/** The rules of volumes. */
export const volumeValidation: KindValidation = typedValidation<PersistentVolume>({
  validate: checkVolume,
  validateUpdate(volume, old, causes) {
    checkVolume(volume, causes);
    checkVolumeChange(volume.spec ?? {}, old.spec ?? {}, causes);
  },
});

const equality = { kind: { apiVersion: "v1" } };

function checkVolume({ metadata, spec = {} }: PersistentVolume, causes: StatusCause[]): void {
  const { persistentVolumeReclaimPolicy: policy, nodeAffinity, storageClassName, volumeMode } = spec;
  const modes = spec.accessModes ?? [];
  if (modes.length === 0) causes.push(requiredField("spec.accessModes"));
  checkAccessModes(modes, "spec.accessModes", causes);
  checkCapacity(spec.capacity ?? {}, causes);
  if (policy) checkOneOf(policy, ["Delete", "Recycle", "Retain"], "spec.persistentVolumeReclaimPolicy", causes);
  if (nodeAffinity?.required !== undefined) {
    checkNodeSelector(nodeAffinity.required, "spec.nodeAffinity.required", causes);
  } else if (nodeAffinity !== undefined) {
    causes.push(requiredField("spec.nodeAffinity.required", "must specify required node constraints"));
  }
  checkVolumeSources(spec, metadata.name ?? "", causes);
  const path = spec.hostPath?.path ?? "";
  if (policy === "Recycle" && /^\/+(\.?\/+)*\.?$/.test(path)) {
    const detail = "may not be 'recycle' for a hostPath mount of '/'";
    causes.push(forbiddenField("spec.persistentVolumeReclaimPolicy", detail));
  }
  if (storageClassName) checkText(validateDns1123Subdomain, storageClassName, "spec.storageClassName", causes);
  checkOneOf(volumeMode, ["Block", "Filesystem"], "spec.volumeMode", causes);
  checkAttributesClass(spec, causes);
  const annotation = "volume.beta.kubernetes.io/mount-options";
  if (metadata.annotations?.[annotation] === undefined || mountable.some((name) => spec[name] !== undefined)) return;
  const detail = "may not specify mount options for this volume type";
  causes.push(forbiddenField(`metadata.annotations.${annotation}`, detail));
}

/** Sources that take options for mounting. */
const mountable: readonly (keyof PersistentVolumeSpec)[] = [
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "glusterfs",
  "nfs",
  "rbd",
  "quobyte",
  "iscsi",
  "cinder",
  "cephfs",
  "azureFile",
  "vsphereVolume",
  "azureDisk",
  "photonPersistentDisk",
];

function checkCapacity(capacity: Readonly<Record<string, string>>, causes: StatusCause[]): void {
  const entries = Object.entries(capacity);
  if (entries.length === 0) causes.push(requiredField("spec.capacity"));
  if (capacity.storage === undefined || entries.length > 1) {
    const printed = entries.length === 0 ? null : internalValue("map quantity", capacity);
    causes.push(unsupportedField("spec.capacity", printed, ["storage"]));
  }
  for (const [name, text] of entries) {
    const amount = Quantity.parse(text);
    const field = `spec.capacity[${name}]`;
    if (amount.value() < 0n) causes.push(invalidField(field, amount.value(), "must be a valid resource quantity"));
    if (amount.sign <= 0) causes.push(invalidField(field, amount.toString(), "must be greater than zero"));
  }
}

function checkAttributesClass(
  { volumeAttributesClassName: name, csi }: PersistentVolumeSpec,
  causes: StatusCause[],
): void {
  if (name === undefined) return;
  const field = "spec.volumeAttributesClassName";
  if (name === "") causes.push(requiredField(field, "an empty string is disallowed"));
  else checkText(validateDns1123Subdomain, name, field, causes);
  if (csi === undefined) {
    causes.push(requiredField("spec.csi", "has to be specified when using volumeAttributesClassName"));
  }
}

function checkVolumeChange(spec: PersistentVolumeSpec, old: PersistentVolumeSpec, causes: StatusCause[]): void {
  const source = sourceOf(spec);
  const oldSource = sourceOf(old);
  // This reference may be added later.
  if (source.csi?.controllerExpandSecretRef !== undefined && oldSource.csi !== undefined) {
    const { controllerExpandSecretRef: _, ...csi } = source.csi;
    if (oldSource.csi.controllerExpandSecretRef === undefined) source.csi = csi;
  }
  if (!semanticEqual(source, oldSource, equality)) {
    const type = "core.PersistentVolumeSource";
    const diff = diffOf(internalValue(type, oldSource), internalValue(type, source));
    const detail = `spec.persistentvolumesource is immutable after creation\n${diff}`;
    causes.push(forbiddenField("spec.persistentvolumesource", detail));
  }
  checkImmutable(spec.volumeMode, old.volumeMode, "*string", "volumeMode", causes);
  checkAffinityChange(spec, old, causes);
  if (old.volumeAttributesClassName !== undefined && spec.volumeAttributesClassName === undefined) {
    causes.push(forbiddenField("spec.volumeAttributesClassName", "update from non-nil value to nil is forbidden"));
  }
}

/** Labels of nodes that have newer names. */
const newerLabels: Readonly<Record<string, string>> = {
  "failure-domain.beta.kubernetes.io/zone": "topology.kubernetes.io/zone",
  "failure-domain.beta.kubernetes.io/region": "topology.kubernetes.io/region",
  "beta.kubernetes.io/os": "kubernetes.io/os",
  "beta.kubernetes.io/arch": "kubernetes.io/arch",
  "beta.kubernetes.io/instance-type": "node.kubernetes.io/instance-type",
};

function checkAffinityChange(spec: PersistentVolumeSpec, old: PersistentVolumeSpec, causes: StatusCause[]): void {
  const { nodeAffinity } = old;
  if (nodeAffinity === undefined) return;
  const renamed = structuredClone(nodeAffinity);
  const terms = spec.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  for (const [index, term] of (renamed.required?.nodeSelectorTerms ?? []).entries()) {
    for (const [at, requirement] of (term.matchExpressions ?? []).entries()) {
      const key = terms[index]?.matchExpressions?.[at]?.key;
      if (key !== undefined && newerLabels[requirement.key] === key) requirement.key = key;
    }
  }
  if (semanticEqual(spec.nodeAffinity ?? null, renamed, equality)) return;
  const printed = internalValue("*core.VolumeNodeAffinity", spec.nodeAffinity);
  const detail = "field is immutable, except for updating from beta label to GA";
  causes.push(invalidField("nodeAffinity", printed, detail));
}
