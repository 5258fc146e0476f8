import { Deployment } from "@kubewright/api/apps/v1";
import { Pod, Service } from "@kubewright/api/core/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import { afterAll, describe, expect, test } from "vitest";
import { Memcached, type MemcachedSpec } from "../src/api/v1/memcached.ts";
import { memcached, settled, startMemcachedEnvironment, storyOf } from "./memcached-environment.ts";

const environment = await startMemcachedEnvironment({ cluster: "embedded" });
afterAll(() => environment.close());

async function withCache(spec: MemcachedSpec = {}) {
  const place = await environment.namespace();
  await place.client.create(memcached("cache", spec));
  await place.eventually(Memcached, "cache", { status: { conditions: settled } });
  return place;
}

describe("what is told", { timeout: 90_000 }, () => {
  test.each([
    { why: "the server fails", status: 500, reason: "InternalError" },
    { why: "it is not the object that was known", status: 409, reason: "Conflict" },
  ])("of instances goes on while $why, and not that the spec is carried out", async ({ status: code, reason }) => {
    const { name: namespace, client, eventually } = await withCache();
    const fault = { type: "status", status: code, reason } as const;
    const trouble = environment.faults.add({ verb: "patch", resource: "services", namespace, fault });
    await client.patch(Memcached, "cache", { merge: { spec: { size: 3, port: 12_000 } } });
    const { status } = await eventually(Memcached, "cache", { status: { replicas: 3, readyReplicas: 3 } });
    expect(status?.observedGeneration).toBe(1);
    // What is not over soon is told of.
    const message = /^Failed to update Service for the custom resource \(cache\): \(.*\)$/;
    const failing = { type: "Degraded", status: "True", reason: "WriteFailed", message } as const;
    await eventually(Memcached, "cache", { status: { observedGeneration: 1, conditions: [failing] } });
    await eventually(async () => {
      expect(await storyOf(client, "cache")).toContainEqual(expect.stringMatching(/^WriteFailed: Failed to update/));
    });
    trouble.remove();
    const done = { observedGeneration: 2, conditions: settled };
    await eventually(Memcached, "cache", { status: done }, { timeoutMs: 60_000 });
  });

  test("of what somebody changed is that it was put right, whatever else is in the way", async () => {
    const { client, eventually } = await environment.namespace();
    const spec = { ports: [{ port: 80 }], selector: { app: "web" } };
    await client.create(Service.of({ metadata: { name: "cache-nodes" }, spec }));
    await client.create(memcached("cache"));
    const taken = { type: "Degraded", status: "True", reason: "NameTaken" } as const;
    await eventually(Memcached, "cache", { status: { readyReplicas: 1, conditions: [taken] } });
    await client.patch(Deployment, "cache", { merge: { spec: { replicas: 4 } } });
    await eventually(async () => {
      expect(await storyOf(client, "cache")).toContain("Repaired: Put right Deployment cache (spec.replicas)");
    });
    await client.patch(PodDisruptionBudget, "cache", { merge: { spec: { maxUnavailable: null, minAvailable: 1 } } });
    await eventually(async () => {
      expect(await storyOf(client, "cache")).toContain(
        "Repaired: Put right PodDisruptionBudget cache (spec.maxUnavailable, spec.minAvailable)",
      );
    });
  });

  test("of a spec that the server refused at first is that it was carried out, not a repair", async () => {
    const { name: namespace, client, eventually } = await withCache();
    const fault = { type: "status", status: 403 } as const;
    const trouble = environment.faults.add({ verb: "patch", resource: "deployments", namespace, fault });
    await client.patch(Memcached, "cache", { merge: { spec: { size: 2 } } });
    const message = /^Failed to update Deployment for the custom resource \(cache\): /;
    const refused = { type: "Degraded", status: "True", reason: "Refused", message } as const;
    await eventually(Memcached, "cache", { status: { conditions: [refused] } });
    trouble.remove();
    await eventually(Memcached, "cache", { status: { conditions: settled } }, { timeoutMs: 60_000 });
    await eventually(async () => {
      expect(await storyOf(client, "cache")).toContain("Scaled: Scaled Deployment cache from 1 to 2 instances");
    });
  });

  test("of a spec that wants something no more is what is gone", async () => {
    const { client, eventually } = await withCache({ resources: { limits: { cpu: "1" }, requests: { cpu: "100m" } } });
    await client.patch(Memcached, "cache", { merge: { spec: { resources: { limits: null } } } });
    await eventually(async () => {
      expect(await storyOf(client, "cache")).toContain(
        "Updated: Updated Deployment cache (spec.template.spec.containers[memcached].resources.limits.cpu)",
      );
    });
    const { spec } = await client.get(Deployment, "cache");
    expect(Object.keys(spec.template.spec?.containers[0]?.resources?.limits ?? {})).toEqual(["memory"]);
  });

  test("of instances leaves out a pod that somebody made with their labels", async () => {
    const { client, eventually } = await withCache();
    const labels = { app: "memcached", memcached_cr: "cache" };
    const containers = [{ name: "debug", image: "debug" }];
    await client.create(Pod.of({ metadata: { name: "debug", labels }, spec: { containers } }));
    await client.patch(Memcached, "cache", { merge: { spec: { size: 2 } } });
    const { status } = await eventually(Memcached, "cache", {
      status: { observedGeneration: 2, readyReplicas: 2, conditions: settled },
    });
    expect(status?.nodes).toHaveLength(2);
    expect(status?.nodes).not.toContain("debug");
  });
});
