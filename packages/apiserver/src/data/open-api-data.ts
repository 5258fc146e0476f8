import { gunzipSync } from "node:zlib";
import { readDataFile, readDataText } from "./data-file.ts";

/** The OpenAPI documents of the reference, each read when it is asked for. */
export class OpenApiData {
  #hashes: ReadonlyMap<string, string> | undefined;

  /** The hashes of the documents of version 3, by the path that each is about: `api/v1`, `apis/apps/v1`, `version`. */
  get hashes(): ReadonlyMap<string, string> {
    this.#hashes ??= new Map(
      Object.entries(JSON.parse(readDataText("openapi-v3/index.json")) as Record<string, string>),
    );
    return this.#hashes;
  }

  /** The document of version 3 about a path, as it is served; undefined when there is none. */
  document(path: string): Uint8Array | undefined {
    if (!this.hashes.has(path)) return undefined;
    return gunzipSync(readDataFile(`openapi-v3/${path.replaceAll("/", "_")}.json.gz`));
  }

  /** The document of version 2 as it is served. */
  documentVersion2(): Uint8Array {
    return gunzipSync(readDataFile("openapi-v2.json.gz"));
  }
}
