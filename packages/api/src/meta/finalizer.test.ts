import { expect, test } from "vitest";
import { addFinalizer, hasFinalizer, isBeingDeleted, removeFinalizer } from "./finalizer.ts";
import type { KubeObject } from "./object.ts";

function object(metadata: Partial<KubeObject["metadata"]> = {}): KubeObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", ...metadata } };
}

test("a finalizer is added once", () => {
  const target = object({ finalizers: ["example.com/a"] });
  const listBefore = target.metadata.finalizers;
  expect(addFinalizer(target, "example.com/b")).toBe(true);
  expect(addFinalizer(target, "example.com/b")).toBe(false);
  expect(target.metadata.finalizers).toEqual(["example.com/a", "example.com/b"]);
  expect(listBefore).toEqual(["example.com/a"]);
});

test("a finalizer is removed wherever it stands, and the list with the last one", () => {
  const target = object({ finalizers: ["x", "y", "x"] });
  expect(removeFinalizer(target, "x")).toBe(true);
  expect(removeFinalizer(target, "x")).toBe(false);
  expect(target.metadata.finalizers).toEqual(["y"]);
  expect(removeFinalizer(target, "y")).toBe(true);
  expect("finalizers" in target.metadata).toBe(false);
  expect(hasFinalizer(target, "y")).toBe(false);
});

test("an object is being deleted once it has a deletion time", () => {
  expect(isBeingDeleted(object())).toBe(false);
  expect(isBeingDeleted(object({ deletionTimestamp: "2026-01-01T00:00:00Z" }))).toBe(true);
  expect(isBeingDeleted(JSON.parse('{"metadata":{"deletionTimestamp":null}}'))).toBe(false);
});
