import { define, mapParts } from "./json-schema.js";
/** A field's own documentation has been chosen before; a part's is not looked at. */
const kept = new Set(["allOf", "title", "description", "example", "externalDocs"]);
/** Of these the later one wins. */
const replaced = new Set([
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-map-type",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
]);
/** Merges what is under `allOf`, everywhere in a schema, into the schemas that have it. What cannot be merged stays under `allOf`. */
export class AllOfMerger {
    #merged = new WeakMap();
    #report;
    constructor(report) {
        this.#report = report;
    }
    merge(schema) {
        const known = this.#merged.get(schema);
        if (known !== undefined)
            return known;
        let whole = schema;
        if (schema.allOf !== undefined) {
            whole = { ...schema };
            delete whole.allOf;
            for (const part of schema.allOf)
                this.#mergeInto(whole, part);
        }
        const result = mapParts(whole, (part) => this.merge(part));
        this.#merged.set(schema, result);
        return result;
    }
    /** Changes the target's own members, never what they hold. */
    #mergeInto(target, source) {
        for (const part of source.allOf ?? [])
            this.#mergeInto(target, part);
        const targetRest = {};
        const sourceRest = {};
        let isHoisted = false;
        for (const name of Object.keys(source)) {
            if (kept.has(name) || source[name] === undefined)
                continue;
            if (target[name] === undefined) {
                Object.assign(target, { [name]: source[name] });
            }
            else if (target[name] !== source[name] || !isPlain(name)) {
                if (this.#mergeMember(target, source, name))
                    continue;
                Object.assign(targetRest, { [name]: target[name] });
                Object.assign(sourceRest, { [name]: source[name] });
                delete target[name];
                isHoisted = true;
            }
        }
        if (isHoisted)
            target.allOf = [...(target.allOf ?? []), targetRest, sourceRest];
        if (target.required !== undefined)
            target.required = [...new Set(target.required)].sort();
    }
    /** Whether the member could be merged. */
    #mergeMember(target, source, name) {
        switch (name) {
            case "properties":
                target.properties = this.#mergeProperties(target.properties ?? {}, source.properties ?? {});
                return true;
            case "required":
                target.required = [...(target.required ?? []), ...(source.required ?? [])];
                return true;
            case "enum":
                return true;
            case "minProperties":
            case "maxProperties":
                return target[name] === source[name];
            case "type":
                this.#report([target.type ?? "", source.type ?? ""]);
                return true;
            case "additionalProperties":
                if (typeof source.additionalProperties === "object") {
                    const merged = typeof target.additionalProperties === "object" ? { ...target.additionalProperties } : {};
                    this.#mergeInto(merged, source.additionalProperties);
                    target.additionalProperties = merged;
                }
                return true;
            case "x-kubernetes-validations":
                target[name] = [...(source[name] ?? []), ...(target[name] ?? [])];
                return true;
            default:
                if (!replaced.has(name))
                    return false;
                Object.assign(target, { [name]: source[name] });
                return true;
        }
    }
    #mergeProperties(target, source) {
        const merged = { ...target };
        for (const [name, schema] of Object.entries(source)) {
            const present = Object.hasOwn(merged, name) ? merged[name] : undefined;
            if (present === undefined) {
                define(merged, name, schema);
            }
            else {
                const property = { ...present };
                this.#mergeInto(property, schema);
                define(merged, name, property);
            }
        }
        return merged;
    }
}
/** Whether two equal values are one; two equal limits, from two places, are both kept. */
function isPlain(name) {
    switch (name) {
        case "type":
        case "format":
        case "pattern":
        case "uniqueItems":
        case "exclusiveMaximum":
        case "exclusiveMinimum":
        case "nullable":
        case "x-kubernetes-embedded-resource":
        case "x-kubernetes-int-or-string":
            return true;
        default:
            return false;
    }
}
