import { formatApiVersion, type KubeObject } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { AppliedConfigurations, appliedConfiguration, stateOf } from "./applied-configurations.ts";

const object = (fields: object = {}, metadata: object = {}): KubeObject => ({
  apiVersion: formatApiVersion({ group: "example.com", version: "v1" }),
  kind: "Widget",
  metadata: { name: "x", resourceVersion: "7", generation: 2, ...metadata },
  ...fields,
});

describe("AppliedConfigurations", () => {
  const one = appliedConfiguration("object", object({ spec: { size: 1 } }), {});
  const two = appliedConfiguration("object", object({ spec: { size: 2 } }), {});

  test("knows the last configuration, of each part and manner, and the state it led to", () => {
    const applied = new AppliedConfigurations();
    const other = appliedConfiguration("object", object({ spec: { size: 1 } }), { fieldManager: "other" });
    applied.remember("u", one, "s1");
    expect(applied.has("u", one, "s1")).toBe(true);
    expect(applied.has("u", one, "s2")).toBe(false);
    expect(applied.has("u", two, "s1")).toBe(false);
    expect(applied.has("u", other, "s1")).toBe(false);
    expect(applied.has("v", one, "s1")).toBe(false);
    applied.remember("u", two, "s2");
    applied.remember("u", other, "s2");
    expect([one, two, other].map((each) => applied.has("u", each, "s2"))).toEqual([false, true, true]);
    applied.forget("u");
    expect(applied.has("u", two, "s2")).toBe(false);
    expect(applied.size).toBe(0);
  });

  test("takes no notice of force: where the manager has all it applied, there is nothing to force", () => {
    const applied = new AppliedConfigurations();
    const forced = appliedConfiguration("object", object({ spec: { size: 1 } }), { force: true });
    applied.remember("u", one, "s1");
    expect(applied.has("u", forced, "s1")).toBe(true);
    applied.remember("u", appliedConfiguration("object", object({ spec: { size: 2 } }), { force: true }), "s2");
    expect([applied.has("u", two, "s2"), applied.has("u", forced, "s1")]).toEqual([true, false]);
  });

  test("forgets the object that was used longest ago", () => {
    const applied = new AppliedConfigurations({ maxObjects: 2 });
    applied.remember("a", one, "s");
    applied.remember("b", one, "s");
    applied.has("a", one, "s");
    applied.remember("c", one, "s");
    expect(["a", "b", "c"].map((uid) => applied.has(uid, one, "s"))).toEqual([true, false, true]);
    expect(applied.size).toBe(2);
  });
});

describe("stateOf", () => {
  test.each<{ name: string; changed: KubeObject; isSame: boolean }>([
    { name: "version", changed: object({ spec: {} }, { resourceVersion: "8" }), isSame: true },
    { name: "status", changed: object({ spec: {}, status: { a: 1 } }), isSame: true },
    { name: "generation", changed: object({ spec: {} }, { generation: 3 }), isSame: false },
    { name: "labels", changed: object({ spec: {} }, { labels: { a: "b" } }), isSame: false },
    { name: "annotations", changed: object({ spec: {} }, { annotations: { a: "b" } }), isSame: false },
    { name: "finalizers", changed: object({ spec: {} }, { finalizers: ["a/b"] }), isSame: false },
  ])("is, or is not, the same with another $name", ({ changed, isSame }) => {
    expect(stateOf(changed, "object", true) === stateOf(object({ spec: {} }), "object", true)).toBe(isSame);
  });

  test.each<{ name: string; of: (version: string) => string }>([
    { name: "without generation", of: (v) => stateOf(withoutGeneration(v), "object", true) },
    { name: "without spec", of: (v) => stateOf(object({}, { resourceVersion: v }), "object", true) },
    {
      name: "that is not kept as it is",
      of: (v) => stateOf(object({ spec: {} }, { resourceVersion: v }), "object", false),
    },
  ])("of an object $name changes with its version", ({ of }) => {
    expect(of("7")).toBe(of("7"));
    expect(of("7")).not.toBe(of("8"));
  });

  test("of a status is the status alone", () => {
    const of = (fields: object, metadata: object = {}): string => stateOf(object(fields, metadata), "status", true);
    expect(of({ status: { a: 1 } })).toBe(of({ status: { a: 1 }, spec: {} }, { generation: 9 }));
    expect(of({ status: { a: 1 } })).not.toBe(of({ status: { a: 2 } }));
  });
});

function withoutGeneration(resourceVersion: string): KubeObject {
  const { generation: _, ...metadata } = object({ spec: {} }, { resourceVersion }).metadata;
  return { ...object({ spec: {} }), metadata };
}
