import { compareBytes } from "@kubewright/api/server";
import { describe, expect, test } from "vitest";
import type { ApiObject } from "../resource-object.ts";
import { MemoryStore } from "./memory-store.ts";
import { CompactedError, type StoredObject, type StoreEvent } from "./object-store.ts";

describe("MemoryStore", () => {
  test("numbers all writes with one counter, and writes the number into objects", () => {
    const store = new MemoryStore();
    expect(store.revision).toBe(1);
    const first = store.create("pods", pod("a", "x"))!;
    const second = store.create("apps/deployments", pod("a", "x"))!;
    const third = store.update("pods", { ...first.object, spec: 1 }, 2)!;
    const fourth = store.delete("pods", "a", "x", 4)!;
    expect([first, second, third, fourth].map(versionOf)).toEqual(["2 2", "3 3", "4 4", "5 5"]);
    expect(first.object.metadata.resourceVersion).toBe("2");
    expect(store.revision).toBe(5);
  });

  test("does not change what it is given", () => {
    const store = new MemoryStore();
    const object = Object.freeze({ ...pod("a", "x"), metadata: Object.freeze(pod("a", "x").metadata) }) as ApiObject;
    store.create("pods", object);
    expect(object.metadata.resourceVersion).toBeUndefined();
  });

  test("refuses a taken name and a revision that is not the present one, without using a number", () => {
    const store = new MemoryStore();
    store.create("pods", pod("a", "x"));
    expect(store.create("pods", pod("a", "x"))).toBeUndefined();
    expect(store.update("pods", pod("a", "x"), 1)).toBeUndefined();
    expect(store.update("pods", pod("a", "y"), 2)).toBeUndefined();
    expect(store.delete("pods", "a", "x", 3)).toBeUndefined();
    expect(store.delete("pods", "a", "y", 2)).toBeUndefined();
    expect(store.revision).toBe(2);
  });

  test("orders objects by the bytes of namespace, slash and name", () => {
    const store = new MemoryStore();
    const names = ["a/x", "a-b/x", "a/x-y", "a/\u{1f600}", "a/\uffee", "b/a", "a/z"];
    for (const name of names) store.create("pods", pod(...split(name)));
    expect(keysOf(store.list("pods").items)).toEqual([...names].sort(compareBytes));
    expect(keysOf(store.list("pods", { namespace: "a" }).items)).toEqual([
      "a/x",
      "a/x-y",
      "a/z",
      "a/\uffee",
      "a/\u{1f600}",
    ]);
    expect(keysOf(store.list("pods", { namespace: "a-b" }).items)).toEqual(["a-b/x"]);
    expect(store.list("pods", { namespace: "c" }).items).toEqual([]);
  });

  test("pages through a past revision while objects come and go", () => {
    const store = new MemoryStore();
    for (const name of ["a", "b", "c", "d", "e"]) store.create("nodes", pod("", name));
    const first = store.list("nodes", { limit: 2 });
    expect([keysOf(first.items), first.remaining]).toEqual([["a", "b"], 3]);
    store.delete("nodes", "", "c", 4);
    store.delete("nodes", "", "b", 3);
    store.create("nodes", pod("", "bb"));
    const second = store.list("nodes", { limit: 2, revision: first.revision, after: first.items[1]! });
    expect([keysOf(second.items), second.remaining]).toEqual([["c", "d"], 1]);
    const accepts = ({ name }: StoredObject): boolean => name !== "a";
    const chosen = store.list("nodes", { limit: 1, revision: first.revision, accepts });
    expect([keysOf(chosen.items), chosen.remaining]).toEqual([["b"], 3]);
  });

  test("refuses forgotten revisions and those yet to come", () => {
    const store = new MemoryStore();
    for (const name of ["a", "b", "c"]) store.create("nodes", pod("", name));
    store.compact(3);
    expect(store.compactedRevision).toBe(3);
    expect(() => store.list("nodes", { revision: 2 })).toThrow(CompactedError);
    expect(() => store.getAt("nodes", "", "a", 2)).toThrow(CompactedError);
    expect(() => store.watch("nodes", 2, () => {})).toThrow(CompactedError);
    expect(keysOf(store.list("nodes", { revision: 3 }).items)).toEqual(["a", "b"]);
    expect(() => store.list("nodes", { revision: 5 })).toThrow(RangeError);
    store.compact(100);
    expect(store.compactedRevision).toBe(4);
    store.compact(1);
    expect(store.compactedRevision).toBe(4);
  });

  test("forgets the older half of its history when there is too much, and does not count what is still there", () => {
    const store = new MemoryStore({ historyLimit: 100 });
    for (let index = 0; index < 300; index++) store.create("nodes", pod("", `n${index}`));
    expect(store.compactedRevision).toBe(0);
    store.create("nodes", pod("", "a"));
    const first = store.revision;
    for (let revision = first; revision < first + 1000; revision++) store.update("nodes", pod("", "a"), revision);
    expect(store.revision - store.compactedRevision).toBeLessThanOrEqual(101);
    expect(store.revision - store.compactedRevision).toBeGreaterThanOrEqual(50);
    expect(store.list("nodes").items).toHaveLength(301);
  });

  test("forgets the older half of its history when that takes up too much", () => {
    const store = new MemoryStore({ historyBytes: 1024 * 1024 });
    const large = { ...pod("", "a"), data: "x".repeat(10_000) };
    store.create("nodes", large);
    const first = store.revision;
    for (let revision = first; revision < first + 1000; revision++) store.update("nodes", large, revision);
    expect(store.revision - store.compactedRevision).toBeLessThanOrEqual(110);
    expect(store.revision - store.compactedRevision).toBeGreaterThanOrEqual(40);
    for (let count = 0; count < 10; count++) store.update("nodes", pod("", "a"), store.revision);
    expect(store.get("nodes", "", "a")?.revision).toBe(store.revision);
  });

  test("tells watchers before a write returns, and not after they stopped", () => {
    const store = new MemoryStore();
    store.create("pods", pod("a", "x"));
    const seen: string[] = [];
    const watch = store.watch("pods", 1, (event) => seen.push(textOfEvent(event)));
    expect(seen).toEqual(["ADDED a/x@2"]);
    store.create("services", pod("a", "x"));
    store.update("pods", pod("a", "x"), 2);
    expect(seen.at(-1)).toBe("MODIFIED a/x@4 was 2");
    watch.stop();
    store.delete("pods", "a", "x", 4);
    expect(seen).toHaveLength(2);
  });

  test("lets a watcher wait for a revision that is yet to come", () => {
    const store = new MemoryStore();
    const seen: string[] = [];
    store.watch("nodes", 3, (event) => seen.push(textOfEvent(event)));
    for (const name of ["a", "b", "c"]) store.create("nodes", pod("", name));
    expect(seen).toEqual(["ADDED c@4"]);
  });

  test("calls back once its counter has come far enough", () => {
    const store = new MemoryStore();
    const calls: string[] = [];
    store.whenAt(1, () => calls.push("at once"));
    store.whenAt(4, () => calls.push(`4 at ${store.revision}`));
    store.whenAt(3, () => calls.push(`3 at ${store.revision}`));
    store.whenAt(3, () => calls.push("never")).stop();
    expect(calls).toEqual(["at once"]);
    for (const name of ["a", "b", "c"]) store.create("nodes", pod("", name));
    expect(calls).toEqual(["at once", "3 at 3", "4 at 4"]);
  });
});

