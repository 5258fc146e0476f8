import { isJsonObject, type JsonObject } from "../../json/own-member.ts";
import type { ManagedFieldsEntry } from "../../meta/object.ts";

/** The entries of an object's managedFields; undefined when there are none, an empty list when that is what it has. */
export function managedFieldsOf(object: JsonObject): ManagedFieldsEntry[] | undefined {
  const metadata = object.metadata;
  const entries = isJsonObject(metadata) ? metadata.managedFields : undefined;
  return Array.isArray(entries) && entries.every(isJsonObject) ? (entries as ManagedFieldsEntry[]) : undefined;
}

/** The object without managedFields: itself if it has none. */
export function withoutManagedFields(object: JsonObject): JsonObject {
  const metadata = object.metadata;
  if (!isJsonObject(metadata) || metadata.managedFields === undefined) return object;
  const { managedFields: _, ...rest } = metadata;
  return { ...object, metadata: rest };
}

/** Whether the entries mean that all ownership is to be forgotten: there are none, or one that is empty. */
export function isReset(entries: readonly ManagedFieldsEntry[]): boolean {
  if (entries.length === 0) return true;
  return entries.length === 1 && Object.values(entries[0]!).every((value) => value === "" || value == null);
}

/** The uid, or the empty string. */
export function uidOf(object: JsonObject): string {
  return metadataText(object, "uid");
}

/** The object in messages: `default/web; apps/v1, Kind=Deployment`. */
export function describeObject(object: JsonObject): string {
  return `${metadataText(object, "namespace")}/${metadataText(object, "name")}; ${formatKind(object)}`;
}

/** Group, version and kind in messages: `apps/v1, Kind=Deployment`, with an empty group for the core group. */
export function formatKind(object: JsonObject): string {
  const apiVersion = typeof object.apiVersion === "string" ? object.apiVersion : "";
  const kind = typeof object.kind === "string" ? object.kind : "";
  return `${apiVersion.includes("/") ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
}

function metadataText(object: JsonObject, name: string): string {
  const metadata = object.metadata;
  const value = isJsonObject(metadata) ? metadata[name] : undefined;
  return typeof value === "string" ? value : "";
}
