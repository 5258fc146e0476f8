import { cloneJson, type ManagedFieldsEntry, type ObjectMeta } from "@kubewright/api";
import type { ApiObject } from "../../../resource-object.ts";

/** In the place of what is copied in another way. */
const noEntries: ManagedFieldsEntry[] = [];

/** A copy for a reader, who may change it: it shares only what is frozen, the `fieldsV1` of managedFields, often the largest part. */
export function copyObject(object: ApiObject): ApiObject {
  return withCopiedMembers({ ...object }) as ApiObject;
}

/** The same without kind and version, as it is inside lists of built-in kinds. */
export function copyItem({ kind: _kind, apiVersion: _apiVersion, ...item }: ApiObject): object {
  return withCopiedMembers(item);
}

/** Members are replaced where they are, since one called `__proto__` cannot be added like others. */
function withCopiedMembers(copy: Record<string, unknown>): object {
  for (const name of Object.keys(copy)) {
    const member = copy[name];
    if (member === undefined) delete copy[name];
    else copy[name] = name === "metadata" ? copyMetadata(member as ObjectMeta) : cloneJson(member);
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
