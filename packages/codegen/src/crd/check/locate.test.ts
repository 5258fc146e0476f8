import { describe, expect, test } from "vitest";
import type { Marker } from "../../marker/marker.ts";
import type { Model } from "../../model/model.ts";
import type { SourceField, SourceType, TypeShape } from "../../source/source-module.ts";
import { locate } from "./locate.ts";

const comments = { doc: [], markers: [] };
const at = (line: number) => ({ file: "a.ts", line, column: 3 });
const text: TypeShape = { form: "string" };

function field(name: string, shape: TypeShape, line: number): SourceField {
  return { name, shape, isOptional: false, comments, position: at(line) };
}

function type(name: string, shape: TypeShape, line: number): SourceType {
  return { name, shape, comments, position: at(line) };
}

const size = field("size", { form: "integer" }, 11);
const base = type("Base", { form: "object", fields: [size], bases: [] }, 10);
const refers: TypeShape = { form: "reference", type: () => base };
const spec = type("Spec", { form: "object", bases: [refers], fields: [field("a.b", text, 22)] }, 20);
const list = field("list", { form: "array", element: { form: "nullable", of: refers } }, 32);
const map = field("map", { form: "map", key: text, value: refers }, 33);
const kind = type(
  "Kind",
  { form: "object", bases: [], fields: [field("spec", { form: "reference", type: () => spec }, 31), list, map] },
  30,
);
const model = {
  typeMarkers: () => [],
  fieldMarkers: (owner) =>
    owner === size ? [{ definition: { name: "kubebuilder:default" }, position: at(99) } as Marker] : [],
} as Partial<Model> as Model;

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
