import { Pod } from "@kubewright/api/core/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import { expect, test } from "vitest";
import { disruptedPodsOf, healthyPods } from "./disrupted-pods.ts";

const evicted = "2026-01-01T00:00:00Z";
const start = Date.parse(evicted);

function pod(name: string, more: { deletionTimestamp?: string; ready?: boolean } = {}): Pod {
  const { deletionTimestamp, ready = true } = more;
  return Pod.of({
    metadata: { name, ...(deletionTimestamp !== undefined && { deletionTimestamp }) },
    spec: { containers: [] },
    status: { conditions: [{ type: "Ready", status: ready ? "True" : "False" }] },
  });
}

const budget = PodDisruptionBudget.of({
  metadata: { name: "web" },
  status: { disruptedPods: { evicted, going: evicted, gone: evicted } },
});
const pods = [
  pod("evicted"),
  pod("going", { deletionTimestamp: evicted }),
  pod("other"),
  pod("unready", { ready: false }),
];

test("an evicted pod is waited for until it goes or two minutes are over", () => {
  expect(disruptedPodsOf(budget, pods, start + 30_000)).toEqual({
    disrupted: { evicted },
    late: [],
    recheckMs: 90_001,
  });
  expect(disruptedPodsOf(budget, pods, start + 120_000)).toMatchObject({ disrupted: { evicted }, recheckMs: 1 });
  expect(disruptedPodsOf(budget, pods, start + 120_001)).toEqual({
    disrupted: {},
    late: [pods[0]],
    recheckMs: undefined,
  });
});

test("pods are healthy that are ready and not about to go", () => {
  expect(healthyPods(pods, {}, start)).toBe(2);
  expect(healthyPods(pods, { evicted }, start)).toBe(1);
  expect(healthyPods(pods, { evicted }, start + 120_000)).toBe(2);
});
