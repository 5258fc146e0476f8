import { fieldsIn } from "./fields-in.js";
/** Reports markers that are written twice, and those for kinds on types that are none. */
export function checkMarkers(model, report) {
    const kinds = new Set(model.kinds.map(({ type }) => type));
    for (const module of model.modules) {
        if (!module.isRequested)
            continue;
        for (const type of module.types) {
            const markers = model.typeMarkers(type);
            reportRepeated(markers, report);
            if (!kinds.has(type))
                reportWithoutKind(type, markers, report);
            for (const field of fieldsIn(type.shape))
                reportRepeated(model.fieldMarkers(field), report);
        }
    }
}
/** Markers that say something of the whole resource. */
const OF_KIND = /^kubebuilder:(resource|subresource:.*|printcolumn|storageversion|unservedversion|skipversion|deprecatedversion|metadata|selectablefield)$/;
function reportWithoutKind({ name }, markers, report) {
    // Of a type with this marker it was said already that it is no kind.
    if (markers.some(({ definition }) => definition.name === "kubebuilder:object:root"))
        return;
    for (const { definition, position } of markers) {
        if (!OF_KIND.test(definition.name))
            continue;
        report({
            severity: "warning",
            position,
            message: `+${definition.name} has no effect here: ${name} is the type of no kind; write it above the type that a defineKind names`,
        });
    }
}
/** Markers of which each has a value that a later one replaces. */
const WITH_ONE_VALUE = /^(kubebuilder:validation:(items:)?(?!XValidation$|AtMostOneOf$|ExactlyOneOf$|AtLeastOneOf$).*|kubebuilder:(default|example|title)|default|listType|mapType|structType)$/;
function reportRepeated(markers, report) {
    const first = new Map();
    for (const marker of markers) {
        const { name } = marker.definition;
        const args = JSON.stringify(marker.args, (_, value) => (typeof value === "bigint" ? String(value) : value));
        const key = WITH_ONE_VALUE.test(name) ? name : `${name} ${args}`;
        const earlier = first.get(key);
        first.set(key, marker);
        if (earlier === undefined)
            continue;
        report({
            severity: "warning",
            position: marker.position,
            message: `+${name} is written twice, first in line ${earlier.position.line}; the last one counts: remove the other`,
        });
    }
}
