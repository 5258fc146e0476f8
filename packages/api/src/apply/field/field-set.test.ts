import { describe, expect, test } from "vitest";
import { FieldSet, FieldSetBuilder } from "./field-set.ts";
import { fieldsV1Of, type KnownEncoding, parseFieldsV1 } from "./fields-v1.ts";
import { type FieldPath, keyElement } from "./path-element.ts";

const container = keyElement([{ name: "name", value: "a" }]);
const image: FieldPath = ["spec", "containers", container, "image"];
const set = FieldSet.of(["spec"], image, ["spec", "replicas"]);

describe("FieldSet", () => {
  test("the empty path is in no set", () => {
    expect(FieldSet.of([])).toBe(FieldSet.empty);
    expect(set.has([])).toBe(false);
  });

  test("a path says nothing of those above and below it", () => {
    const only = FieldSet.of(image);
    expect(only.has(image)).toBe(true);
    expect(only.has(image.slice(0, 3))).toBe(false);
    expect(only.has([...image, "more"])).toBe(false);
  });

  test("what changes nothing gives the same set", () => {
    const part = FieldSet.of(["spec", "replicas"]);
    expect(set.union(part)).toBe(set);
    expect(set.union(FieldSet.empty)).toBe(set);
    expect(set.difference(FieldSet.of(["status"]))).toBe(set);
    expect(set.recursiveDifference(FieldSet.of(["spec", "paused"]))).toBe(set);
    expect(part.intersection(set)).toBe(part);
    expect(part.leaves()).toBe(part);
  });

  test("a difference leaves what is below a removed path, a recursive one does not", () => {
    const spec = FieldSet.of(["spec"]);
    expect(set.difference(spec).paths()).toEqual([["spec", "replicas"], image]);
    expect(set.recursiveDifference(spec)).toBe(FieldSet.empty);
  });

  test("paths of one level come before those below them", () => {
    expect(set.toString()).toBe('.spec\n.spec.replicas\n.spec.containers[name="a"].image');
  });

  test("elements are ordered by what they are, and names by their bytes", () => {
    const builder = new FieldSetBuilder();
    for (const element of [{ index: 0 }, { value: "v" }, container, "\u{1F600}", "\uFFEE", "b", "a"]) {
      builder.add(element, true, undefined);
    }
    const keys = ["f:a", "f:b", "f:\uFFEE", "f:\u{1F600}", 'k:{"name":"a"}', 'v:"v"', "i:0"];
    expect(Object.keys(fieldsV1Of(builder.build()))).toEqual(keys);
  });

  test("an element that is added twice has the paths of both", () => {
    const builder = new FieldSetBuilder();
    builder.addPath(["b", "x"]);
    builder.addPath(["a"]);
    builder.addPath(["b", "y"]);
    builder.addPath(["b"]);
    expect(builder.build().equals(FieldSet.of(["a"], ["b"], ["b", "x"], ["b", "y"]))).toBe(true);
  });

  test("key members are told apart whatever their order", () => {
    const fields = parseFieldsV1({ 'k:{"protocol":"TCP","port":80}': {} });
    const ports = [
      { name: "port", value: 80 },
      { name: "protocol", value: "TCP" },
    ];
    expect(fields.has([keyElement(ports)])).toBe(true);
    expect(fieldsV1Of(fields)).toEqual({ 'k:{"port":80,"protocol":"TCP"}': {} });
  });

  test("a name such as __proto__ is a name", () => {
    const fields = FieldSet.of(["__proto__"], ["constructor", "__proto__"]);
    const text = JSON.stringify(fieldsV1Of(fields));
    expect(text).toBe('{"f:__proto__":{},"f:constructor":{"f:__proto__":{}}}');
    expect(parseFieldsV1(JSON.parse(text)).equals(fields)).toBe(true);
  });

  test("equal sets have the same hash, and share what was written for one of them", () => {
    const encodings = new Map<number, KnownEncoding>();
    const other = FieldSet.of(["spec", "replicas"], image, ["spec"]);
    const larger = FieldSet.of(["spec"], image, ["spec", "replicas"], ["status"]);
    expect(other.hash).toBe(set.hash);
    const encoded = fieldsV1Of(set, encodings);
    expect(encoded).toEqual(fieldsV1Of(set));
    expect(fieldsV1Of(other, encodings)).toBe(encoded);
    expect(fieldsV1Of(larger, encodings)).toEqual(fieldsV1Of(larger));
    expect(fieldsV1Of(larger, encodings)["f:spec"]).toBe(encoded["f:spec"]);
  });
});
