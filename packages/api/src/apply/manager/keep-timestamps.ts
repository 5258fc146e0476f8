import type { JsonObject } from "../../json/own-member.ts";
import type { ManagedFieldsEntry } from "../../meta/object.ts";
import { equalValues } from "../field/compare-value.ts";
import { managedFieldsOf } from "./object-metadata.ts";

/**
 * `next`, with the times of `live`'s managedFields if nothing but those times differs.
 *
 * Servers call it last before they store, so that a write that changes nothing is seen as one. Both objects are in the form in which they are
 * stored.
 */
export function keepTimestamps(live: JsonObject, next: JsonObject): JsonObject {
  const before = managedFieldsOf(live) ?? [];
  const after = managedFieldsOf(next) ?? [];
  if (after.length === 0 || before.length !== after.length) return next;
  if (after.every((entry, index) => entry.time === before[index]!.time)) return next;
  if (!after.every((entry, index) => isSameEntry(before[index]!, entry))) return next;
  const kept = { ...next, metadata: { ...(next.metadata as JsonObject), managedFields: before } };
  return equalValues(kept, live) ? kept : next;
}

function isSameEntry(a: ManagedFieldsEntry, b: ManagedFieldsEntry): boolean {
  const { time: _, ...left } = a;
  const { time: __, ...right } = b;
  return equalValues(left, right);
}
