import { describe, expect, test } from "vitest";
import type { Resource } from "./resource.ts";
import { ResourceCatalog } from "./resource-catalog.ts";

function served(group: string, version: string, resource: string, kind: string): Resource {
  return { group, version, resource, kind } as Resource;
}

describe("ResourceCatalog", () => {
  test("finds resources by plural and by kind", () => {
    const catalog = new ResourceCatalog();
    const pods = served("", "v1", "pods", "Pod");
    catalog.add(pods, served("apps", "v1", "deployments", "Deployment"));
    expect(catalog.find("", "v1", "pods")).toBe(pods);
    expect(catalog.find("apps", "v1", "pods")).toBeUndefined();
    expect(catalog.findKind("", "v1", "Pod")).toBe(pods);
    expect(catalog.all()).toHaveLength(2);
  });

  test("counts and tells changes; what is not there cannot be taken away", () => {
    const catalog = new ResourceCatalog();
    const seen: number[] = [];
    const listener = catalog.onChange(() => seen.push(catalog.changes));
    const first = served("a", "v1", "xs", "X");
    const second = served("a", "v1", "xs", "X");
    catalog.add(first);
    catalog.add(second);
    catalog.remove(first);
    expect(catalog.find("a", "v1", "xs")).toBe(second);
    catalog.replace([second], [served("a", "v2", "xs", "X")]);
    listener.stop();
    catalog.add(first);
    expect(seen).toEqual([1, 2, 3]);
    expect(catalog.changes).toBe(4);
  });
});