describe("MemoryStore, under random operations, is at every revision what a naive model is", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])("with seed %i", (seed) => {
    const random = numbersFrom(seed);
    const store = new MemoryStore();
    const collections = ["nodes", "pods"];
    /** All objects at each revision: revision, then collection and key, then the revision of the object. */
    const past: ReadonlyMap<string, number>[] = [new Map(), new Map()];
    const log: string[] = [];
    const watchers: { from: number; collection: string; seen: string[] }[] = [];

    for (let step = 0; step < 400; step++) {
      const collection = collections[random(2)]!;
      const name = `n${random(12)}`;
      const namespace = collection === "nodes" ? "" : ["a", "a-b", "b"][random(3)]!;
      const key = `${collection} ${keyOf(namespace, name)}`;
      const present = past[store.revision]!;
      const revision = present.get(key);
      const next = new Map(present);
      const choice = random(10);
      if (choice < 4) {
        expect(store.create(collection, pod(namespace, name)) !== undefined).toBe(revision === undefined);
        if (revision === undefined) log.push(`${key} ADDED`);
        next.set(key, store.revision);
      } else if (choice < 7) {
        const expected = random(5) === 0 ? 1 : (revision ?? 1);
        expect(store.update(collection, pod(namespace, name), expected) !== undefined).toBe(revision === expected);
        if (revision === expected) log.push(`${key} MODIFIED`);
        next.set(key, store.revision);
      } else if (choice < 9) {
        expect(store.delete(collection, namespace, name, revision ?? 1)?.revision).toBe(revision && store.revision);
        if (revision !== undefined) log.push(`${key} DELETED`);
        next.delete(key);
      } else if (random(4) === 0) {
        store.compact(store.compactedRevision + random(30));
      } else {
        const from = store.compactedRevision + random(store.revision - store.compactedRevision + 5);
        const seen: string[] = [];
        store.watch(collection, from, ({ type, stored, revision: at }) => {
          seen.push(
            `${collection} ${keyOf(stored.namespace, stored.name)} ${type} ${at} ${stored.object.metadata.resourceVersion}`,
          );
        });
        watchers.push({ from, collection, seen });
      }
      if (store.revision > past.length - 1) past.push(next);
    }

    for (let revision = store.compactedRevision || 1; revision <= store.revision; revision++) {
      const ordered = [...past[revision]!].sort(([a], [b]) => compareBytes(a, b));
      const found = collections.flatMap((collection) => {
        const { items, remaining } = store.list(collection, { revision });
        expect(remaining).toBe(0);
        const pages: StoredObject[] = [];
        for (let page = store.list(collection, { revision, limit: 3 }); ; ) {
          pages.push(...page.items);
          expect(page.remaining).toBe(items.length - pages.length);
          if (page.remaining === 0) break;
          page = store.list(collection, { revision, limit: 3, after: page.items.at(-1)! });
        }
        expect(pages).toEqual(items);
        return items.map((stored) => {
          expect(store.getAt(collection, stored.namespace, stored.name, revision)).toBe(stored);
          return `${collection} ${keyOf(stored.namespace, stored.name)}@${stored.revision}`;
        });
      });
      expect(found).toEqual(ordered.map(([key, at]) => `${key}@${at}`));
    }
    for (const { from, collection, seen } of watchers) {
      const expected = log
        .map((entry, index) => ({ entry, revision: index + 2 }))
        .filter(({ entry, revision }) => revision > from && entry.startsWith(`${collection} `))
        .map(({ entry, revision }) => `${entry} ${revision} ${revision}`);
      expect(seen).toEqual(expected);
    }
    for (const collection of collections) {
      expect(store.count(collection)).toBe(store.list(collection).items.length);
    }
  });
});

function pod(namespace: string, name: string): ApiObject {
  return { apiVersion: "v1", kind: "Pod", metadata: { name, ...(namespace !== "" && { namespace }) } };
}

function split(key: string): [string, string] {
  const [namespace, name] = key.split("/");
  return [namespace!, name!];
}

function keyOf(namespace: string, name: string): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

function keysOf(items: readonly StoredObject[]): string[] {
  return items.map(({ namespace, name }) => keyOf(namespace, name));
}

function versionOf({ object, revision }: StoredObject): string {
  return `${object.metadata.resourceVersion} ${revision}`;
}

function textOfEvent({ type, stored, previous }: StoreEvent): string {
  const was = previous === undefined ? "" : ` was ${previous.revision}`;
  return `${type} ${keyOf(stored.namespace, stored.name)}@${stored.revision}${was}`;
}

/** The same numbers below a bound for the same seed. */
function numbersFrom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
