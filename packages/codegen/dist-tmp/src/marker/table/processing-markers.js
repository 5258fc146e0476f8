import { defineMarkers, text } from "./define-markers.js";
const listType = {
    targets: ["field", "type"],
    value: text,
    summary: "How server-side apply merges a list: `map`, `set` or `atomic`.",
    details: "map: items are objects told apart by the keys that +listMapKey names. set: items are scalars, each there once. atomic: who changes the list owns all of it.",
};
const listMapKey = {
    targets: ["field", "type"],
    value: text,
    summary: "A field by which the items of a list of type map are told apart.",
    details: "Written once for each such field.",
};
/** Markers that say how the server treats values: pruning, and merging in server-side apply. */
export const processingMarkers = defineMarkers("CRD processing", [
    {
        name: "kubebuilder:pruning:PreserveUnknownFields",
        targets: ["field", "type"],
        summary: "Keeps fields that the schema does not name, instead of dropping them.",
        details: "It reaches down to the first object whose schema names its fields.",
        example: "+kubebuilder:pruning:PreserveUnknownFields",
    },
    { ...listType, name: "listType", example: "+listType=map\n+listMapKey=name" },
    { ...listMapKey, name: "listMapKey", example: "+listType=map\n+listMapKey=name\n+listMapKey=protocol" },
    { ...listType, name: "k8s:listType", example: "+k8s:listType=set" },
    { ...listMapKey, name: "k8s:listMapKey", example: "+k8s:listType=map\n+k8s:listMapKey=name" },
    {
        name: "mapType",
        targets: ["field", "type"],
        value: text,
        summary: "How server-side apply merges a map: `granular` (the default) or `atomic`.",
        details: "granular: each key has its own owner. atomic: who changes the map owns all of it.",
        example: "+mapType=atomic",
    },
    {
        name: "structType",
        targets: ["field", "type"],
        value: text,
        summary: "How server-side apply merges an object: `granular` (the default) or `atomic`.",
        details: "granular: each field has its own owner. atomic: who changes the object owns all of it.",
        example: "+structType=atomic",
    },
]);
