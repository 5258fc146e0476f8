import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where TypeScript with mistakes is: each file has beside it, as `.txt`, what is said of it. */
export const problemFolder: string = fileURLToPath(new URL("problem/", import.meta.url));

/** Absolute paths of all files with mistakes. */
export function problemFiles(): string[] {
  return readdirSync(problemFolder)
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => join(problemFolder, name));
}
