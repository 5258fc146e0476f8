import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** A small tree of files with a kustomization. */
export interface KustomizeCase {
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** The folder to render. */
  readonly folder: string;
  /** The path of what kubectl makes of it, without its ending: `.yaml`, or `.error.txt` where it refuses. */
  readonly recording: string;
}

const here = new URL("./", import.meta.url);
const golden = new URL("../golden/", here);

/**
 * The cases of `case/`. A case is a text with a line `=== path` before each file. What is rendered is the folder `overlay`, or the
 * root without one.
 */
export function kustomizeCases(): KustomizeCase[] {
  const folder = new URL("case/", here);
  return filesBelow(folder).map((path) => {
    const files = splitFiles(readFileSync(new URL(path, folder), "utf8"));
    const isOverlay = files.some((file) => file.path.startsWith("overlay/"));
    const name = path.replace(/\.txt$/, "");
    const recording = fileURLToPath(new URL(`recording/${name}`, here));
    return { name, files, folder: isOverlay ? "overlay" : ".", recording };
  });
}

/** Each kustomization of the golden projects. There is no recording of these: they change with the scaffold. */
export function goldenKustomizations(): Omit<KustomizeCase, "recording">[] {
  return readdirSync(golden).flatMap((project) => {
    const root = new URL(`${project}/config/`, golden);
    const files = filesBelow(root).map((path) => ({ path, text: readFileSync(new URL(path, root), "utf8") }));
    const folders = files.filter(({ path }) => path.endsWith("/kustomization.yaml")).map(({ path }) => dirname(path));
    return folders.map((folder) => ({ name: `${project}/config/${folder}`, files, folder }));
  });
}

function filesBelow(folder: URL): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace(fileURLToPath(folder), "").replace(/^\//, ""))
    .sort();
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
