/** The kinds that definitions are made of, in the order of the reference: by kind, then group. */
export function kindVersions(model) {
    const found = new Map();
    for (const kind of model.kinds) {
        if (!kind.module.isRequested || has(model.packageMarkers(kind.module), "kubebuilder:skip"))
            continue;
        const name = kind.group === "" ? kind.kind : `${kind.kind}.${kind.group}`;
        const versions = found.get(name) ?? [];
        // The model has told of a kind that is defined twice.
        if (versions.some(({ version }) => version === kind.version))
            continue;
        versions.push(kind);
        found.set(name, versions);
    }
    return [...found]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, versions]) => ({
        group: versions[0].group,
        kind: versions[0].kind,
        versions: versions
            .filter((version) => !has(model.typeMarkers(version.type), "kubebuilder:skipversion"))
            .sort((a, b) => (a.version < b.version ? -1 : 1)),
    }))
        .filter(({ versions }) => versions.length > 0);
}
function has(markers, name) {
    return markers.some(({ definition }) => definition.name === name);
}
