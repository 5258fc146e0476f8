import { validateDns1035Label } from "@kubewright/api";
import { byteLength } from "@kubewright/api/server";
import { define } from "../schema/json-schema.js";
const rules = {
    "kubebuilder:subresource:status": (_, version) => {
        version.subresources = { ...version.subresources, status: {} };
        return undefined;
    },
    "kubebuilder:subresource:scale": (_, version, args) => {
        const problem = pathProblem("specpath", args.specpath, [".spec."]) ??
            pathProblem("statuspath", args.statuspath, [".status."]) ??
            (args.selectorpath ? pathProblem("selectorpath", args.selectorpath, [".spec.", ".status."]) : undefined);
        if (problem !== undefined)
            return problem;
        version.subresources = {
            ...version.subresources,
            scale: {
                specReplicasPath: args.specpath,
                statusReplicasPath: args.statuspath,
                ...(args.selectorpath !== undefined && { labelSelectorPath: args.selectorpath }),
            },
        };
        return undefined;
    },
    "kubebuilder:storageversion": (_, version) => {
        version.storage = true;
        return undefined;
    },
    "kubebuilder:unservedversion": (_, version) => {
        version.served = false;
        return undefined;
    },
    "kubebuilder:deprecatedversion": (_, version, { warning }) => {
        version.deprecated = true;
        if (warning === undefined)
            return undefined;
        if (warning === "" || byteLength(warning) > 256)
            return "needs a warning of 1 to 256 bytes, or none";
        version.deprecationWarning = warning;
        return undefined;
    },
    "kubebuilder:printcolumn": (_, version, args) => {
        if (!columnTypes.includes(args.type))
            return `has the type "${args.type}"; there are ${columnTypes.join(", ")}`;
        if (args.format && !columnFormats.includes(args.format)) {
            return `has the format "${args.format}"; there are ${columnFormats.join(", ")}`;
        }
        const problem = pathProblem("JSONPath", args.JSONPath, ["."]);
        if (problem !== undefined)
            return problem;
        version.subresources ??= {};
        version.additionalPrinterColumns = [
            ...(version.additionalPrinterColumns ?? []),
            {
                name: args.name,
                type: args.type,
                jsonPath: args.JSONPath,
                ...(args.description && { description: args.description }),
                ...(args.format && { format: args.format }),
                ...(args.priority && { priority: args.priority }),
            },
        ];
        return undefined;
    },
    "kubebuilder:selectablefield": (_, version, args) => {
        version.selectableFields = [...(version.selectableFields ?? []), { jsonPath: args.JSONPath }];
        return undefined;
    },
    "kubebuilder:resource": ({ spec }, _, args) => {
        for (const name of ["path", "singular", "shortName", "categories"]) {
            for (const text of [args[name] ?? []].flat()) {
                const problems = text === "" ? [] : validateDns1035Label(text);
                if (problems.length > 0)
                    return `has "${text}" as ${name}, which is no label: ${problems.join("; ")}`;
            }
        }
        if (args.path)
            spec.names.plural = args.path;
        if (args.singular)
            spec.names.singular = args.singular;
        const shortNames = (args.shortName ?? []);
        const categories = (args.categories ?? []);
        if (shortNames.length > 0)
            spec.names.shortNames = shortNames;
        if (categories.length > 0)
            spec.names.categories = categories;
        if (args.scope) {
            if (args.scope !== "Namespaced" && args.scope !== "Cluster") {
                return `has the scope "${args.scope}"; there are Namespaced and Cluster`;
            }
            spec.scope = args.scope;
        }
        return undefined;
    },
    "kubebuilder:metadata": ({ metadata }, _, args) => {
        for (const name of ["annotations", "labels"]) {
            for (const text of (args[name] ?? [])) {
                const equals = text.indexOf("=");
                if (equals < 0)
                    return `has "${text}" in ${name}, which are written name=value`;
                metadata[name] ??= {};
                define(metadata[name], text.slice(0, equals), text.slice(equals + 1));
            }
        }
        return undefined;
    },
};
const columnTypes = ["boolean", "date", "integer", "number", "string"];
const columnFormats = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];
function pathProblem(name, path, starts) {
    if (starts.some((start) => String(path).startsWith(start)))
        return undefined;
    return `has the ${name} "${path}", which has to begin with ${starts.join(" or ")}`;
}
/** Changes a definition as the markers of the type of one of its versions say. */
export function applyDefinitionMarkers(definition, version, markers, report) {
    for (const { definition: marker, args, position } of markers) {
        const rule = Object.hasOwn(rules, marker.name) ? rules[marker.name] : undefined;
        const problem = rule?.(definition, version, args);
        if (problem !== undefined)
            report({ severity: "error", position, message: `+${marker.name} ${problem}` });
    }
}
