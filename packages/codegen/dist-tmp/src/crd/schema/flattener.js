import { mapParts } from "./json-schema.js";
/** Replaces references by what they refer to; documentation where a type is used comes before the type's own. */
export class Flattener {
    #source;
    #report;
    #flattened = new Map();
    #open = [];
    constructor(source, report) {
        this.#source = source;
        this.#report = report;
    }
    /** Without references; what a place adds to a type is beside it under `allOf`. */
    flatten(reference, at = {}) {
        const known = this.#flattened.get(reference);
        if (known !== undefined)
            return known;
        const start = this.#open.indexOf(reference);
        if (start >= 0) {
            const cycle = this.#open.slice(start).filter((type) => typeof type === "object");
            // Kubernetes' own recursive types end in a schema that takes anything, as in the reference.
            if (cycle.length > 0)
                this.#report(cycle, at);
            return {};
        }
        this.#open.push(reference);
        const schema = this.#flattenParts(this.#source.schemaOf(reference));
        this.#open.pop();
        this.#flattened.set(reference, schema);
        return schema;
    }
    #flattenParts(schema) {
        if (schema.$ref === undefined)
            return mapParts(schema, (part) => this.#flattenParts(part));
        return atPlace(this.flatten(schema.$ref, schema), schema);
    }
}
function atPlace(type, place) {
    const { $ref: _, description, title, externalDocs, example, ...rest } = place;
    const schema = { allOf: Object.keys(rest).length === 0 ? [type] : [type, rest] };
    const documentation = {
        description: description ?? type.description,
        title: title ?? type.title,
        externalDocs: externalDocs ?? type.externalDocs,
        example: example ?? type.example,
    };
    for (const [name, value] of Object.entries(documentation)) {
        if (value !== undefined)
            Object.assign(schema, { [name]: value });
    }
    return schema;
}
