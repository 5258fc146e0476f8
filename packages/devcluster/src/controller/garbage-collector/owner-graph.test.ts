import type { MetadataObject, OwnerReference } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { AbsentOwners } from "./absent-owners.ts";
import { OwnerGraph } from "./owner-graph.ts";

const kind = { apiVersion: "v1", kind: "ConfigMap" };

interface Shape {
  readonly owners?: readonly OwnerReference[];
  readonly finalizers?: string[];
  readonly isDeleted?: boolean;
  readonly namespace?: string;
}

function objectOf(
  name: string,
  { owners = [], finalizers = [], isDeleted, namespace = "a" }: Shape = {},
): MetadataObject {
  return {
    ...kind,
    metadata: {
      ...(namespace !== "" && { namespace }),
      name,
      uid: `uid-${name}`,
      ownerReferences: [...owners],
      finalizers,
      ...(isDeleted && { deletionTimestamp: "2026-01-01T00:00:00Z" }),
    },
  };
}

function referenceTo(name: string, more: Partial<OwnerReference> = {}): OwnerReference {
  return { ...kind, name, uid: `uid-${name}`, ...more };
}

class Graph {
  readonly checked: string[] = [];
  readonly foreign: string[] = [];
  readonly absent = new AbsentOwners();
  readonly graph = new OwnerGraph({
    absent: this.absent,
    check: (uid) => this.checked.push(uid.replace("uid-", "")),
    onForeignOwner: (dependent, reference) => this.foreign.push(`${dependent.name} of ${reference.name}`),
  });

  put(name: string, shape?: Shape): void {
    this.graph.put(kind, objectOf(name, shape));
  }

  /** What was to be checked since it was last asked. */
  take(): string[] {
    return this.checked.splice(0).sort();
  }
}

