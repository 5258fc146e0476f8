import { describe, expect, test } from "vitest";
import { defineKind, metadataOf } from "./kind.ts";
import { KindRegistry } from "./kind-registry.ts";
import type { KubeObject } from "./object.ts";

const Pod = defineKind<KubeObject>({ group: "", version: "v1", kind: "Pod", plural: "pods", scope: "Namespaced" });
const memcached = { group: "cache.example.com", kind: "Memcached" };
const V1 = defineKind<KubeObject>({ ...memcached, version: "v1" });
const V1Alpha1 = defineKind<KubeObject>({ ...memcached, version: "v1alpha1" });

describe("KindRegistry", () => {
  test("finds kinds by group, version and kind, and by what an object says", () => {
    const kinds = new KindRegistry([Pod, V1]);
    expect(kinds.find({ group: "", version: "v1", kind: "Pod" })).toEqual(Pod);
    expect(kinds.find({ group: "apps", version: "v1", kind: "Pod" })).toBeUndefined();
    expect(kinds.kindOf({ apiVersion: "cache.example.com/v1", kind: "Memcached" })).toEqual(V1);
    expect(kinds.kindOf({ apiVersion: "cache.example.com/v2", kind: "Memcached" })).toBeUndefined();
  });

  test("tells the versions of a kind in the order in which they came", () => {
    const kinds = new KindRegistry([V1Alpha1, Pod]).add(V1);
    expect(kinds.versionsOf(memcached).map(({ version }) => version)).toEqual(["v1alpha1", "v1"]);
    expect([...kinds].map(({ kind }) => kind)).toEqual(["Memcached", "Pod", "Memcached"]);
    expect(kinds.size).toBe(3);
  });

  test("takes a kind again, and learns what it was not told before", () => {
    const kinds = new KindRegistry([V1]);
    kinds.add(defineKind({ ...V1, plural: "memcacheds" }), defineKind({ ...V1, scope: "Namespaced" }), V1);
    expect(kinds.size).toBe(1);
    expect(kinds.find(V1)).toMatchObject({ plural: "memcacheds", scope: "Namespaced" });
  });

  test("holds the whole kind where only the metadata is read", () => {
    const kinds = new KindRegistry([metadataOf(Pod)]);
    expect(kinds.find(Pod)).toEqual(Pod);
  });

  test.each([
    ["plural", { plural: "podz" }, 'Pod of v1 is defined twice, with plural "pods" and "podz"'],
    ["scope", { scope: "Cluster" as const }, 'Pod of v1 is defined twice, with scope "Namespaced" and "Cluster"'],
  ])("refuses a second definition with another %s", (_, change, message) => {
    expect(() => new KindRegistry([Pod]).add(defineKind({ ...Pod, ...change }))).toThrow(message);
  });
});
