/** A schema with its direct parts replaced; the schema itself where each of them stays. */
export function mapParts(schema, map) {
    let changed;
    const set = (change) => {
        changed = { ...(changed ?? schema), ...change };
    };
    const { items, not, additionalProperties, properties } = schema;
    if (items !== undefined) {
        const mapped = map(items);
        if (mapped !== items)
            set({ items: mapped });
    }
    for (const name of ["allOf", "oneOf", "anyOf"]) {
        const parts = schema[name];
        if (parts === undefined)
            continue;
        const mapped = parts.map(map);
        if (mapped.some((part, i) => part !== parts[i]))
            set({ [name]: mapped });
    }
    if (not !== undefined) {
        const mapped = map(not);
        if (mapped !== not)
            set({ not: mapped });
    }
    if (properties !== undefined) {
        let isChanged = false;
        const mapped = {};
        for (const name of Object.keys(properties)) {
            const part = properties[name];
            const result = map(part);
            isChanged ||= result !== part;
            define(mapped, name, result);
        }
        if (isChanged)
            set({ properties: mapped });
    }
    if (typeof additionalProperties === "object") {
        const mapped = map(additionalProperties);
        if (mapped !== additionalProperties)
            set({ additionalProperties: mapped });
    }
    return changed ?? schema;
}
/** Sets a member also where its name means something to JavaScript, as `__proto__` does. */
export function define(record, name, value) {
    Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
}
