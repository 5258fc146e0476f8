/** The widest line that the formatter of a project leaves as it is. */
export const lineWidth = 120;

/** An import as the formatter would write it: names in order, in one line if they fit. */
export function importLine(names: readonly string[], from: string): string {
  const plain = (name: string) => name.replace(/^type /, "").toLowerCase();
  const sorted = [...names].sort((one, other) => (plain(one) < plain(other) ? -1 : 1));
  const line = `import { ${sorted.join(", ")} } from "${from}";`;
  // A single name is never broken off.
  if (names.length === 1) return line;
  return fitting(line, ["import {", ...sorted.map((name) => `  ${name},`), `} from "${from}";`].join("\n"));
}

/** The line, or what the formatter makes of it where it is too long for its indentation. */
export function fitting(line: string, broken: string, indent = ""): string {
  return indent.length + line.length <= lineWidth ? line : broken;
}
