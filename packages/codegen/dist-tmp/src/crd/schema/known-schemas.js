import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
const folder = new URL("../../../data/schema/", import.meta.url);
/**
 * The schemas that controller-gen gives to types of Kubernetes, by names such as `k8s.io/api/core/v1.PodSpec`.
 *
 * A package is read when one of its types is asked for, and a schema is parsed when it is itself.
 */
export class KnownSchemas {
    #packages = new Map();
    #schemas = new Map();
    #hasEmbeddedMetadata;
    /** With `generateEmbeddedObjectMeta`, metadata within a spec keeps its names, labels and annotations. */
    constructor({ generateEmbeddedObjectMeta = false } = {}) {
        this.#hasEmbeddedMetadata = generateEmbeddedObjectMeta;
    }
    /** Unflattened: its references are names of other known types. */
    find(name) {
        if (this.#schemas.has(name))
            return this.#schemas.get(name);
        const text = this.#lineOf(name);
        const schema = text === undefined ? undefined : JSON.parse(text);
        this.#schemas.set(name, schema);
        return schema;
    }
    #lineOf(name) {
        const dot = name.lastIndexOf(".");
        const lines = this.#linesOf(name.slice(0, dot));
        const type = name.slice(dot + 1);
        if (this.#hasEmbeddedMetadata)
            return lines.get(`${type}+embedded`) ?? lines.get(type);
        return lines.get(type);
    }
    #linesOf(path) {
        let lines = this.#packages.get(path);
        if (lines === undefined) {
            lines = readPackage(path);
            this.#packages.set(path, lines);
        }
        return lines;
    }
}
function readPackage(path) {
    const lines = new Map();
    if (!/^[\w./-]+$/.test(path))
        return lines;
    let packed;
    try {
        packed = readFileSync(new URL(`${path.replaceAll("/", "_")}.txt.gz`, folder));
    }
    catch (error) {
        if (error.code === "ENOENT")
            return lines;
        throw error;
    }
    for (const line of gunzipSync(packed).toString("utf8").split("\n")) {
        const space = line.indexOf(" ");
        if (space > 0)
            lines.set(line.slice(0, space), line.slice(space + 1));
    }
    return lines;
}
