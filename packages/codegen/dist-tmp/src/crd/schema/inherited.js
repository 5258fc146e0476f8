/** The properties of an unflattened schema, also those it inherits. */
export function propertyNames(schema, source) {
    const whole = schema.$ref === undefined ? schema : source.schemaOf(schema.$ref);
    const inherited = (whole.allOf ?? []).flatMap((part) => propertyNames(part, source));
    const further = whole.$ref === undefined ? [] : propertyNames(whole, source);
    return [...Object.keys(whole.properties ?? {}), ...inherited, ...further];
}
/** An unflattened schema without some of its properties, also where it inherits them. */
export function withoutProperties(schema, names, source) {
    const { $ref, ...own } = schema;
    if ($ref !== undefined)
        return withoutProperties({ ...source.schemaOf($ref), ...own }, names, source);
    const rest = { ...own };
    if (own.properties !== undefined) {
        rest.properties = Object.fromEntries(Object.entries(own.properties).filter(([name]) => !names.has(name)));
    }
    if (own.required !== undefined) {
        const required = own.required.filter((name) => !names.has(name));
        if (required.length > 0)
            rest.required = required;
        else
            delete rest.required;
    }
    if (own.allOf !== undefined)
        rest.allOf = own.allOf.map((part) => withoutProperties(part, names, source));
    return rest;
}
