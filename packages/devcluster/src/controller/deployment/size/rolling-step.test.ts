import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { describe, expect, test } from "vitest";
import { newSetSize, oldSetSizes } from "./rolling-step.ts";

const selector = { matchLabels: { app: "web" } };

function deployment(replicas: number, maxSurge: number, maxUnavailable: number): Deployment {
  const strategy = { type: "RollingUpdate" as const, rollingUpdate: { maxSurge, maxUnavailable } };
  return Deployment.of({ metadata: { name: "web" }, spec: { replicas, selector, strategy, template: {} } });
}

function set(name: string, replicas: number, availableReplicas: number): ReplicaSet {
  return ReplicaSet.of({
    metadata: { name },
    spec: { replicas, selector },
    status: { replicas, availableReplicas },
  });
}

describe("newSetSize", () => {
  test.each([
    { replicas: 10, surge: 3, old: 10, current: 0, size: 3 },
    { replicas: 10, surge: 3, old: 8, current: 3, size: 5 },
    { replicas: 10, surge: 3, old: 13, current: 0, size: 0 },
    { replicas: 3, surge: 5, old: 0, current: 1, size: 3 },
    { replicas: 3, surge: 0, old: 3, current: 0, size: 0 },
    { replicas: 2, surge: 1, old: 0, current: 4, size: 2 },
  ])("of $replicas wanted and a surge of $surge, with $old old ones, goes from $current to $size", (row) => {
    const group = { newSet: set("new", row.current, 0), oldSets: [set("old", row.old, row.old)] };
    expect(newSetSize(deployment(row.replicas, row.surge, 0), group, row.current)).toBe(row.size);
  });

  test("of a Recreate deployment is all that is wanted", () => {
    const wanted = deployment(4, 0, 0);
    const recreate = { ...wanted, spec: { ...wanted.spec, strategy: { type: "Recreate" as const } } };
    expect(newSetSize(recreate, { oldSets: [] }, 0)).toBe(4);
  });
});

describe("oldSetSizes", () => {
  const sizes = (wanted: Deployment, newSet: ReplicaSet, oldSets: readonly ReplicaSet[]) =>
    oldSetSizes(wanted, { newSet, oldSets }).map((size) => [size.set.metadata.name, size.replicas]);

  test("shrink by what may be unavailable", () => {
    expect(sizes(deployment(10, 3, 2), set("new", 3, 0), [set("old", 10, 10)])).toEqual([["old", 8]]);
  });

  test("do not shrink while new pods are not available", () => {
    expect(sizes(deployment(10, 3, 2), set("new", 5, 0), [set("old", 8, 7)])).toEqual([]);
  });

  test("lose their unavailable pods first, oldest set first", () => {
    const old = [set("oldest", 4, 2), set("older", 6, 3)];
    expect(sizes(deployment(10, 3, 2), set("new", 0, 0), old)).toEqual([["oldest", 2]]);
    expect(sizes(deployment(10, 5, 5), set("new", 3, 3), old)).toEqual([
      ["oldest", 2],
      ["older", 3],
      ["oldest", 0],
      ["older", 2],
    ]);
  });

  test("do not count pods that are about to go", () => {
    expect(sizes(deployment(5, 3, 2), set("new", 3, 0), [set("old", 5, 8)])).toEqual([["old", 3]]);
  });
});
