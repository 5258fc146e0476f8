import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A small tree of files with a kustomization. */
export interface KustomizeCase {
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** The folder to render. */
  readonly folder: string;
  /** What kubectl makes of it; in place of it, `.error.txt` where it refuses. */
  readonly recording: string;
}

const here = new URL("./", import.meta.url);

/**
 * The cases of `case/`. A case is a text with a line `=== path` before each file; files without such a line before are those of
 * `common.txt`. What is rendered is the folder `overlay`, or the root where there is none.
 */
export function kustomizeCases(): KustomizeCase[] {
  const folder = new URL("case/", here);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .map((name) => {
      const files = splitFiles(readFileSync(new URL(name, folder), "utf8"));
      const isOverlay = files.some(({ path }) => path.startsWith("overlay/"));
      const recording = fileURLToPath(new URL(`recording/${name.replace(/\.txt$/, "")}`, here));
      return { name: name.replace(/\.txt$/, ""), files, folder: isOverlay ? "overlay" : ".", recording };
    });
}

function splitFiles(text: string): { path: string; text: string }[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n");
      return { path: part.slice(0, end).trim(), text: part.slice(end + 1) };
    });
}
