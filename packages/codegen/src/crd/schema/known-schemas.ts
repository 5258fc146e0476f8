import { readDataFile } from "../data/data-file.ts";
import type { JsonSchema } from "./json-schema.ts";

/**
 * The schemas that controller-gen gives to types of Kubernetes, by names such as `k8s.io/api/core/v1.PodSpec`.
 *
 * A package is read when one of its types is asked for, and a schema is parsed when it is itself.
 */
export class KnownSchemas {
  readonly #packages = new Map<string, ReadonlyMap<string, string>>();
  readonly #schemas = new Map<string, JsonSchema | undefined>();
  readonly #hasEmbeddedMetadata: boolean;

  /** With `generateEmbeddedObjectMeta`, metadata within a spec keeps its names, labels and annotations. */
  constructor({ generateEmbeddedObjectMeta = false }: { generateEmbeddedObjectMeta?: boolean | undefined } = {}) {
    this.#hasEmbeddedMetadata = generateEmbeddedObjectMeta;
  }

  /** Unflattened: its references are names of other known types. */
  find(name: string): JsonSchema | undefined {
    if (this.#schemas.has(name)) return this.#schemas.get(name);
    const text = this.#lineOf(name);
    const schema = text === undefined ? undefined : (JSON.parse(text) as JsonSchema);
    this.#schemas.set(name, schema);
    return schema;
  }

  #lineOf(name: string): string | undefined {
    const dot = name.lastIndexOf(".");
    const lines = this.#linesOf(name.slice(0, dot));
    const type = name.slice(dot + 1);
    if (this.#hasEmbeddedMetadata) return lines.get(`${type}+embedded`) ?? lines.get(type);
    return lines.get(type);
  }

  #linesOf(path: string): ReadonlyMap<string, string> {
    let lines = this.#packages.get(path);
    if (lines === undefined) {
      lines = readPackage(path);
      this.#packages.set(path, lines);
    }
    return lines;
  }
}

function readPackage(path: string): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  if (!/^[\w./-]+$/.test(path)) return lines;
  for (const line of (readDataFile(`schema/${path.replaceAll("/", "_")}.txt`) ?? "").split("\n")) {
    const space = line.indexOf(" ");
    if (space > 0) lines.set(line.slice(0, space), line.slice(space + 1));
  }
  return lines;
}
