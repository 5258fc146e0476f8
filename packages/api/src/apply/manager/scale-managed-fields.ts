import type { ManagedFieldsEntry } from "../../meta/object.ts";
import { FieldSet } from "../field/field-set.ts";
import type { FieldPath } from "../field/path-element.ts";
import { ManagedFieldsCodec } from "./managed-fields.ts";
import type { OwnedFields } from "./updater.ts";

/** By version of a resource, where its replicas are; undefined for a version without the scale subresource. */
export type ReplicasPaths = ReadonlyMap<string, FieldPath | undefined>;

const scaleVersion = "autoscaling/v1";
const replicasOfScale: FieldPath = ["spec", "replicas"];

/** The managedFields of a resource as its Scale has them: who owns the replicas. Throws ApiError `INVALID_FIELDS`. */
export function scaleManagedFields(
  parentEntries: readonly ManagedFieldsEntry[],
  replicasPaths: ReplicasPaths,
): ManagedFieldsEntry[] {
  const codec = new ManagedFieldsCodec();
  const { managers, times } = codec.decode(parentEntries);
  const owners = new Map<string, OwnedFields>();
  for (const [identifier, { fields, apiVersion, isApplied }] of managers) {
    const path = replicasPaths.get(apiVersion);
    if (path === undefined || !fields.has(path)) continue;
    owners.set(identifier, { fields: FieldSet.of(replicasOfScale), apiVersion: scaleVersion, isApplied });
  }
  return codec.encode({ managers: owners, times });
}

/** The managedFields of a resource after its Scale was written with these. Throws ApiError `INVALID_FIELDS`. */
export function parentManagedFields(
  parentEntries: readonly ManagedFieldsEntry[],
  scaleEntries: readonly ManagedFieldsEntry[],
  apiVersion: string,
  replicasPaths: ReplicasPaths,
): ManagedFieldsEntry[] {
  const codec = new ManagedFieldsCodec();
  const parent = codec.decode(parentEntries);
  const scale = new Map(codec.decode(scaleEntries).managers);
  const owners = new Map<string, OwnedFields>();
  for (const [identifier, owned] of parent.managers) {
    if (!replicasPaths.has(owned.apiVersion)) continue;
    const path = replicasPaths.get(owned.apiVersion);
    if (path === undefined || !owned.fields.has(path)) {
      owners.set(identifier, owned);
    } else if (scale.delete(identifier)) {
      owners.set(identifier, owned);
    } else {
      const fields = owned.fields.difference(FieldSet.of(path));
      if (!fields.isEmpty) owners.set(identifier, { ...owned, fields });
    }
  }
  const path = replicasPaths.get(apiVersion) ?? [];
  for (const [identifier, { fields, isApplied }] of scale) {
    if (fields.has(replicasOfScale)) owners.set(identifier, { fields: FieldSet.of(path), apiVersion, isApplied });
  }
  // Entries that come from the Scale have no times: the reference looks for them among the resource's.
  return codec.encode({ managers: owners, times: parent.times });
}
