import { createHash } from "node:crypto";
import { rowsOf } from "./data-file.ts";
import type { ReferenceReader } from "./reference-reader.ts";

/** The OpenAPI documents of a server, by file name: the index of version 3, its documents, and version 2. */
export async function recordOpenApi(reader: ReferenceReader): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const { paths } = await reader.json<{ paths: Record<string, { serverRelativeURL: string }> }>("/openapi/v3");
  const index: Record<string, string> = {};
  for (const [path, { serverRelativeURL }] of Object.entries(paths)) {
    const text = await reader.text(serverRelativeURL);
    const hash = createHash("sha512").update(text).digest("hex").toUpperCase();
    if (!serverRelativeURL.endsWith(`?hash=${hash}`)) throw new Error(`the hash of ${path} is not what it was`);
    index[path] = hash;
    files.set(`openapi-v3/${path.replaceAll("/", "_")}.json.gz`, text);
  }
  files.set("openapi-v3/index.json", rowsOf(index));
  files.set("openapi-v2.json.gz", await reader.text("/openapi/v2"));
  return files;
}
