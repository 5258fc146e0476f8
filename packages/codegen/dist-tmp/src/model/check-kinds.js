/** Reports kinds that are defined twice or as something else than their module says, and roots that are no kinds. */
export function checkKinds(model, report) {
    reportTwice(model.kinds, report);
    for (const kind of model.kinds)
        reportResourceMarkers(model, kind, report);
    for (const module of model.modules) {
        if (!module.isRequested)
            continue;
        reportNameMarkers(model, module, report);
        reportRootsWithoutKind(model, module, report);
    }
}
function reportTwice(kinds, report) {
    const first = new Map();
    for (const kind of kinds) {
        const name = `${kind.group}/${kind.version}, kind ${kind.kind}`;
        const earlier = first.get(name);
        if (earlier === undefined) {
            first.set(name, kind);
            continue;
        }
        const { file, line } = earlier.position;
        error(report, kind, `${name} is defined already, in ${file}:${line}; remove one of them, or give it another version`);
    }
}
/** `+kubebuilder:resource` may say again what `defineKind` says. */
function reportResourceMarkers(model, kind, report) {
    for (const { definition, args, position } of model.typeMarkers(kind.type)) {
        if (definition.name !== "kubebuilder:resource")
            continue;
        for (const [argument, field] of [
            ["path", "plural"],
            ["scope", "scope"],
        ]) {
            const value = args[argument];
            if (value === undefined || kind[field] === undefined || value === kind[field])
                continue;
            const { file, line, column } = kind.position;
            report({
                severity: "error",
                position,
                message: `+kubebuilder:resource:${argument}=${String(value)} differs from the ${field} ${JSON.stringify(kind[field])} of defineKind in ${file}:${line}:${column}; remove one of them, or correct it`,
            });
        }
    }
}
/** `+groupName` and `+versionName` say again what `defineKind` says; a module without kinds speaks for its folder. */
function reportNameMarkers(model, module, report) {
    const own = model.kinds.filter((kind) => kind.module === module);
    const kinds = own.length > 0 ? own : model.kinds.filter((kind) => isSameFolder(kind.module, module));
    for (const { definition, args, position } of model.packageMarkers(module)) {
        const field = definition.name === "groupName" ? "group" : definition.name === "versionName" ? "version" : undefined;
        const value = args[""];
        if (field === undefined || typeof value !== "string" || value === "")
            continue;
        for (const kind of kinds) {
            if (kind[field] === value)
                continue;
            const { file, line, column } = kind.position;
            report({
                severity: "error",
                position,
                message: `+${definition.name}=${value} differs from the ${field} ${JSON.stringify(kind[field])} of ${kind.kind} in ${file}:${line}:${column}; defineKind decides: remove the marker, or correct one of them`,
            });
        }
    }
}
function reportRootsWithoutKind(model, module, report) {
    const types = new Set(model.kinds.map(({ type }) => type));
    for (const type of module.types) {
        const root = model.typeMarkers(type).find(({ definition }) => definition.name === "kubebuilder:object:root");
        // Lists have the marker in Go; here a kind's list needs no type.
        if (root === undefined || root.args[""] === false || types.has(type) || type.name.endsWith("List"))
            continue;
        report({
            severity: "warning",
            position: root.position,
            message: `no defineKind names ${type.name}, so it is no kind and gets no manifest; write export const ${type.name} = defineKind<${type.name}>({ group: "…", version: "…", kind: "${type.name}" })`,
        });
    }
}
function isSameFolder(one, other) {
    return folderOf(one.file) === folderOf(other.file);
}
function folderOf(file) {
    return file.slice(0, file.lastIndexOf("/") + 1);
}
function error(report, { position }, message) {
    report({ severity: "error", position, message });
}
