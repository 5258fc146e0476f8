import { Deployment } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { ManualClock } from "@kubewright/operator";
import { expect, test } from "vitest";
import { Memcached } from "../api/v1/memcached.ts";
import { seenStatusOf, statusOf } from "./memcached-status.ts";

const before = "2026-01-01T00:00:00Z";
const clock = new ManualClock({ now: Date.parse("2026-01-02T00:00:00Z") });

function pod(name: string, podIP: string | undefined, isReady = true, containerPort = 11211): Pod {
  const conditions = [{ type: "Ready", status: isReady ? "True" : "False" }];
  const containers = [{ name: "memcached", ports: [{ name: "memcached", containerPort }] }];
  return Pod.of({ metadata: { name }, spec: { containers }, status: { ...(podIP && { podIP }), conditions } });
}

test("the status has names, the addresses of those that are ready, counts, selector and generation", () => {
  const memcached = Memcached.of({ metadata: { name: "cache", generation: 4 }, spec: {} });
  const instances = [
    pod("a", "10.0.0.1"),
    pod("b", "10.0.0.2", false),
    pod("c", "fd00::3", true, 12000),
    pod("d", undefined),
  ];
  const status = statusOf(memcached, { name: "cache", size: 4, deployment: undefined, instances }, clock);
  expect(status).toMatchObject({
    nodes: ["a", "b", "c", "d"],
    endpoints: ["10.0.0.1:11211", "[fd00::3]:12000"],
    replicas: 4,
    readyReplicas: 3,
    selector: "app=memcached,memcached_cr=cache",
    observedGeneration: 4,
  });
  expect(status.conditions?.map(({ type, observedGeneration }) => [type, observedGeneration])).toEqual([
    ["Available", 4],
    ["Progressing", 4],
    ["Degraded", 4],
  ]);
});

test("a condition keeps the time since when it has been so, and those of others stay", () => {
  const other = { type: "Audited", status: "True", reason: "Looked", message: "", lastTransitionTime: before } as const;
  const degraded = { ...other, type: "Degraded", status: "False" } as const;
  const available = { ...other, type: "Available" } as const;
  const memcached = Memcached.of({
    metadata: { name: "cache", generation: 1 },
    spec: {},
    status: { conditions: [other, degraded, available] },
  });
  const { conditions } = statusOf(memcached, { name: "cache", size: 1, deployment: undefined, instances: [] }, clock);
  const times = Object.fromEntries(conditions?.map(({ type, lastTransitionTime }) => [type, lastTransitionTime]) ?? []);
  expect(times).toEqual({
    Audited: before,
    Degraded: before,
    Available: "2026-01-02T00:00:00Z",
    Progressing: "2026-01-02T00:00:00Z",
  });
  expect(memcached.status?.conditions).toEqual([other, degraded, available]);
});

test("while it is not known whether the spec can be carried out, only what there is, is told", () => {
  const was = { status: "False", reason: "Settled", message: "", lastTransitionTime: before } as const;
  const conditions = [{ ...was, type: "Progressing", observedGeneration: 1 }];
  const memcached = (status: Memcached["status"]) =>
    Memcached.of({ metadata: { name: "cache", generation: 2 }, spec: {}, ...(status && { status }) });
  const template = { spec: { containers: [] } };
  const deployment = Deployment.of({
    metadata: { name: "cache" },
    spec: { selector: {}, template },
    status: { readyReplicas: 1 },
  });
  const observation = { name: "cache", size: 1, deployment, instances: [pod("a", "10.0.0.1")] };

  const status = seenStatusOf(memcached({ observedGeneration: 1, conditions }), observation, clock);
  expect(status).toMatchObject({ nodes: ["a"], readyReplicas: 1, observedGeneration: 1 });
  expect(status.conditions).toMatchObject([
    ...conditions,
    { type: "Available", status: "True", observedGeneration: 2 },
  ]);

  for (const told of [{ waitsFor: deployment }, { trouble: { reason: "WriteFailed", message: "no" } }]) {
    const status = seenStatusOf(memcached({ observedGeneration: 1, conditions }), { ...observation, ...told }, clock);
    expect(status.observedGeneration).toBe(1);
    expect(status.conditions?.map(({ type }) => type)).toEqual(["Progressing", "Available", "Degraded"]);
  }

  const first = seenStatusOf(memcached(undefined), observation, clock);
  expect(first).not.toHaveProperty("observedGeneration");
  expect(first.conditions).toMatchObject([{ type: "Available", status: "Unknown", reason: "Reconciling" }]);
});
