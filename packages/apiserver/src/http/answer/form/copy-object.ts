import { cloneJson, type ManagedFieldsEntry, type ObjectMeta } from "@kubewright/api";
import type { ApiObject } from "../../../resource-object.ts";

/** In the place of what is copied in another way. */
const noEntries: ManagedFieldsEntry[] = [];

/** A copy for a reader, who may change it: it shares only what is frozen, the `fieldsV1` of managedFields, often the largest part. */
export function copyObject(object: ApiObject): ApiObject {
  return copyMembers(object, true) as ApiObject;
}

/** The same without kind and version, as it is inside lists of built-in kinds. */
export function copyItem(object: ApiObject): object {
  return copyMembers(object, false);
}

function copyMembers(object: ApiObject, saysKind: boolean): object {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    if (!saysKind && (name === "kind" || name === "apiVersion")) continue;
    const member = object[name];
    if (member !== undefined) copy[name] = name === "metadata" ? copyMetadata(object.metadata) : cloneJson(member);
  }
  return copy;
}

function copyMetadata(metadata: ObjectMeta): ObjectMeta {
  const { managedFields } = metadata;
  if (!Array.isArray(managedFields)) return cloneJson(metadata);
  const copy = cloneJson({ ...metadata, managedFields: noEntries });
  copy.managedFields = managedFields.map(copyEntry);
  return copy;
}

function copyEntry(entry: ManagedFieldsEntry): ManagedFieldsEntry {
  return entry.fieldsV1 !== undefined && Object.isFrozen(entry.fieldsV1) ? { ...entry } : cloneJson(entry);
}
