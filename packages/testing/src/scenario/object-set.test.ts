import { ConfigMap, Pod } from "@kubewright/api/core/v1";
import { describe, expect, test } from "vitest";
import { ObjectSet } from "./object-set.ts";

const map = (namespace: string, name: string) => ConfigMap.of({ metadata: { namespace, name } });

describe("ObjectSet", () => {
  const pod = Pod.of({ metadata: { name: "a", namespace: "x" }, spec: { containers: [] } });
  const objects = new ObjectSet([map("x", "a"), map("x", "b"), map("y", "b"), pod]);

  test("gives objects of a kind, typed", () => {
    expect(objects.list(Pod)[0]?.spec.containers).toEqual([]);
    expect(objects.list(ConfigMap)).toHaveLength(3);
    expect(objects.get(Pod)).toBe(pod);
    expect(objects.get(ConfigMap, "a").metadata.namespace).toBe("x");
    expect(objects.get(ConfigMap, "y/b").metadata.namespace).toBe("y");
    expect(objects.find(ConfigMap, "c")).toBeUndefined();
  });

  test.each<{ name: string; get: () => unknown; message: string }>([
    {
      name: "what is not there",
      get: () => new ObjectSet([pod]).get(ConfigMap, "c"),
      message: "there is no ConfigMap c; there is Pod x/a",
    },
    { name: "nothing at all", get: () => new ObjectSet([]).get(Pod), message: "there is no Pod; there is nothing" },
    {
      name: "what more than one is",
      get: () => objects.find(ConfigMap),
      message: "there is more than one ConfigMap: x/a, x/b, y/b; say which",
    },
  ])("refuses $name", ({ get, message }) => {
    expect(get).toThrow(expect.objectContaining({ code: "SCENARIO", message }));
  });
});
