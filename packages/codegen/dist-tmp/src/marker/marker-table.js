import { splitMarker } from "./grammar/marker-name.js";
import { applyMarkers, objectMarkers, rbacMarkers, webhookMarkers } from "./table/generator-markers.js";
import { processingMarkers } from "./table/processing-markers.js";
import { resourceMarkers } from "./table/resource-markers.js";
import { validationMarkers } from "./table/validation-markers.js";
/** Every marker that controller-gen knows, once for each target. */
export const markerDefinitions = [
    ...resourceMarkers,
    ...validationMarkers,
    ...processingMarkers,
    ...rbacMarkers,
    ...objectMarkers,
    ...webhookMarkers,
    ...applyMarkers,
];
const byTarget = {
    package: index("package"),
    type: index("type"),
    field: index("field"),
};
function index(target) {
    return new Map(markerDefinitions
        .filter((definition) => definition.target === target)
        .map((definition) => [definition.name, definition]));
}
/** The definition that a marker's text (without its `+`) is of on a target, whatever its arguments. */
export function findMarkerDefinition(text, target) {
    const { wholeName, shortName } = splitMarker(text);
    return byTarget[target].get(wholeName) ?? byTarget[target].get(shortName);
}
/** The targets on which a marker of this text may stand. */
export function targetsOf(text) {
    return ["package", "type", "field"].filter((target) => findMarkerDefinition(text, target) !== undefined);
}
