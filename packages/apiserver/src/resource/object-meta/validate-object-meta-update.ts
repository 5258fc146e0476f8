import { jsonEqual, type ObjectMeta, type StatusCause } from "@kubewright/api";
import { compareBytes, forbiddenField, invalidField, quoteListSyntax } from "@kubewright/api/server";
import { validateManagedFields } from "./validate-managed-fields.ts";
import { validateAnnotations, validateLabels } from "./validate-object-meta.ts";
import { validateOwnerReferences } from "./validate-owner-references.ts";

/** What is wrong with a change of metadata from `old`. */
export function validateObjectMetaUpdate(metadata: ObjectMeta, old: ObjectMeta, field = "metadata"): StatusCause[] {
  const causes: StatusCause[] = [];
  if (old.deletionTimestamp !== undefined) causes.push(...validateNoNewFinalizers(metadata, old, field));
  if ((metadata.resourceVersion ?? "") === "") {
    causes.push(invalidField(`${field}.resourceVersion`, "", "must be specified for an update"));
  }
  if ((metadata.generation ?? 0) < (old.generation ?? 0)) {
    causes.push(invalidField(`${field}.generation`, metadata.generation ?? 0, "must not be decremented"));
  }
  return [
    ...causes,
    ...validateImmutable(metadata.name, old.name, `${field}.name`, ""),
    ...validateImmutable(metadata.namespace, old.namespace, `${field}.namespace`, ""),
    ...validateImmutable(metadata.uid, old.uid, `${field}.uid`, ""),
    ...validateImmutable(metadata.creationTimestamp, old.creationTimestamp, `${field}.creationTimestamp`, null),
    ...validateImmutable(metadata.deletionTimestamp, old.deletionTimestamp, `${field}.deletionTimestamp`, null),
    ...validateImmutable(
      metadata.deletionGracePeriodSeconds,
      old.deletionGracePeriodSeconds,
      `${field}.deletionGracePeriodSeconds`,
      null,
    ),
    ...validateLabels(metadata.labels, `${field}.labels`),
    ...validateAnnotations(metadata.annotations, `${field}.annotations`),
    ...validateOwnerReferences(metadata.ownerReferences, `${field}.ownerReferences`),
    ...validateManagedFields(metadata.managedFields, `${field}.managedFields`),
  ];
}

function validateNoNewFinalizers(metadata: ObjectMeta, old: ObjectMeta, field: string): StatusCause[] {
  const known = new Set(old.finalizers);
  const added = [...new Set(metadata.finalizers)].filter((finalizer) => !known.has(finalizer)).sort(compareBytes);
  if (added.length === 0) return [];
  const list = quoteListSyntax(added);
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`;
  return [forbiddenField(`${field}.finalizers`, detail)];
}

/** `empty` is how a value that is not there is printed. */
function validateImmutable(value: unknown, old: unknown, field: string, empty: unknown): StatusCause[] {
  return jsonEqual(value ?? empty, old ?? empty) ? [] : [invalidField(field, value ?? empty, "field is immutable")];
}
