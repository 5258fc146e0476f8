import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { describe, expect, test } from "vitest";
import { maxReplicasAnnotation } from "../set/revision.ts";
import { proportionalSizes } from "./proportional-sizes.ts";

const selector = { matchLabels: { app: "web" } };

function sizes(replicas: number, maxSurge: number, before: number, sets: readonly number[]): Record<string, number> {
  const strategy = { type: "RollingUpdate" as const, rollingUpdate: { maxSurge, maxUnavailable: 2 } };
  const deployment = Deployment.of({ metadata: { name: "web" }, spec: { replicas, selector, strategy, template: {} } });
  const replicaSets = sets.map((size, index) =>
    ReplicaSet.of({
      metadata: {
        name: `set-${index}`,
        creationTimestamp: `2026-01-01T00:00:0${index}Z`,
        annotations: { [maxReplicasAnnotation]: String(before) },
      },
      spec: { replicas: size, selector },
    }),
  );
  const found = proportionalSizes(deployment, replicaSets);
  return Object.fromEntries(found.map(({ set, replicas: size }) => [set.metadata.name, size]));
}

describe("proportionalSizes", () => {
  test.each([
    { name: "nothing to do", replicas: 10, surge: 3, before: 13, sets: [8, 5], to: [8, 5] },
    { name: "up", replicas: 15, surge: 3, before: 13, sets: [8, 5], to: [11, 7] },
    { name: "up with a rest for the largest", replicas: 12, surge: 0, before: 10, sets: [5, 3, 2], to: [6, 4, 2] },
    { name: "up, the newer first of the same size", replicas: 11, surge: 0, before: 10, sets: [5, 5], to: [5, 6] },
    { name: "down, the older first of the same size", replicas: 9, surge: 0, before: 10, sets: [5, 5], to: [4, 5] },
    { name: "down", replicas: 5, surge: 3, before: 18, sets: [11, 7], to: [5, 3] },
    { name: "to nothing", replicas: 0, surge: 3, before: 8, sets: [3, 5], to: [0, 0] },
    { name: "with a broken annotation", replicas: 6, surge: 0, before: -1, sets: [2, 2], to: [2, 4] },
  ])("$name", ({ replicas, surge, before, sets, to }) => {
    expect(sizes(replicas, surge, before, sets)).toEqual(
      Object.fromEntries(to.map((size, index) => [`set-${index}`, size])),
    );
  });
});
