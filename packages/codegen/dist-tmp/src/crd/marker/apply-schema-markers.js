import { priorityOf, schemaRules } from "./schema-rules.js";
const validation = "kubebuilder:validation:";
const items = "kubebuilder:validation:items:";
/** Changes a schema as the markers of its type or field say; the order is the reference's, then the source's. */
export function applySchemaMarkers(schema, markers, report) {
    if (markers.length === 0)
        return;
    for (const marker of inOrder(markers, false))
        apply(schema, marker, report);
    for (const marker of inOrder(markers, true)) {
        if (schema.type === "array" && schema.items !== undefined) {
            const changed = { ...schema.items };
            apply(changed, marker, report);
            schema.items = changed;
        }
        else {
            tell(marker, "is for the items of lists, and there is no list of items here", report);
        }
    }
}
function inOrder(markers, isItems) {
    return markers
        .filter(({ definition }) => definition.name.startsWith(items) === isItems)
        .sort((a, b) => priorityOf(ruleName(a)) - priorityOf(ruleName(b)));
}
function apply(schema, marker, report) {
    const name = ruleName(marker);
    const rule = Object.hasOwn(schemaRules, name) ? schemaRules[name] : undefined;
    const problem = rule?.(schema, marker.args);
    if (problem !== undefined)
        tell(marker, problem, report);
}
/** Names with a prefix of validation have rules without it; others are their rule's. */
function ruleName({ definition: { name } }) {
    if (name.startsWith(items))
        return name.slice(items.length);
    return name.startsWith(validation) ? name.slice(validation.length) : name;
}
function tell({ definition, position }, problem, report) {
    report({ severity: "error", position, message: `+${definition.name} ${problem}` });
}
