import { Quantity, type StatusCause, semanticEqual, validateQualifiedName } from "@kubewright/api";
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from "@kubewright/api/core/v1";
import { forbiddenField, invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import { knownAnnotation } from "../../../resource/known-annotation.ts";
import { internalValue } from "../internal/internal-value.ts";
import { diffOf } from "../internal/unified-diff.ts";
import type { KindValidation } from "../kind-validation.ts";
import { checkClaimSpec } from "../pod/volume/claim-spec.ts";
import { checkImmutable } from "../rule/immutable.ts";
import { typedValidation } from "../typed-validation.ts";

const classAnnotation = knownAnnotation.storageClass;

/** The rules of volume claims. */
export const claimValidation: KindValidation = typedValidation<PersistentVolumeClaim>({
  validate: (claim, causes) => checkClaimSpec(claim.spec ?? {}, "spec", causes),
  validateUpdate(claim, old, causes) {
    checkClaimSpec(claim.spec ?? {}, "spec", causes);
    checkClaimChange(claim, old, causes);
  },
  views: { status: { validateUpdate: (claim, _old, causes) => checkClaimStatus(claim, causes) } },
});

function checkClaimChange(claim: PersistentVolumeClaim, old: PersistentVolumeClaim, causes: StatusCause[]): void {
  const fixed = withoutAllowedChanges(claim, old, causes);
  const oldSpec = { ...old.spec };
  // A volume is bound once.
  if (!oldSpec.volumeName && fixed.volumeName) oldSpec.volumeName = fixed.volumeName;
  if (!semanticEqual(fixed, oldSpec, { kind: { apiVersion: "v1" } })) {
    const type = "core.PersistentVolumeClaimSpec";
    const diff = diffOf(internalValue(type, oldSpec), internalValue(type, fixed));
    const rule =
      "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
    causes.push(forbiddenField("spec", `${rule}\n${diff}`));
  }
  const size = sizeOf(claim.spec);
  const capacity = Quantity.parse(old.status?.capacity?.storage ?? "0");
  if (size.compare(sizeOf(old.spec)) < 0 && size.compare(capacity) <= 0) {
    causes.push(forbiddenField("spec.resources.requests.storage", "field can not be less than status.capacity"));
  }
  checkImmutable(claim.spec?.volumeMode, old.spec?.volumeMode, "*string", "volumeMode", causes);
  checkAttributesClass(claim, old, causes);
}

function sizeOf(spec: PersistentVolumeClaimSpec | undefined): Quantity {
  return Quantity.parse(spec?.resources?.requests?.storage ?? "0");
}

/** The spec with the old values of what may change. */
function withoutAllowedChanges(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  causes: StatusCause[],
): PersistentVolumeClaimSpec {
  const fixed = { ...claim.spec };
  if (isClassFromAnnotation(claim, old)) delete fixed.storageClassName;
  else {
    const annotation = claim.metadata.annotations?.[classAnnotation] ?? "";
    const oldAnnotation = old.metadata.annotations?.[classAnnotation];
    if (annotation !== (oldAnnotation ?? "")) {
      causes.push(invalidField(`metadata.annotations.${classAnnotation}`, annotation, "field is immutable"));
    }
    // A class may be given to a claim that has none.
    const { storageClassName } = fixed;
    const isGiven = storageClassName !== undefined && old.spec?.storageClassName === undefined;
    if (isGiven && (oldAnnotation === undefined || oldAnnotation === storageClassName)) delete fixed.storageClassName;
  }
  if (claim.status?.phase !== "Bound") return fixed;
  const { resources } = fixed;
  const { storage } = old.spec?.resources?.requests ?? {};
  if (resources?.requests !== undefined && storage !== undefined) {
    fixed.resources = { ...resources, requests: { ...resources.requests, storage } };
  }
  const attributesClass = old.spec?.volumeAttributesClassName;
  if (attributesClass === undefined) delete fixed.volumeAttributesClassName;
  else fixed.volumeAttributesClassName = attributesClass;
  return fixed;
}

/** Whether the class that an annotation named is said by the field now. */
function isClassFromAnnotation(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): boolean {
  const annotated = old.metadata.annotations?.[classAnnotation];
  if (annotated === undefined || old.spec?.storageClassName !== undefined) return false;
  const kept = claim.metadata.annotations?.[classAnnotation] ?? annotated;
  return claim.spec?.storageClassName === annotated && kept === annotated;
}

function checkAttributesClass(claim: PersistentVolumeClaim, old: PersistentVolumeClaim, causes: StatusCause[]): void {
  const name = claim.spec?.volumeAttributesClassName;
  if (name === old.spec?.volumeAttributesClassName || name) return;
  if (old.status?.currentVolumeAttributesClassName === undefined) return;
  const what = name === undefined ? "nil" : "empty string";
  const detail = `update to ${what} is forbidden when status.currentVolumeAttributesClassName is not nil`;
  causes.push(forbiddenField("spec.volumeAttributesClassName", detail));
}

const resizeStatuses: readonly string[] = [
  "ControllerResizeInProgress",
  "ControllerResizeInfeasible",
  "NodeResizeInProgress",
  "NodeResizeInfeasible",
  "NodeResizePending",
].sort();

function checkClaimStatus({ spec, status }: PersistentVolumeClaim, causes: StatusCause[]): void {
  if ((spec?.accessModes ?? []).length === 0) causes.push(requiredField("Spec.accessModes"));
  for (const [name, amount] of Object.entries(status?.capacity ?? {})) {
    checkAmount(amount, `status.capacity[${name}]`, causes);
  }
  const statuses = "status.allocatedResourceStatuses";
  for (const [name, value] of Object.entries(status?.allocatedResourceStatuses ?? {})) {
    checkResourceKey(name, statuses, causes);
    if (!resizeStatuses.includes(value)) causes.push(unsupportedField(statuses, name, resizeStatuses));
  }
  const resources = "status.allocatedResources";
  for (const [name, amount] of Object.entries(status?.allocatedResources ?? {})) {
    if (checkResourceKey(name, resources, causes)) checkAmount(amount, `${resources}[${name}]`, causes);
  }
}

function checkAmount(amount: string, field: string, causes: StatusCause[]): void {
  const value = Quantity.parse(amount).value();
  if (value < 0n) causes.push(invalidField(field, value, "must be a valid resource quantity"));
}

/** Says whether the key is good: of the short names, only `storage` is. */
function checkResourceKey(name: string, field: string, causes: StatusCause[]): boolean {
  const problems = validateQualifiedName(name);
  for (const problem of problems) causes.push(invalidField(field, name, problem));
  if (problems.length > 0) return false;
  const isNative = !name.includes("/") || name.includes("kubernetes.io/");
  if (!isNative || name === "storage") return true;
  causes.push(unsupportedField(field, name, ["storage"]));
  return false;
}
