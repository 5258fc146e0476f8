import type { Insertion } from "./scaffold-file.ts";

/** What comes of an insertion. */
export type InsertionOutcome =
  | { readonly type: "inserted"; readonly text: string }
  /** The file has the lines. */
  | { readonly type: "present" }
  /** The file has lost its anchor: the user has to put the lines where they belong. */
  | { readonly type: "no-anchor" };

/** Puts lines before their anchor, which stays for those to come. */
export function insertAtAnchor(text: string, { anchor, lines, isSorted = false }: Insertion): InsertionOutcome {
  const existing = text.split("\n");
  if (contains(existing, lines)) return { type: "present" };
  const at = existing.findIndex((line) => isAnchor(line, anchor));
  if (at < 0) return { type: "no-anchor" };
  const indent = /^\s*/.exec(existing[at]!)![0];
  const added = lines.map((line) => (line === "" ? "" : indent + line));
  const place = isSorted ? sortedPlace(existing, at, added[0]!) : at;
  return { type: "inserted", text: existing.toSpliced(place, 0, ...added).join("\n") };
}

function isAnchor(line: string, anchor: string): boolean {
  const match = /^\s*(?:\/\/|#)\s*\+kubebuilder:scaffold:(\S+)\s*$/.exec(line);
  return match?.[1] === anchor;
}

/** Whether the lines follow each other somewhere, whatever their indentation. A line that is commented out counts: somebody wants it so. */
function contains(existing: readonly string[], lines: readonly string[]): boolean {
  const bare = existing.map((line) => line.trim().replace(/^(#|\/\/)\s?(?!\s*\+)/, ""));
  const wanted = lines.map((line) => line.trim());
  return bare.some((_, start) => wanted.every((line, offset) => bare[start + offset] === line));
}

/** Among the imports of own modules above the anchor, and before the blank line that sets it apart. */
function sortedPlace(existing: readonly string[], anchor: number, line: string): number {
  const source = (text: string) => /^import .* from "(\.[^"]*)";$/.exec(text)?.[1];
  let place = existing[anchor - 1] === "" ? anchor - 1 : anchor;
  while (place > 0) {
    const above = source(existing[place - 1]!);
    if (above === undefined || above < source(line)!) break;
    place--;
  }
  return place;
}
