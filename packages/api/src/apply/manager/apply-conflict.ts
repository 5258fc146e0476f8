import type { ManagedFieldsEntry } from "../../meta/object.ts";
import { applyConflictError } from "../../status/failure.ts";
import type { StatusError } from "../../status/status-error.ts";
import { quote } from "../../text/byte-text.ts";
import { formatFieldPath } from "../field/path-element.ts";
import { type FieldConflict, formatConflicts } from "./field-conflict.ts";

/** What the server answers when others own fields that were applied. Managers are identifiers of managedFields. */
export function applyConflictOf(conflicts: readonly FieldConflict[]): StatusError {
  const count = conflicts.length;
  return applyConflictError(
    `Apply failed with ${count} conflict${count === 1 ? "" : "s"}: ${formatConflicts(conflicts, formatManager)}`,
    conflicts.map(({ manager, path }) => ({
      reason: "FieldManagerConflict",
      message: `conflict with ${formatManager(manager)}`,
      field: formatFieldPath(path),
    })),
  );
}

function formatManager(identifier: string): string {
  const identity = parseIdentifier(identifier);
  if (identity === undefined) return quote(identifier);
  const { manager = "", operation, apiVersion = "", time, subresource } = identity;
  const named = subresource ? `${quote(manager)} with subresource ${quote(subresource)}` : quote(manager);
  if (operation !== "Update") return named;
  return time ? `${named} using ${apiVersion} at ${time}` : `${named} using ${apiVersion}`;
}

function parseIdentifier(identifier: string): ManagedFieldsEntry | undefined {
  try {
    return JSON.parse(identifier) as ManagedFieldsEntry;
  } catch {
    return undefined;
  }
}
