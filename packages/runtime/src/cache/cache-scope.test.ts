import { defineKind, type KubeObject } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { CacheScope, type ScopeOptions } from "./cache-scope.ts";

const Pod = defineKind({ group: "", version: "v1", kind: "Pod", plural: "pods", scope: "Namespaced" });
const Node = defineKind({ group: "", version: "v1", kind: "Node", plural: "nodes", scope: "Cluster" });

const pod = (fields: object = {}, labels: Record<string, string> = {}): KubeObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "x", namespace: "a", labels },
  ...fields,
});

describe("CacheScope", () => {
  test("covers its namespaces, and of cluster-scoped kinds everything", () => {
    const some = new CacheScope(Pod, { namespaces: ["a", "b"] });
    expect(["a", "b", "c", undefined].map((namespace) => some.covers(namespace))).toEqual([true, true, false, false]);
    expect(some.streamOf("a")).toBe("a");
    const all = new CacheScope(Pod, {});
    expect([all.covers("c"), all.covers(undefined), all.streamOf("c")]).toEqual([true, true, undefined]);
    const cluster = new CacheScope(Node, { namespaces: ["a"] });
    expect([cluster.covers(undefined), cluster.streamOf(undefined)]).toEqual([true, undefined]);
  });

  test.each<{ options: ScopeOptions; object: KubeObject; isSelected: boolean }>([
    { options: {}, object: pod(), isSelected: true },
    { options: { labelSelector: "app=x" }, object: pod({}, { app: "x" }), isSelected: true },
    { options: { labelSelector: { matchLabels: { app: "x" } } }, object: pod({}, { app: "y" }), isSelected: false },
    { options: { fieldSelector: "metadata.name=x" }, object: pod(), isSelected: true },
    {
      options: { fieldSelector: { "spec.nodeName": "n" } },
      object: pod({ spec: { nodeName: "n" } }),
      isSelected: true,
    },
    { options: { fieldSelector: { "spec.nodeName": "n" } }, object: pod(), isSelected: false },
    { options: { fieldSelector: "spec.nodeName!=n" }, object: pod(), isSelected: true },
    { options: { fieldSelector: "spec.nodeName=" }, object: pod(), isSelected: true },
    { options: { fieldSelector: "spec.hostNetwork=false" }, object: pod(), isSelected: true },
    {
      options: { fieldSelector: "spec.hostNetwork=false" },
      object: pod({ spec: { hostNetwork: true } }),
      isSelected: false,
    },
    { options: { fieldSelector: "spec.hostNetwork!=false" }, object: pod(), isSelected: false },
    { options: { fieldSelector: "spec.hostNetwork=true" }, object: pod(), isSelected: false },
    { options: { fieldSelector: "status.replicas=0" }, object: pod(), isSelected: true },
  ])("$options selects $object.spec $object.metadata.labels: $isSelected", ({ options, object, isSelected }) => {
    expect(new CacheScope(Pod, options).selects(object)).toBe(isSelected);
  });

  test("knows whether it leaves something out", () => {
    const isSelective = (options: ScopeOptions): boolean => new CacheScope(Pod, options).isSelective;
    expect([isSelective({}), isSelective({ namespaces: ["a"], labelSelector: "" })]).toEqual([false, false]);
    expect([isSelective({ labelSelector: "a" }), isSelective({ fieldSelector: "a=b" })]).toEqual([true, true]);
  });
});
