import { Deployment } from "@kubewright/api/apps/v1";
import { Service } from "@kubewright/api/core/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import { isNotFound } from "@kubewright/operator";
import { afterAll, expect, test } from "vitest";
import { Memcached } from "../src/api/v1/memcached.ts";
import { memcached, startMemcachedEnvironment } from "./memcached-environment.ts";

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
