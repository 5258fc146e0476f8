export const text = { type: "string" };
export const integer = { type: "int" };
export const float = { type: "float" };
export const bool = { type: "bool" };
export const any = { type: "any" };
export const raw = { type: "raw" };
export const texts = { type: "list", of: text };
export const anys = { type: "list", of: any };
export function required(type, help) {
    return { type, isOptional: false, help };
}
export function optional(type, help) {
    return { type, isOptional: true, help };
}
/** The definitions of entries, one for each target. */
export function defineMarkers(category, entries) {
    return entries.flatMap(({ targets, value, isValueOptional, args, details, ...entry }) => targets.map((target) => ({
        ...entry,
        target,
        category,
        details: details ?? "",
        args: value === undefined ? (args ?? {}) : { "": { type: value, isOptional: isValueOptional ?? false, help: "" } },
    })));
}
