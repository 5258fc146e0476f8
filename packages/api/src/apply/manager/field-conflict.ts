import { compareBytes, quote } from "../../text/byte-text.ts";
import { type FieldPath, formatFieldPath } from "../field/path-element.ts";

/** A field that another manager owns. */
export interface FieldConflict {
  readonly manager: string;
  readonly path: FieldPath;
}

/** What was applied would change fields that others own. */
export class FieldConflicts extends Error {
  override readonly name: string = "FieldConflicts";
  readonly conflicts: readonly FieldConflict[];

  constructor(conflicts: readonly FieldConflict[]) {
    super(formatConflicts(conflicts, quote));
    this.conflicts = conflicts;
  }
}

/** The conflicts as one text: `conflict with "a": .b`, or a line for each manager and field. */
export function formatConflicts(
  conflicts: readonly FieldConflict[],
  formatManager: (manager: string) => string,
): string {
  if (conflicts.length === 1) {
    const { manager, path } = conflicts[0]!;
    return `conflict with ${formatManager(manager)}: ${formatFieldPath(path)}`;
  }
  const lines: string[] = [];
  let last: string | undefined;
  for (const { manager, path } of conflicts.toSorted((a, b) => compareBytes(a.manager, b.manager))) {
    if (manager !== last) lines.push(`conflicts with ${formatManager(manager)}:`);
    lines.push(`- ${formatFieldPath(path)}`);
    last = manager;
  }
  return lines.join("\n");
}
