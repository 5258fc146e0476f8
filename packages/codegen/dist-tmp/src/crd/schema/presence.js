import { nearestName } from "../../marker/nearest-name.js";
const required = ["kubebuilder:validation:Required", "required", "k8s:required"];
/** Whether an object has to have the field: markers say so, else its module's, else its question mark. */
export function isRequired(field, { markers, model, oneOf, report }) {
    const find = (name) => markers.find(({ definition }) => definition.name === name);
    if (find("kubebuilder:validation:Optional"))
        return false;
    const kubebuilder = find(required[0]);
    if (!kubebuilder && (find("optional") || find("k8s:optional")))
        return false;
    const marker = kubebuilder ?? find(required[1]) ?? find(required[2]);
    if (!marker && (field.isOptional || isOptionalModule(field, model)))
        return false;
    const conflict = oneOf.get(field.name);
    if (conflict === undefined)
        return true;
    const message = `the field ${field.name} is named by +${conflict.definition.name}, so it has to be optional: ${marker ? `remove +${marker.definition.name}` : `write ${field.name}?:`}`;
    report({ severity: "error", position: marker?.position ?? field.position, message });
    return false;
}
function isOptionalModule(field, model) {
    const markers = model.packageMarkers(model.moduleOf(field));
    return markers.some(({ definition }) => definition.name === "kubebuilder:validation:Optional");
}
/** The fields that a type's markers name as ones of which not all may be there. */
export function oneOfFields(markers, report) {
    const fields = new Map();
    for (const marker of markers) {
        if (!/^kubebuilder:validation:(?:AtMost|Exactly|AtLeast)OneOf$/.test(marker.definition.name))
            continue;
        for (const name of (marker.args[""] ?? [])) {
            if (name.includes(".")) {
                const message = `+${marker.definition.name} names ${name}, and can only name fields of the type itself: put the marker on the type that has the field`;
                report({ severity: "error", position: marker.position, message });
            }
            else {
                fields.set(name, marker);
            }
        }
    }
    return fields;
}
/** Reports markers that name fields which the type does not have. */
export function checkOneOfNames(oneOf, names, report) {
    for (const [name, { definition, position }] of oneOf) {
        if (names.includes(name))
            continue;
        const nearest = nearestName(name, names);
        const message = `+${definition.name} names ${name}, and there is no such field${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;
        report({ severity: "error", position, message });
    }
}
