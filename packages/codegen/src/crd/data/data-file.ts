import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** The text of a packed file of the package's folder `data`, undefined when there is no such file. */
export function readDataFile(path: string): string | undefined {
  try {
    return gunzipSync(readFileSync(new URL(`data/${path}.gz`, packageFolder()))).toString("utf8");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Sources and what is built of them, bundled or not, are below `src` and `dist` of the package. */
function packageFolder(): string {
  const here = import.meta.url;
  return here.slice(0, Math.max(here.lastIndexOf("/src/"), here.lastIndexOf("/dist/")) + 1);
}
