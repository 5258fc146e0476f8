import { defineKind, type KubeObject } from "@kubewright/api";
import { expect, test } from "vitest";
import { IndexedStore } from "./indexed-store.ts";
import { Lister } from "./lister.ts";

const Item = defineKind<KubeObject>({ group: "", version: "v1", kind: "Item" });

function listerOf(...items: [namespace: string, name: string, app: string][]): Lister {
  const store = new IndexedStore();
  store.addIndex("name", ({ metadata }) => [metadata.name]);
  for (const [namespace, name, app] of items) {
    store.set(`${namespace}/${name}`, Item.of({ metadata: { namespace, name, labels: { app } } }));
  }
  return new Lister(store);
}

const lister = listerOf(["a", "x", "web"], ["a", "y", "db"], ["b", "x", "db"]);
const keys = (objects: readonly KubeObject[]): string[] =>
  objects.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);

test.each([
  { options: {}, found: ["a/x", "a/y", "b/x"] },
  { options: { namespace: "a" }, found: ["a/x", "a/y"] },
  { options: { labelSelector: "app in (db)" }, found: ["a/y", "b/x"] },
  { options: { labelSelector: { matchLabels: { app: "db" } }, namespace: "b" }, found: ["b/x"] },
])("a list with $options has $found", ({ options, found }) => {
  expect(keys(lister.list(options))).toEqual(found);
});

test("an index is asked with the same options", () => {
  expect(keys(lister.byIndex("name", "x"))).toEqual(["a/x", "b/x"]);
  expect(keys(lister.byIndex("name", "x", { labelSelector: "app=db" }))).toEqual(["b/x"]);
});

test("an object is found by text or key, and is the caller's to change", () => {
  const copy = lister.get("a/x")!;
  copy.metadata.labels = {};
  expect(lister.get({ namespace: "a", name: "x" })!.metadata.labels).toEqual({ app: "web" });
  expect(lister.get("c/x")).toBeUndefined();
});
