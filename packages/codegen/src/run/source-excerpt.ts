import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { SourcePosition } from "../problem.ts";

/** The line that a position is in, with a sign below the column; nothing where the file, relative to `folder`, cannot be read. */
export function sourceExcerpt({ file, line, column }: SourcePosition, folder: string): string[] {
  let text: string | undefined;
  try {
    text = readFileSync(resolve(folder, file), "utf8").split(/\r\n|\r|\n/)[line - 1];
  } catch {
    return [];
  }
  if (text === undefined || text.trim() === "") return [];
  const number = `${line}`;
  const gutter = " ".repeat(number.length);
  // A tab stays a tab, so that the sign is below its column.
  const indent = text.slice(0, column - 1).replace(/[^\t]/g, " ");
  return [`  ${number} | ${text}`, `  ${gutter} | ${indent}^`];
}
