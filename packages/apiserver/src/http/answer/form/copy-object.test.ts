import { expect, test } from "vitest";
import type { ApiObject } from "../../../resource-object.ts";
import { copyItem, copyObject } from "./copy-object.ts";

const fieldsV1 = Object.freeze({ "f:data": Object.freeze({}) });

function object(managed: object = fieldsV1): ApiObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: "a",
      labels: { app: "a" },
      managedFields: [{ manager: "m", operation: "Update", fieldsType: "FieldsV1", fieldsV1: { ...managed } }],
      annotations: undefined as never,
    },
    data: { key: "value" },
    binaryData: undefined,
  };
}

test("a copy is what the text says, in its order", () => {
  const original = object();
  expect(JSON.stringify(copyObject(original))).toBe(JSON.stringify(original));
  const { kind: _kind, apiVersion: _apiVersion, ...item } = original;
  expect(JSON.stringify(copyItem(original))).toBe(JSON.stringify(item));
  expect(Object.keys(copyObject(original))).not.toContain("binaryData");
  expect(Object.keys(copyObject(original).metadata)).not.toContain("annotations");
});

test("a member of any name is a member of the copy", () => {
  const text = '{"apiVersion":"x.io/v1","kind":"X","metadata":{"name":"a"},"__proto__":{"a":1},"constructor":{"b":2}}';
  const original = JSON.parse(text) as ApiObject;
  expect(JSON.stringify(copyObject(original))).toBe(text);
  expect(Object.getPrototypeOf(copyObject(original))).toBe(Object.prototype);
  expect(Object.keys(copyItem(original))).toEqual(["metadata", "__proto__", "constructor"]);
  expect(copyObject(original).constructor).not.toBe(original.constructor);
});

test.each([
  ["without metadata that is managed", { apiVersion: "v1", kind: "X", metadata: { name: "a", labels: { a: "b" } } }],
  ["with managedFields that can be changed", object({ "f:data": {} })],
])("an object %s shares nothing with its copy", (_, original) => {
  const before = structuredClone(original);
  const copy = copyObject(original);
  copy.metadata.labels!.more = "yes";
  for (const entry of copy.metadata.managedFields ?? []) entry.fieldsV1!["f:more"] = {};
  expect(original).toEqual(before);
});

test("managedFields that are frozen are shared, and cannot be changed through a copy", () => {
  const original = object();
  const managedFields = Object.freeze(original.metadata.managedFields!.map((entry) => Object.freeze(entry)));
  original.metadata.managedFields = managedFields as never;
  for (const copy of [copyObject(original), copyItem(original) as ApiObject]) {
    expect(copy.metadata.managedFields).toBe(managedFields);
    expect(() => copy.metadata.managedFields!.push({})).toThrow(TypeError);
    copy.metadata.managedFields = [];
  }
  expect(original.metadata.managedFields).toBe(managedFields);
});
