import { describe, expect, test } from "vitest";
import { definitionCollection as collection } from "../custom/definition/definition.ts";
import { readDiscovery } from "../data/discovery-data.ts";
import type { ApiObject } from "../resource-object.ts";
import { MemoryStore } from "../storage/memory-store.ts";
import { Discovery } from "./discovery.ts";
import { recordedLists } from "./recorded-lists.ts";

const recorded = readDiscovery();

describe("Discovery", () => {
  test("says of built-in groups what the reference says, in both forms", () => {
    const discovery = new Discovery(recordedLists(recorded), new MemoryStore());
    expect(discovery.groups()).toEqual(recorded.groups);
    expect(JSON.parse(discovery.aggregated("core").text)).toEqual(recorded.aggregated.core);
    expect(JSON.parse(discovery.aggregated("groups").text)).toEqual(recorded.aggregated.groups);
    expect(discovery.group("apps")).toEqual({ kind: "APIGroup", apiVersion: "v1", ...recorded.groups.groups[1] });
    expect(discovery.list("", "v1")).toEqual({
      kind: "APIResourceList",
      groupVersion: "v1",
      resources: recorded.resources.v1,
    });
    expect(discovery.list("apps", "v2")).toBeUndefined();
    expect(discovery.group("nothing")).toBeUndefined();
    expect(discovery.isBuiltinGroup("apps")).toBe(true);
    expect(discovery.isBuiltinGroup("example.com")).toBe(false);
  });

  test("has definitions at once, after the built-in groups", () => {
    const store = new MemoryStore();
    const discovery = new Discovery(recordedLists(recorded), store);
    const before = discovery.aggregated("groups");
    store.create(collection, definition("zebras", "zoo.io", ["v1"]));
    store.create(collection, definition("widgets", "example.com", ["v1alpha1", "v1", "v1beta1"]));
    const core = recorded.groups.groups.map(({ name }) => name);
    const groups = (discovery.groups() as { groups: { name: string; versions: { version: string }[] }[] }).groups;
    expect(groups.map(({ name }) => name)).toEqual([...core, "example.com", "zoo.io"]);
    expect(groups.at(-2)?.versions.map(({ version }) => version)).toEqual(["v1", "v1beta1", "v1alpha1"]);
    expect(discovery.aggregated("groups").hash).not.toBe(before.hash);
    expect(discovery.aggregated("core")).toBe(discovery.aggregated("core"));
  });

  test("describes a custom resource as the reference does", () => {
    const store = new MemoryStore();
    const discovery = new Discovery([], store);
    store.create(collection, definition("widgets", "example.com", ["v1"]));
    expect(discovery.list("example.com", "v1")).toEqual({
      kind: "APIResourceList",
      apiVersion: "v1",
      groupVersion: "example.com/v1",
      resources: [
        {
          name: "widgets",
          singularName: "widget",
          namespaced: true,
          kind: "Widget",
          verbs: ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"],
          shortNames: ["wg"],
          storageVersionHash: "gIwvi5rymmg=",
        },
        {
          name: "widgets/status",
          singularName: "",
          namespaced: true,
          kind: "Widget",
          verbs: ["get", "patch", "update"],
        },
        {
          name: "widgets/scale",
          singularName: "",
          namespaced: true,
          group: "autoscaling",
          version: "v1",
          kind: "Scale",
          verbs: ["get", "patch", "update"],
        },
      ],
    });
    const { items } = JSON.parse(discovery.aggregated("groups").text) as { items: { versions: object[] }[] };
    expect(items[0]?.versions[0]).toMatchObject({
      resources: [{ responseKind: { group: "example.com", version: "v1", kind: "Widget" }, scope: "Namespaced" }],
    });
  });

  test("leaves out what is not served or not established, and creation of what is going away", () => {
    const store = new MemoryStore();
    const discovery = new Discovery([], store);
    const { status: _, ...young } = definition("youngs", "young.io", ["v1"]);
    store.create(collection, young as ApiObject);
    expect(discovery.lists).toEqual([]);
    const going = definition("goings", "going.io", ["v1"]);
    const conditions = [...going.status.conditions, { type: "Terminating", status: "True" }];
    store.create(collection, { ...going, status: { ...going.status, conditions } });
    expect(discovery.lists[0]?.resources[0]?.verbs).toEqual(["delete", "deletecollection", "get", "list", "watch"]);
  });
});

function definition(plural: string, group: string, versions: readonly string[]) {
  const names = { plural, singular: plural.slice(0, -1), kind: plural[0]!.toUpperCase() + plural.slice(1, -1) };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { ...names, shortNames: ["wg"] },
      versions: [
        ...versions.map((name, index) => ({
          name,
          served: true,
          storage: index === 0,
          subresources: { status: {}, scale: {} },
        })),
        { name: "v0", served: false, storage: false },
      ],
    },
    status: {
      acceptedNames: { ...names, shortNames: ["wg"] },
      conditions: [{ type: "Established", status: "True" }],
    },
  };
}
