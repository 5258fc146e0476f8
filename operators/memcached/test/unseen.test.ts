import { Deployment } from "@kubewright/api/apps/v1";
import { Service } from "@kubewright/api/core/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import { findCondition, isNotFound } from "@kubewright/operator";
import { consistently } from "@kubewright/testing";
import { afterAll, expect, test } from "vitest";
import { Memcached } from "../src/api/v1/memcached.ts";
import { memcached, settled, startMemcachedEnvironment } from "./memcached-environment.ts";

const environment = await startMemcachedEnvironment({ cluster: "embedded" });
afterAll(() => environment.close());

test("an object of somebody else is left alone although the operator has not heard of it yet", async () => {
  const { client, eventually } = await environment.namespace();
  expect(environment.faults.stallWatches({ resource: "services" })).toBeGreaterThan(0);
  // It could become what the operator wants.
  const spec = { ports: [{ port: 11_211 }], selector: { app: "shop" } };
  await client.create(Service.of({ metadata: { name: "cache" }, spec }));
  await client.create(memcached("cache"));
  await eventually(Deployment, "cache", {});
  await eventually(PodDisruptionBudget, "cache", {});

  // When it is gone, whatever was asked for in its name has been answered.
  await client.delete(Memcached, "cache");
  await eventually(async () => {
    await expect(client.get(Memcached, "cache")).rejects.toSatisfy(isNotFound);
  });
  const service = await client.get(Service, "cache");
  expect(service.spec?.selector).toEqual(spec.selector);
  expect(service.metadata.ownerReferences).toBeUndefined();
});

test("an object of somebody else is left alone although the operator still takes it for its own", async () => {
  const { client, eventually } = await environment.namespace();
  await client.create(memcached("cache"));
  await eventually(Memcached, "cache", { status: { conditions: settled } });
  expect(environment.faults.stallWatches({ resource: "services" })).toBeGreaterThan(0);
  await client.delete(Service, "cache");
  const spec = { ports: [{ name: "web", port: 80 }], selector: { app: "shop" } };
  await client.create(Service.of({ metadata: { name: "cache" }, spec }));

  // The Services are to have another port, and the other one has got it.
  await client.patch(Memcached, "cache", { merge: { spec: { port: 12_000 } } });
  await eventually(Service, "cache-nodes", { spec: { ports: [{ port: 12_000 }] } });
  // Nobody has refused anything: it was not the object that was known.
  await consistently(async () => {
    const { status } = await client.get(Memcached, "cache");
    expect(findCondition(status?.conditions, "Degraded")?.reason).not.toBe("Refused");
  });
  await client.delete(Memcached, "cache");
  await eventually(async () => {
    await expect(client.get(Memcached, "cache")).rejects.toSatisfy(isNotFound);
  });
  const service = await client.get(Service, "cache");
  expect(service.spec).toMatchObject(spec);
  expect(service.metadata.ownerReferences).toBeUndefined();
});
