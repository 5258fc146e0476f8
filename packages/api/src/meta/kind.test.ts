import { describe, expect, test } from "vitest";
import { defineKind, type KindDefinition, metadataOf } from "./kind.ts";
import type { CustomResource } from "./object.ts";

type Memcached = CustomResource<{ size: number }>;
const definition: KindDefinition = { group: "cache.example.com", version: "v1alpha1", kind: "Memcached" };
const Memcached = defineKind<Memcached>({ ...definition, plural: "memcacheds", scope: "Namespaced" });

describe("defineKind", () => {
  test("gives a kind that makes and recognises its objects", () => {
    const object = Memcached.of({ metadata: { name: "a" }, spec: { size: 1 } });
    expect(object).toEqual({
      apiVersion: "cache.example.com/v1alpha1",
      kind: "Memcached",
      metadata: { name: "a" },
      spec: { size: 1 },
    });
    expect(Memcached.is(object)).toBe(true);
    expect(Memcached.is({ ...object, apiVersion: "cache.example.com/v1" })).toBe(false);
    expect(Memcached.is({ ...object, kind: "Redis" })).toBe(false);
    expect(Memcached.is({})).toBe(false);
  });

  test("makes objects without a namespace from one that is undefined", () => {
    const spec = { size: 1 };
    const { metadata } = Memcached.of({ metadata: { namespace: undefined, name: "a" }, spec });
    expect(metadata).toStrictEqual({ name: "a" });
    expect(Memcached.of({ metadata: { namespace: "b", name: "a" }, spec }).metadata.namespace).toBe("b");
  });

  test("writes the core group as its version", () => {
    expect(defineKind({ group: "", version: "v1", kind: "Pod" }).apiVersion).toBe("v1");
  });

  test("leaves out what is not known", () => {
    const kind = defineKind(definition);
    expect(["plural" in kind, "scope" in kind, "projection" in kind]).toEqual([false, false, false]);
    expect(Object.isFrozen(kind)).toBe(true);
  });

  test.each<[Partial<Record<keyof KindDefinition, unknown>>, message: string]>([
    [
      { group: "Example.com" },
      'definition of kind "Memcached": group is "Example.com", but must be a lower-case DNS name such as "cache.example.com", or "" for the core group',
    ],
    [{ group: "apps/v1" }, 'group is "apps/v1"'],
    [{ group: undefined }, "group is undefined"],
    [
      { version: "apps/v1" },
      'version is "apps/v1", but must be a version alone, such as "v1alpha1"; the group has its own field',
    ],
    [{ version: "" }, 'version is ""'],
    [{ version: "1" }, 'version is "1"'],
    [{ kind: "" }, 'definition of kind "": kind is ""'],
    [
      { kind: "My Kind" },
      'kind is "My Kind", but must be a name in CamelCase of letters and digits, such as "Memcached"',
    ],
    [{ kind: `A${"b".repeat(63)}` }, "must be a name in CamelCase"],
    [{ plural: "Memcacheds" }, 'plural is "Memcacheds", but must be the lower-case resource name in URLs'],
    [{ scope: "namespaced" }, 'scope is "namespaced", but must be "Namespaced" or "Cluster"'],
  ])("refuses %o", (change, message) => {
    expect(() => defineKind({ ...definition, ...change } as KindDefinition)).toThrow(
      expect.objectContaining({ code: "INVALID_KIND", message: expect.stringContaining(message) }),
    );
  });
});

test("metadataOf gives the same kind, read for its metadata", () => {
  const kind = metadataOf(Memcached);
  expect(kind).toMatchObject({
    apiVersion: "cache.example.com/v1alpha1",
    kind: "Memcached",
    plural: "memcacheds",
    projection: "metadata",
  });
  expect(kind.is(Memcached.of({ metadata: { name: "a" }, spec: { size: 1 } }))).toBe(true);
  expect("projection" in Memcached).toBe(false);
});
