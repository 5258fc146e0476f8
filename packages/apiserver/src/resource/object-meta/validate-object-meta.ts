import {
  type ObjectMeta,
  type StatusCause,
  validateAnnotationKey,
  validateDns1123Label,
  validateFinalizerName,
  validateLabelValue,
  validatePathSegmentName,
  validateQualifiedName,
} from "@kubewright/api";
import { byteLength, forbiddenField, invalidField, requiredField, tooLongField } from "@kubewright/api/server";
import { validateManagedFields } from "./validate-managed-fields.ts";
import { validateOwnerReferences } from "./validate-owner-references.ts";

/** What the server says of a name, or of the beginning of one. */
export type ValidateName = (name: string, isPrefix: boolean) => readonly string[];

/** The rule that all names obey, whatever their kind: they are part of a path. */
export const validatePathSegment: ValidateName = (name, isPrefix) => validatePathSegmentName(name, { isPrefix });

const maxAnnotationBytes = 256 * 1024;

/** What is wrong with the metadata of an object that has its name. `field` is where the metadata is. */
export function validateObjectMeta(
  metadata: ObjectMeta,
  isNamespaced: boolean,
  validateName: ValidateName,
  field = "metadata",
): StatusCause[] {
  return [
    ...validateNames(metadata, validateName, field),
    ...validateNamespace(metadata.namespace ?? "", isNamespaced, `${field}.namespace`),
    ...((metadata.generation ?? 0) < 0
      ? [invalidField(`${field}.generation`, metadata.generation, "must be greater than or equal to 0")]
      : []),
    ...validateLabels(metadata.labels, `${field}.labels`),
    ...validateAnnotations(metadata.annotations, `${field}.annotations`),
    ...validateOwnerReferences(metadata.ownerReferences, `${field}.ownerReferences`),
    ...validateFinalizers(metadata.finalizers, `${field}.finalizers`),
    ...validateManagedFields(metadata.managedFields, `${field}.managedFields`),
  ];
}

/** What is wrong with the metadata of a resource inside another: it may have a namespace or none. */
export function validateEmbeddedMeta(metadata: object, field: string): StatusCause[] {
  const { namespace = "" } = metadata as Partial<ObjectMeta>;
  return validateObjectMeta(metadata as ObjectMeta, namespace !== "", validatePathSegment, field);
}

function validateNames(metadata: ObjectMeta, validateName: ValidateName, field: string): StatusCause[] {
  const { generateName = "", name = "" } = metadata;
  const causes: StatusCause[] = [];
  if (generateName !== "") {
    for (const problem of validateName(generateName, true)) {
      causes.push(invalidField(`${field}.generateName`, generateName, problem));
    }
  }
  if (name === "") return [...causes, requiredField(`${field}.name`, "name or generateName is required")];
  for (const problem of validateName(name, false)) causes.push(invalidField(`${field}.name`, name, problem));
  return causes;
}

function validateNamespace(namespace: string, isNamespaced: boolean, field: string): StatusCause[] {
  if (!isNamespaced) return namespace === "" ? [] : [forbiddenField(field, "not allowed on this type")];
  if (namespace === "") return [requiredField(field)];
  return validateDns1123Label(namespace).map((problem) => invalidField(field, namespace, problem));
}

/** What is wrong with labels. */
export function validateLabels(labels: Readonly<Record<string, string>> | undefined, field: string): StatusCause[] {
  const causes: StatusCause[] = [];
  for (const [key, value] of Object.entries(labels ?? {})) {
    for (const problem of validateQualifiedName(key)) causes.push(invalidField(field, key, problem));
    for (const problem of validateLabelValue(value)) causes.push(invalidField(field, value, problem));
  }
  return causes;
}

/** What is wrong with annotations: their keys, and their size in all. */
export function validateAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  field: string,
): StatusCause[] {
  const causes: StatusCause[] = [];
  let size = 0;
  for (const [key, value] of Object.entries(annotations ?? {})) {
    for (const problem of validateAnnotationKey(key)) causes.push(invalidField(field, key, problem));
    size += byteLength(key) + byteLength(value);
  }
  if (size > maxAnnotationBytes) causes.push(tooLongField(field, maxAnnotationBytes));
  return causes;
}

function validateFinalizers(finalizers: readonly string[] | undefined, field: string): StatusCause[] {
  if (finalizers === undefined || finalizers.length === 0) return [];
  const causes = finalizers.flatMap((finalizer) =>
    validateFinalizerName(finalizer).map((problem) => invalidField(field, finalizer, problem)),
  );
  if (finalizers.includes("orphan") && finalizers.includes("foregroundDeletion")) {
    causes.push(invalidField(field, finalizers, "finalizer orphan and foregroundDeletion cannot be both set"));
  }
  return causes;
}
