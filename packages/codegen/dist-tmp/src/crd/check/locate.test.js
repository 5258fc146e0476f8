import { describe, expect, test } from "vitest";
import { locate } from "./locate.js";
const comments = { doc: [], markers: [] };
const at = (line) => ({ file: "a.ts", line, column: 3 });
const text = { form: "string" };
function field(name, shape, line) {
    return { name, shape, isOptional: false, comments, position: at(line) };
}
function type(name, shape, line) {
    return { name, shape, comments, position: at(line) };
}
const size = field("size", { form: "integer" }, 11);
const base = type("Base", { form: "object", fields: [size], bases: [] }, 10);
const refers = { form: "reference", type: () => base };
const spec = type("Spec", { form: "object", bases: [refers], fields: [field("a.b", text, 22)] }, 20);
const list = field("list", { form: "array", element: { form: "nullable", of: refers } }, 32);
const map = field("map", { form: "map", key: text, value: refers }, 33);
const kind = type("Kind", { form: "object", bases: [], fields: [field("spec", { form: "reference", type: () => spec }, 31), list, map] }, 30);
const model = {
    typeMarkers: () => [],
    fieldMarkers: (owner) => owner === size ? [{ definition: { name: "kubebuilder:default" }, position: at(99) }] : [],
};
describe("locate finds", () => {
    test.each([
        ["the kind", "", 30, ""],
        ["a field", "properties[spec]", 31, "spec"],
        ["a field of an extended type", "properties[spec].properties[size]", 11, "spec.size"],
        ["a field with a dot in its name", "properties[spec].properties[a.b]", 22, "spec.a.b"],
        ["a field of items", "properties[list].items.properties[size].minimum", 11, "list[].size"],
        ["a field of values", "properties[map].additionalProperties.properties[size]", 11, "map{}.size"],
        ["the marker that wrote a member", "properties[spec].properties[size].default", 99, "spec.size"],
        ["the last field that is the user's", "properties[spec].properties[other].properties[x]", 31, "spec.other.x"],
    ])("%s", (_, path, line, name) => {
        expect(locate(kind, path, model)).toEqual({ position: at(line), field: name });
    });
});
