import { describe, expect, test } from "vitest";
import type { KubeObject, ObjectMeta, OwnerReference } from "./object.ts";
import {
  controllerOf,
  isControlledBy,
  isOwnedBy,
  ownerReferenceTo,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from "./owner-reference.ts";

function memcached(name: string, metadata: Partial<ObjectMeta> = {}): KubeObject {
  return {
    apiVersion: "cache.example.com/v1alpha1",
    kind: "Memcached",
    metadata: { name, namespace: "default", uid: `uid-${name}`, ...metadata },
  };
}

function configMap(metadata: Partial<ObjectMeta> = {}): KubeObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "config", namespace: "default", ...metadata } };
}

function reference(name: string, overrides: Partial<OwnerReference> = {}): OwnerReference {
  return { apiVersion: "cache.example.com/v1alpha1", kind: "Memcached", name, uid: `uid-${name}`, ...overrides };
}

const managing = { controller: true, blockOwnerDeletion: true };

describe("ownerReferenceTo", () => {
  test("says only what is asked for", () => {
    expect(ownerReferenceTo(memcached("a"))).toStrictEqual(reference("a"));
    expect(ownerReferenceTo(memcached("a"), managing)).toStrictEqual(reference("a", managing));
    expect(ownerReferenceTo(memcached("a"), { controller: false })).toStrictEqual(reference("a"));
  });

  test.each<[owner: KubeObject, message: string]>([
    [
      memcached("a", { uid: "" }),
      "owner Memcached default/a has no metadata.uid; use the object as the server returned it",
    ],
    [memcached(""), "owner of kind Memcached has no metadata.name"],
    [{ ...memcached("a"), kind: "" }, 'owner "a" has no apiVersion or no kind'],
  ])("refuses an owner that cannot be referred to: %o", (owner, message) => {
    expect(() => ownerReferenceTo(owner)).toThrow(expect.objectContaining({ code: "INVALID_OWNER", message }));
  });
});

describe("setControllerReference", () => {
  test("makes the owner the manager, once", () => {
    const object = configMap();
    expect(setControllerReference(memcached("a"), object)).toBe(true);
    expect(setControllerReference(memcached("a"), object)).toBe(false);
    expect(object.metadata.ownerReferences).toStrictEqual([reference("a", managing)]);
    expect(controllerOf(object)).toEqual(reference("a", managing));
  });

  test("replaces a reference to the same owner: in another version, of an earlier uid, or as a plain owner", () => {
    for (const existing of [
      reference("a", { apiVersion: "cache.example.com/v1" }),
      reference("a", { uid: "old", ...managing }),
      reference("a"),
    ]) {
      const object = configMap({ ownerReferences: [reference("x"), existing, reference("y")] });
      expect(setControllerReference(memcached("a"), object)).toBe(true);
      expect(object.metadata.ownerReferences).toEqual([reference("x"), reference("a", managing), reference("y")]);
    }
  });

  test("does not change the list that was there", () => {
    const list = [reference("x")];
    setControllerReference(memcached("a"), configMap({ ownerReferences: list }));
    expect(list).toEqual([reference("x")]);
  });

  test("can let deletion go ahead", () => {
    const object = configMap();
    setControllerReference(memcached("a"), object, { blockOwnerDeletion: false });
    expect(object.metadata.ownerReferences).toStrictEqual([reference("a", { controller: true })]);
  });

  test("works for an object without a name", () => {
    const object = { kind: "Pod", metadata: { generateName: "web-", namespace: "default" } };
    expect(setControllerReference(memcached("a"), object)).toBe(true);
  });

  test("refuses a second manager", () => {
    const object = configMap({ ownerReferences: [reference("a", managing)] });
    expect(() => setControllerReference(memcached("b"), object)).toThrow(
      expect.objectContaining({
        code: "INVALID_OWNER",
        message: "ConfigMap config is managed by Memcached a already, so Memcached b cannot manage it",
      }),
    );
    expect(object.metadata.ownerReferences).toEqual([reference("a", managing)]);
  });

  test.each<[object: KubeObject, place: string]>([
    [configMap({ namespace: "other" }), "namespace other"],
    [configMap({ namespace: "" }), "no namespace"],
  ])("refuses an owner in another namespace: %o", (object, place) => {
    const message = `ConfigMap config is in ${place}, but its owner Memcached a is in namespace default; an owner must be in the same namespace or cluster-scoped`;
    expect(() => setControllerReference(memcached("a"), object)).toThrow(
      expect.objectContaining({ code: "INVALID_OWNER", message }),
    );
    expect(() => setOwnerReference(memcached("a"), object)).toThrow(message);
  });

  test("allows a cluster-scoped owner", () => {
    const { namespace: _, ...metadata } = memcached("a").metadata;
    expect(setControllerReference({ ...memcached("a"), metadata }, configMap())).toBe(true);
  });
});

test("an object can have several owners besides its manager", () => {
  const object = configMap({ ownerReferences: [reference("a", managing)] });
  expect(setOwnerReference(memcached("b"), object)).toBe(true);
  expect(setOwnerReference(memcached("b"), object)).toBe(false);
  expect(setOwnerReference(memcached("c"), object, { blockOwnerDeletion: true })).toBe(true);
  expect(object.metadata.ownerReferences).toStrictEqual([
    reference("a", managing),
    reference("b"),
    reference("c", { blockOwnerDeletion: true }),
  ]);
});

test("owners are told by uid", () => {
  const object = configMap({ ownerReferences: [reference("a", managing), reference("b")] });
  expect([
    isOwnedBy(object, memcached("a")),
    isOwnedBy(object, memcached("b")),
    isOwnedBy(object, memcached("c")),
  ]).toEqual([true, true, false]);
  expect([isControlledBy(object, memcached("a")), isControlledBy(object, memcached("b"))]).toEqual([true, false]);
  expect(isOwnedBy(object, memcached("a", { uid: "recreated" }))).toBe(false);
  expect(isOwnedBy(configMap({ ownerReferences: [] }), configMap())).toBe(false);
});

test("all references to an owner are removed, and the list with the last one", () => {
  const object = configMap({
    ownerReferences: [reference("a", { uid: "old" }), reference("b"), reference("a", managing)],
  });
  expect(removeOwnerReference(memcached("c"), object)).toBe(false);
  expect(removeOwnerReference(memcached("a"), object)).toBe(true);
  expect(object.metadata.ownerReferences).toEqual([reference("b")]);
  expect(removeOwnerReference(memcached("b"), object)).toBe(true);
  expect("ownerReferences" in object.metadata).toBe(false);
});
