import { describe, expect, test } from "vitest";
import { AllOfMerger } from "./merge-all-of.js";
function merge(schema, conflicts = []) {
    return new AllOfMerger(([one, other]) => conflicts.push(`${one}, ${other}`)).merge(schema);
}
describe("AllOfMerger", () => {
    test("takes what only one of two says", () => {
        expect(merge({ allOf: [{ type: "string", minLength: 1 }, { maxLength: 5 }] })).toEqual({
            type: "string",
            minLength: 1,
            maxLength: 5,
        });
    });
    test("keeps two limits of one sort beside each other, also equal ones", () => {
        expect(merge({
            allOf: [
                { type: "string", minLength: 1, pattern: "a" },
                { minLength: 1, pattern: "a" },
            ],
        })).toEqual({
            type: "string",
            pattern: "a",
            allOf: [{ minLength: 1 }, { minLength: 1 }],
        });
    });
    test("keeps one of two equal counts of properties", () => {
        expect(merge({ allOf: [{ minProperties: 1 }, { minProperties: 1 }] })).toEqual({ minProperties: 1 });
    });
    test("puts rules of the place before those of the type, and lists of the place in their stead", () => {
        const type = { "x-kubernetes-validations": [{ rule: "a" }], "x-kubernetes-list-type": "set" };
        const place = { "x-kubernetes-validations": [{ rule: "b" }], "x-kubernetes-list-type": "atomic" };
        expect(merge({ allOf: [type, place] })).toEqual({
            "x-kubernetes-validations": [{ rule: "b" }, { rule: "a" }],
            "x-kubernetes-list-type": "atomic",
        });
    });
    test("merges properties and what is required, and leaves what it was given as it was", () => {
        const base = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
        const schema = {
            type: "object",
            properties: { b: { type: "integer" }, a: { type: "string", maxLength: 1 } },
            required: ["b", "a"],
            allOf: [base],
        };
        const before = structuredClone(schema);
        expect(merge(schema)).toEqual({
            type: "object",
            properties: { b: { type: "integer" }, a: { type: "string", maxLength: 1 } },
            required: ["a", "b"],
        });
        expect(schema).toEqual(before);
    });
    test("merges within lists, maps and properties", () => {
        const part = { description: "place", allOf: [{ type: "string", description: "type" }] };
        const merged = { type: "string", description: "place" };
        expect(merge({ items: part, additionalProperties: part, properties: { a: { properties: { b: part } } } })).toEqual({
            items: merged,
            additionalProperties: merged,
            properties: { a: { properties: { b: merged } } },
        });
    });
    test("tells of types that differ", () => {
        const conflicts = [];
        merge({ allOf: [{ type: "string" }, { type: "integer" }] }, conflicts);
        expect(conflicts).toEqual(["string, integer"]);
    });
});
