import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ApiServerError } from "../errors.ts";

/** The bytes of a file of recorded data, by its name in the package's folder `data`. */
export function readDataFile(name: string): Buffer {
  try {
    return readFileSync(join(dataFolder(), name));
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

/** Found through the manifest, since sources and what is shipped are not equally deep. */
function dataFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve("@kubewright/apiserver/package.json")), "data");
}
