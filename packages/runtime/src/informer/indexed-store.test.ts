import type { KubeObject } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { IndexedStore } from "./indexed-store.ts";

interface Item extends KubeObject {
  tags: string[];
}

function item(name: string, ...tags: string[]): Item {
  return { apiVersion: "v1", kind: "Item", metadata: { name }, tags };
}

const names = (items: Iterable<Item>): string[] => Array.from(items, ({ metadata }) => metadata.name).sort();

describe("IndexedStore", () => {
  test("gives back the very object, and what was there before", () => {
    const store = new IndexedStore<Item>();
    const [first, second] = [item("x"), item("x")];
    expect(store.set("a/x", first)).toBeUndefined();
    expect(store.set("a/x", second)).toBe(first);
    expect(store.get("a/x")).toBe(second);
    expect(store.size).toBe(1);
    expect(store.delete("a/x")).toBe(second);
    expect(store.delete("a/x")).toBeUndefined();
    expect(store.get("a/x")).toBeUndefined();
    expect(store.size).toBe(0);
  });

  test("lists all, or one namespace", () => {
    const store = new IndexedStore<Item>();
    store.set("a/x", item("x"));
    store.set("a/y", item("y"));
    store.set("b/z", item("z"));
    store.set("free", item("free"));
    expect(names(store.list())).toEqual(["free", "x", "y", "z"]);
    expect(names(store.list("a"))).toEqual(["x", "y"]);
    expect(names(store.list("c"))).toEqual([]);
    store.delete("a/x");
    store.set("a/y", item("other"));
    expect(names(store.list("a"))).toEqual(["other"]);
  });

  test("finds objects under each value of an index, and no more under values they lost", () => {
    const store = new IndexedStore<Item>();
    store.addIndex("tag", ({ tags }) => tags);
    store.set("x", item("x", "red", "round"));
    store.set("y", item("y", "red"));
    store.set("z", item("z"));
    expect(names(store.byIndex("tag", "red"))).toEqual(["x", "y"]);
    store.set("x", item("x", "round", "blue", "blue"));
    expect(names(store.byIndex("tag", "red"))).toEqual(["y"]);
    expect(names(store.byIndex("tag", "blue"))).toEqual(["x"]);
    expect(names(store.byIndex("tag", "round"))).toEqual(["x"]);
    store.delete("x");
    expect(names(store.byIndex("tag", "blue"))).toEqual([]);
    expect(names(store.byIndex("tag", "round"))).toEqual([]);
  });

  test("still forgets an object that someone changed behind its back", () => {
    const store = new IndexedStore<Item>();
    store.addIndex("tag", ({ tags }) => tags);
    const changed = item("x", "red");
    store.set("x", changed);
    changed.tags[0] = "blue";
    store.delete("x");
    expect(names(store.byIndex("tag", "red"))).toEqual([]);
  });

  test("covers with a new index what it has already", () => {
    const store = new IndexedStore<Item>();
    store.set("x", item("x", "red"));
    expect(store.hasIndex("tag")).toBe(false);
    store.addIndex("tag", ({ tags }) => tags);
    expect(store.hasIndex("tag")).toBe(true);
    expect(names(store.byIndex("tag", "red"))).toEqual(["x"]);
  });

  test("says which indexes there are when one is missing, and refuses a second one of a name", () => {
    const store = new IndexedStore<Item>();
    expect(() => store.byIndex("tag", "red")).toThrow(
      expect.objectContaining({
        code: "NOT_CACHED",
        message: 'there is no index "tag", only none: add it with addIndex',
      }),
    );
    store.addIndex("tag", ({ tags }) => tags);
    expect(() => store.byIndex("label", "red")).toThrow('there is no index "label", only "tag"');
    expect(() => store.addIndex("tag", () => [])).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT" }));
  });

  test("tells of an index function that throws, and finds the object under none of its values", () => {
    const failures: unknown[] = [];
    const store = new IndexedStore<Item>({ onIndexError: (...failure) => failures.push(failure) });
    const error = new Error("broken");
    store.addIndex("tag", ({ tags }) => {
      if (tags.length === 0) throw error;
      return tags;
    });
    store.set("x", item("x", "red"));
    store.set("x", item("x"));
    expect(failures).toEqual([["tag", "x", error]]);
    expect(names(store.byIndex("tag", "red"))).toEqual([]);
    expect(store.size).toBe(1);
  });
});
