import { markerDefinitions } from "./marker-table.js";
/** The levels of `-w`, `-ww`, `-www` and `-wwww`, in that order. */
export const markerHelpLevels = ["summary", "arguments", "details", "json"];
/** All markers, or some, with what they mean, for a terminal or as JSON in the form of controller-gen's. */
export function formatMarkerHelp(level, definitions = markerDefinitions) {
    const categories = byCategory(definitions);
    if (level === "json")
        return `${JSON.stringify(categories.map(jsonOfCategory), undefined, 2)}\n`;
    const format = { summary: formatSummaries, arguments: formatArguments, details: formatDetails }[level];
    return categories.map(([category, markers]) => `${category}\n\n${format(markers)}`).join("\n");
}
function byCategory(definitions) {
    const categories = new Map();
    for (const definition of definitions) {
        const members = categories.get(definition.category);
        if (members === undefined)
            categories.set(definition.category, [definition]);
        else
            members.push(definition);
    }
    return [...categories];
}
/** `string`, `[]int`: the type as it is written in help. */
export function typeText(type) {
    return type.type === "list" ? `[]${typeText(type.of)}` : type.type === "float" ? "number" : type.type;
}
/** What a marker says beyond its summary. */
export function remarksOf({ ignored, deprecatedInFavourOf }) {
    const remarks = ignored === undefined ? [] : [`Without effect: ${ignored}.`];
    if (deprecatedInFavourOf !== undefined) {
        remarks.push(deprecatedInFavourOf === "" ? "Deprecated." : `Deprecated: use +${deprecatedInFavourOf}.`);
    }
    return remarks;
}
function signature({ name, args }) {
    const value = args[""];
    if (value === undefined)
        return `+${name}${Object.keys(args).length === 0 ? "" : ":…"}`;
    return value.isOptional ? `+${name}[=<${typeText(value.type)}>]` : `+${name}=<${typeText(value.type)}>`;
}
function formatSummaries(markers) {
    return table(markers.map((marker) => [signature(marker), marker.target, [marker.summary, ...remarksOf(marker)].join(" ")]));
}
function formatArguments(markers) {
    return markers
        .map((marker) => `${headline(marker)}\n  ${marker.summary}\n${indent(argumentTable(marker), "  ")}`)
        .join("\n");
}
function formatDetails(markers) {
    return markers
        .map((marker) => {
        const text = [marker.summary, ...(marker.details === "" ? [] : [marker.details]), ...remarksOf(marker)];
        const example = `Example:\n${indent(marker.example, "  ")}`;
        return `${headline(marker)}\n${indent([...text, ""].join("\n"), "  ")}${indent(argumentTable(marker), "  ")}${indent(example, "  ")}\n`;
    })
        .join("\n");
}
function headline(marker) {
    return `${signature(marker)}  (${marker.target})`;
}
function argumentTable({ args }) {
    return table(Object.entries(args).flatMap(([name, { type, isOptional, help }]) => name === "" ? [] : [[isOptional ? `[${name}=<${typeText(type)}>]` : `${name}=<${typeText(type)}>`, help]]));
}
function table(rows) {
    const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column].length)));
    return rows
        .map((row) => `${row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]))).join("  ")}\n`)
        .join("");
}
function indent(text, by) {
    return text.replaceAll(/^(?=.)/gm, by);
}
function jsonOfCategory([category, markers]) {
    return {
        category,
        markers: markers.map((marker) => ({
            name: marker.name,
            target: marker.target,
            summary: marker.summary,
            ...(marker.details !== "" && { details: marker.details }),
            example: marker.example,
            category,
            ...(marker.ignored !== undefined && { ignored: marker.ignored }),
            ...(marker.deprecatedInFavourOf !== undefined && { deprecatedInFavorOf: marker.deprecatedInFavourOf }),
            ...(Object.keys(marker.args).length > 0 && {
                fields: Object.entries(marker.args).map(([name, { type, isOptional, help }]) => ({
                    name,
                    ...jsonOfType(type),
                    optional: isOptional,
                    summary: help,
                })),
            }),
        })),
    };
}
function jsonOfType(type) {
    if (type.type !== "list")
        return { type: type.type };
    return { type: "slice", itemType: { ...jsonOfType(type.of), optional: false } };
}
