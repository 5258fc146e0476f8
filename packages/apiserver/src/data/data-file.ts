import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { ApiServerError } from "../errors.ts";

/** The bytes of a file of recorded data, by its name in the package's folder `data`. */
export function readDataFile(name: string): Buffer {
  try {
    return readFileSync(fileURLToPath(new URL(name, dataFolder())));
  } catch (cause) {
    throw new ApiServerError(
      "DAMAGED_DATA",
      `data/${name} of @kubewright/apiserver cannot be read: install the package again`,
      { cause },
    );
  }
}

/** The text of a file of recorded data; names that end in `.gz` are unpacked. */
export function readDataText(name: string): string {
  const bytes = readDataFile(name);
  return (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** Beside the folder that this file is somewhere in, which is `src`, or `dist` where files are bundled. */
function dataFolder(): string {
  const here = import.meta.url;
  return `${here.slice(0, Math.max(here.lastIndexOf("/src/"), here.lastIndexOf("/dist/")))}/data/`;
}
