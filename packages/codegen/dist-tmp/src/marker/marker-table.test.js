import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { markerDefinitions } from "./marker-table.js";
import { parseMarker } from "./parse-marker.js";
describe("the table", () => {
    test("has every marker of controller-gen, with its targets, arguments and types", () => {
        const { definitions } = JSON.parse(readFileSync(new URL("../../test/vectors/marker-definitions.json", import.meta.url), "utf8"));
        const expected = definitions
            // Controller-gen has this one only to refuse it.
            .filter(({ name, target }) => !(name === "k8s:enum" && target === "field"))
            .map(({ generator: _, ...row }) => row);
        const actual = markerDefinitions.map(({ name, target, category, args, deprecatedInFavourOf }) => ({
            name,
            target,
            category,
            args: Object.fromEntries(Object.entries(args).map(([key, { type, isOptional }]) => [key, { type: typeText(type), isOptional }])),
            ...(deprecatedInFavourOf !== undefined && { deprecatedInFavourOf }),
        }));
        expect(sorted(actual)).toEqual(sorted(expected));
    });
    test("has no marker twice", () => {
        const keys = markerDefinitions.map(({ name, target }) => `${name} ${target}`);
        expect(keys).toHaveLength(new Set(keys).size);
    });
    test("explains each marker and argument, in sentences", () => {
        for (const { name, summary, args } of markerDefinitions) {
            expect(summary, name).toMatch(/^[A-Z`].*\.$/);
            for (const [argument, { help }] of Object.entries(args)) {
                if (argument !== "")
                    expect(help, `${name} ${argument}`).toMatch(/^[A-Z`].*\.$/);
            }
        }
    });
    test("has an example of each marker, which is right", () => {
        for (const { name, target, example } of markerDefinitions) {
            const problems = [];
            const position = { file: "a.ts", line: 1, column: 1 };
            const names = example.split("\n").map((line) => {
                expect(line, name).toMatch(/^\+/);
                return parseMarker({ text: line.slice(1), position }, target, (problem) => problems.push(problem))?.definition
                    .name;
            });
            expect(problems, name).toEqual([]);
            expect(names, name).toContain(name);
        }
    });
    test("names what to use in place of a deprecated marker", () => {
        const names = new Set(markerDefinitions.map(({ name }) => name));
        const replacements = markerDefinitions.flatMap(({ deprecatedInFavourOf }) => deprecatedInFavourOf || []);
        expect(replacements.length).toBeGreaterThan(0);
        for (const replacement of replacements)
            expect(names).toContain(replacement);
    });
});
function sorted(rows) {
    const key = ({ name, target }) => `${name} ${target}`;
    return rows.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}
/** As controller-gen writes it, which has no name for numbers. */
function typeText(type) {
    if (type.type === "list")
        return `[]${typeText(type.of)}`;
    return type.type === "float" ? "" : type.type;
}
