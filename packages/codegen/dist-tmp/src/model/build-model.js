import { findMarkerDefinition } from "../marker/marker-table.js";
import { parseMarker } from "../marker/parse-marker.js";
import { checkKinds } from "./check-kinds.js";
import { checkMarkers } from "./check-markers.js";
import { fieldsIn } from "./fields-in.js";
/** Reads the markers of sources and joins them with what they stand on. What contradicts itself is reported. */
export function buildModel(modules, report) {
    const model = new MarkedSources(modules, report);
    for (const module of modules)
        model.readAll(module);
    checkKinds(model, report);
    checkMarkers(model, report);
    return model;
}
class MarkedSources {
    modules;
    kinds;
    #report;
    #byFile;
    #ofModule = new Map();
    /** By comments: a member that is in two types, as with `Pick`, is read once. */
    #ofComments = new Map();
    constructor(modules, report) {
        this.modules = modules;
        this.kinds = modules.flatMap((module) => module.kinds.map((kind) => ({ ...kind, module })));
        this.#report = report;
        this.#byFile = new Map(modules.map((module) => [module.file, module]));
    }
    packageMarkers(module) {
        const known = this.#ofModule.get(module);
        if (known !== undefined)
            return known;
        const moved = commentsOf(module).flatMap(({ comments, target }) => comments.markers.filter((marker) => isOfModule(marker, target)));
        const markers = this.#parse([...module.markers, ...moved].sort(byPosition), "package");
        this.#ofModule.set(module, markers);
        return markers;
    }
    typeMarkers({ comments }) {
        return this.#read(comments, "type");
    }
    fieldMarkers({ comments }) {
        return this.#read(comments, "field");
    }
    moduleOf({ position }) {
        const { file } = position;
        return this.#byFile.get(file) ?? { file, isRequested: false, markers: [], kinds: [], types: [] };
    }
    /** So that mistakes are told also where nothing uses the type. */
    readAll(module) {
        if (!module.isRequested)
            return;
        this.packageMarkers(module);
        for (const { comments, target } of commentsOf(module))
            this.#read(comments, target);
    }
    #read(comments, target) {
        const known = this.#ofComments.get(comments);
        if (known !== undefined)
            return known;
        const markers = this.#parse(comments.markers.filter((marker) => !isOfModule(marker, target)), target);
        this.#ofComments.set(comments, markers);
        return markers;
    }
    #parse(markers, target) {
        return markers.flatMap((raw) => {
            const marker = parseMarker(raw, target, this.#report);
            return marker === undefined ? [] : [marker];
        });
    }
}
/** Roles and webhooks are the module's wherever they stand; others that only a module has are, when they do not stand directly above a type. */
function isOfModule({ text, isDetached }, target) {
    if (/^kubebuilder:(rbac|webhook)\b/.test(text))
        return true;
    if (!isDetached || target !== "type" || findMarkerDefinition(text, "type") !== undefined)
        return false;
    return findMarkerDefinition(text, "package") !== undefined;
}
/** The comments of all types of a module and of their members. */
function commentsOf({ types }) {
    return types.flatMap((type) => [
        { comments: type.comments, target: "type" },
        ...fieldsIn(type.shape).map(({ comments }) => ({ comments, target: "field" })),
    ]);
}
function byPosition(one, other) {
    return one.position.line - other.position.line || one.position.column - other.position.column;
}
