import { readFileSync } from "node:fs";
import { parseJson } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { findMarkerDefinition } from "../marker-table.js";
import { MarkerSyntaxError } from "./marker-syntax-error.js";
import { readArguments } from "./read-arguments.js";
const text = { type: "string" };
const types = {
    any: { type: "any" },
    string: text,
    int: { type: "int" },
    float: { type: "float" },
    bool: { type: "bool" },
    strings: { type: "list", of: text },
    ints: { type: "list", of: { type: "int" } },
    anys: { type: "list", of: { type: "any" } },
    lists: { type: "list", of: { type: "list", of: text } },
};
describe("a value is read as controller-gen reads it", () => {
    const { values } = vectors("marker-values.json");
    test.each(Object.keys(types))("as %s", (name) => {
        const definition = definitionOf(types[name]);
        const wrong = values.flatMap((row) => {
            const [actual] = readOrRefuse(definition, `test=${row.text}`) ?? [];
            const [expected] = row[name] ?? [];
            const isSame = JSON.stringify(plain(actual)) === JSON.stringify(plain(emptyLists(expected)));
            return isSame ? [] : [{ text: row.text, actual, expected }];
        });
        expect(wrong).toEqual([]);
    });
    test("there are values enough, of which some are refused", () => {
        expect(values.length).toBeGreaterThan(900);
        for (const name of Object.keys(types))
            expect(values.some((row) => row[name] === null)).toBe(true);
    });
});
describe("a marker is read as controller-gen reads it", () => {
    const { markers } = vectors("markers.json");
    test.each(["package", "type", "field"])("on a %s", (target) => {
        const wrong = markers.flatMap((row) => {
            const expected = row[target];
            const definition = findMarkerDefinition(row.text, target);
            // Only controller-gen has a definition whose one purpose is to be refused.
            if (definition === undefined && expected?.name === "k8s:enum" && target === "field")
                return [];
            if (definition?.name !== expected?.name)
                return [{ text: row.text, actual: definition?.name, expected }];
            if (definition === undefined || expected === undefined)
                return [];
            const actual = argumentsOrRefuse(definition, row.text);
            const isSame = actual === undefined
                ? expected.args === null
                : expected.args !== null &&
                    Object.keys(definition.args).every((name) => {
                        const given = actual[name] ?? zeroOf(definition.args[name].type);
                        // Go has null for what is not there at all.
                        const wanted = expected.args[name] ?? zeroOf(definition.args[name].type);
                        return JSON.stringify(plain(given)) === JSON.stringify(plain(emptyLists(wanted)));
                    });
            return isSame ? [] : [{ text: row.text, actual, expected }];
        });
        expect(wrong).toEqual([]);
    });
});
test("nothing is nested so deeply that reading it fails", () => {
    const deep = `${"{".repeat(500)}${"}".repeat(500)}`;
    expect(() => readArguments(definitionOf({ type: "any" }), `test=${deep}`)).toThrow("nested too deeply");
    expect(() => readArguments(definitionOf({ type: "any" }), `test=${"{a: ".repeat(500)}`)).toThrow("nested too deeply");
});
test.each([
    ["test=a,b", 6, 'there is more than its argument: ",b" (text with separators needs quotes)'],
    ["test=", 5, "its value is missing"],
    ['test="a', 5, 'the closing " is missing'],
])("%s is refused at %i", (marker, offset, message) => {
    expect(() => readArguments(definitionOf(text), marker)).toThrow(expect.objectContaining({ name: "MarkerSyntaxError", offset, message }));
});
function vectors(name) {
    return parseJson(readFileSync(new URL(`../../../test/vectors/${name}`, import.meta.url), "utf8"));
}
function definitionOf(type) {
    const args = { "": { type, isOptional: false, help: "" } };
    return { name: "test", target: "field", category: "", args, summary: "", details: "", example: "" };
}
function readOrRefuse(definition, marker) {
    const args = argumentsOrRefuse(definition, marker);
    return args === undefined ? undefined : [args[""]];
}
function argumentsOrRefuse(definition, marker) {
    try {
        return readArguments(definition, marker).args;
    }
    catch (error) {
        if (error instanceof MarkerSyntaxError)
            return undefined;
        throw error;
    }
}
/** Go writes an empty list that was never made as null; a value is never null otherwise. */
function emptyLists(value) {
    if (value === null)
        return [];
    if (Array.isArray(value))
        return value.map((item) => emptyLists(item));
    return value;
}
function zeroOf(type) {
    return { string: "", raw: "", int: 0, float: 0, bool: false, any: "", list: [] }[type.type];
}
/** With keys in one order and numbers in one form. */
function plain(value) {
    if (typeof value === "bigint")
        return `${value}`;
    if (Number.isInteger(value) && !Number.isSafeInteger(value))
        return `${value}`;
    if (Array.isArray(value))
        return value.map(plain);
    if (typeof value !== "object" || value === null)
        return value;
    return Object.entries(value)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, member]) => [key, plain(member)]);
}