describe("OwnerGraph", () => {
  test("an object whose owner was not seen is checked", () => {
    const world = new Graph();
    world.put("child", { owners: [referenceTo("owner")] });
    expect(world.take()).toEqual(["child"]);
    world.put("owner");
    expect(world.take()).toEqual([]);
    expect(world.graph.isKept(world.graph.get("uid-child")!)).toBe(true);
  });

  test("an object whose owner was seen is not checked, and neither is one that did not change", () => {
    const world = new Graph();
    world.put("owner");
    world.put("child", { owners: [referenceTo("owner")] });
    world.put("child", { owners: [referenceTo("owner")] });
    expect(world.take()).toEqual([]);
  });

  test.each<Partial<OwnerReference>>([{ name: "other" }, { kind: "Secret" }, { apiVersion: "v2" }])(
    "a reference that has the uid right and %j wrong is checked, whichever is seen first",
    (wrong) => {
      for (const order of ["owner first", "child first"]) {
        const world = new Graph();
        if (order === "owner first") world.put("owner");
        world.put("child", { owners: [{ ...referenceTo("owner"), ...wrong }] });
        if (order === "child first") {
          world.take();
          world.put("owner");
        }
        expect(world.take()).toEqual(["child"]);
        expect(world.foreign).toEqual([]);
        expect(world.graph.isKept(world.graph.get("uid-child")!)).toBe(false);
      }
    },
  );

  test("an owner in another namespace is reported, whichever is seen first; one in no namespace is not", () => {
    const world = new Graph();
    world.put("child", { owners: [referenceTo("owner")], namespace: "b" });
    world.put("owner");
    expect(world.foreign).toEqual(["child of owner"]);
    world.put("second", { owners: [referenceTo("owner")], namespace: "b" });
    expect(world.foreign).toEqual(["child of owner", "second of owner"]);
    world.put("global", { namespace: "" });
    world.put("third", { owners: [referenceTo("global")] });
    expect(world.foreign).toHaveLength(2);
    world.take();
    world.put("impossible", { owners: [referenceTo("owner")], namespace: "" });
    expect(world.foreign.at(-1)).toBe("impossible of owner");
  });

  test("when an owner is gone, its dependents are checked and it is known to be absent", () => {
    const world = new Graph();
    world.put("owner");
    world.put("child", { owners: [referenceTo("owner")] });
    world.put("other");
    world.graph.remove("uid-owner");
    world.graph.remove("uid-other");
    expect(world.take()).toEqual(["child"]);
    expect(world.absent.has({ ...kind, namespace: "a", name: "owner", uid: "uid-owner" })).toBe(true);
    expect(world.absent.has({ ...kind, namespace: "a", name: "other", uid: "uid-other" })).toBe(false);
    // Also by those who name it in another version of its kind.
    const inOtherVersion = { ...kind, apiVersion: "example.com/v9", namespace: "a", name: "owner", uid: "uid-owner" };
    expect(world.absent.has(inOtherVersion)).toBe(true);
    // But nobody outside of its namespace can be meant to go with it.
    for (const namespace of ["", "b"]) expect(world.absent.has({ ...inOtherVersion, namespace })).toBe(false);
  });

  test("a deletion in the foreground has the owner and all dependents checked, once", () => {
    const world = new Graph();
    world.put("owner");
    world.put("blocking", { owners: [referenceTo("owner", { blockOwnerDeletion: true })] });
    world.put("free", { owners: [referenceTo("owner")] });
    const waiting = { isDeleted: true, finalizers: ["foregroundDeletion"] };
    world.put("owner", waiting);
    expect(world.take()).toEqual(["blocking", "free", "owner"]);
    world.put("owner", { ...waiting, finalizers: ["foregroundDeletion", "x.example.com/y"] });
    expect(world.take()).toEqual([]);
    expect(world.graph.blockersOf("uid-owner").map(({ name }) => name)).toEqual(["blocking"]);
    expect(world.graph.isKept(world.graph.get("uid-free")!)).toBe(false);
  });

  test("an owner that waits is checked when a dependent is gone, names it no more or does not block it any more", () => {
    const waiting = { isDeleted: true, finalizers: ["foregroundDeletion"] };
    const blocking = { owners: [referenceTo("owner", { blockOwnerDeletion: true })] };
    const changes: ((world: Graph) => void)[] = [
      (world) => world.graph.remove("uid-child"),
      (world) => world.put("child"),
      (world) => world.put("child", { owners: [referenceTo("owner", { blockOwnerDeletion: false })] }),
    ];
    for (const change of changes) {
      const world = new Graph();
      world.put("owner", waiting);
      world.put("child", blocking);
      world.take();
      change(world);
      expect(world.take()).toContain("owner");
      expect(world.graph.blockersOf("uid-owner")).toEqual([]);
    }
  });

  test("a deletion that orphans has the owner alone checked", () => {
    const world = new Graph();
    world.put("owner");
    world.put("child", { owners: [referenceTo("owner")] });
    world.put("owner", { isDeleted: true, finalizers: ["orphan"] });
    expect(world.take()).toEqual(["owner"]);
    expect(world.graph.get("uid-owner")?.waitsFor).toBe("dependents-orphaned");
  });

  test("finalizers of an object that is not being deleted say nothing", () => {
    const world = new Graph();
    world.put("owner", { finalizers: ["orphan", "foregroundDeletion"] });
    expect(world.take()).toEqual([]);
  });

  test("nothing is kept of objects that are gone", () => {
    const world = new Graph();
    world.put("owner");
    world.put("child", { owners: [referenceTo("owner")] });
    world.graph.remove("uid-child");
    world.graph.remove("uid-child");
    expect(world.graph.dependentsOf("uid-owner")).toEqual([]);
    world.graph.remove("uid-owner");
    expect(world.graph.size).toBe(0);
  });
});

describe("AbsentOwners", () => {
  test("forgets the oldest ones", () => {
    const absent = new AbsentOwners(2);
    const owner = (name: string) => ({ ...kind, namespace: "a", name, uid: name });
    absent.add(owner("first"));
    absent.add(owner("second"));
    absent.add(owner("first"));
    absent.add(owner("third"));
    expect(["first", "second", "third"].map((name) => absent.has(owner(name)))).toEqual([true, false, true]);
  });

  test("knows one in no namespace from wherever it is named", () => {
    const absent = new AbsentOwners();
    absent.add({ ...kind, namespace: "", name: "x", uid: "x" });
    expect(absent.has({ ...kind, namespace: "b", name: "x", uid: "x" })).toBe(true);
    expect(absent.has({ ...kind, namespace: "b", name: "x", uid: "y" })).toBe(false);
  });
});
