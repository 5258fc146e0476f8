import { Deployment } from "@kubewright/api/apps/v1";
import { Service } from "@kubewright/api/core/v1";
import type { TestNamespace } from "@kubewright/testing";
import { afterAll, describe, expect, test } from "vitest";
import { Memcached, type MemcachedSpec } from "../src/api/v1/memcached.ts";
import {
  memcached,
  missingImage,
  settled,
  startMemcachedEnvironment,
  storyOf,
  withMissingImage,
} from "./memcached-environment.ts";

const environment = await startMemcachedEnvironment(withMissingImage);
afterAll(() => environment.close());

const waiting = {
  type: "Progressing",
  status: "True",
  reason: "Waiting",
  message: "Service cache has to be gone before it is made anew, and is held by example.com/onlooker",
} as const;

/** Its Service is on its way out, and stays there until somebody lets it go. */
async function withLeavingService(spec: MemcachedSpec = {}): Promise<TestNamespace & { letGo(): Promise<void> }> {
  const place = await environment.namespace();
  const { client, eventually } = place;
  await client.create(memcached("cache", spec));
  await eventually(Memcached, "cache", { status: { conditions: settled } });
  await client.patch(Service, "cache", { merge: { metadata: { finalizers: ["example.com/onlooker"] } } });
  const leaving = await client.get(Service, "cache");
  await client.delete(leaving);
  await eventually(Memcached, "cache", { status: { conditions: [waiting] } });
  return {
    ...place,
    async letGo() {
      await client.patch(Service, "cache", { merge: { metadata: { finalizers: null } } });
      await eventually.replaced(leaving);
      await eventually(Memcached, "cache", { status: { conditions: settled } });
    },
  };
}

describe("while something has to go first", { timeout: 90_000 }, () => {
  test("that is told, and not that a new spec is carried out", async () => {
    const { client, eventually, letGo } = await withLeavingService();
    await client.patch(Memcached, "cache", { merge: { spec: { size: 2 } } });
    const { status } = await eventually(Memcached, "cache", { status: { readyReplicas: 2, conditions: [waiting] } });
    expect(status?.observedGeneration).toBe(1);
    await letGo();
    expect((await client.get(Memcached, "cache")).status?.observedGeneration).toBe(2);
  });

  test("instances that fail are told of all the same", async () => {
    const { client, eventually, letGo } = await withLeavingService({ size: 2 });
    await client.patch(Memcached, "cache", { merge: { spec: { image: missingImage } } });
    const failing = { type: "Degraded", status: "True", reason: "InstancesFailing" } as const;
    await eventually(Memcached, "cache", { status: { conditions: [waiting, failing] } });
    await client.patch(Memcached, "cache", { merge: { spec: { image: "memcached:1.6.26-alpine3.19" } } });
    await eventually(Memcached, "cache", { status: { readyReplicas: 2, conditions: [waiting, settled[2]!] } });
    await letGo();
    const story = await storyOf(client, "cache");
    expect(story.filter((text) => text.startsWith("InstancesFailing: "))).toHaveLength(1);
    expect(story).not.toContainEqual(expect.stringMatching(/maxUnavailable/));
  });

  test("a contradiction is told until it is mended", async () => {
    const { client, eventually, letGo } = await withLeavingService();
    await client.patch(Memcached, "cache", { merge: { spec: { memory: "1Ki" } } });
    const contradiction = { type: "Degraded", status: "True", reason: "MemoryTooSmall" } as const;
    await eventually(Memcached, "cache", { status: { observedGeneration: 2, conditions: [contradiction] } });
    await client.patch(Memcached, "cache", { merge: { spec: { memory: "64Mi" } } });
    await eventually(Memcached, "cache", { status: { conditions: [waiting, settled[2]!] } });
    await letGo();
  });

  test("a name that is taken is told of before it", async () => {
    const { client, eventually, letGo } = await withLeavingService();
    const nodes = await client.get(Service, "cache-nodes");
    const foreign = { app: "web" };
    await client.update({
      ...nodes,
      metadata: { ...nodes.metadata, labels: foreign, ownerReferences: [] },
      spec: { ...nodes.spec, selector: foreign },
    });
    const taken = { type: "Degraded", status: "True", reason: "NameTaken", message: /^Service cache-nodes / } as const;
    await eventually(Memcached, "cache", { status: { conditions: [taken] } });
    await client.delete(Service, "cache-nodes");
    await letGo();
  });

  test("instances of a Memcached that is gone do not count for the next of its name", async () => {
    const controllers = [
      ...["deployment-controller", "replicaset-controller", "scheduler"],
      ...["serviceaccount-controller", "node-lifecycle-controller"],
    ];
    await using withoutCollector = await startMemcachedEnvironment({ cluster: "embedded", controllers });
    const { client, eventually } = await withoutCollector.namespace();
    const first = await client.create(memcached("cache", { size: 2 }));
    await eventually(Memcached, "cache", { status: { conditions: settled } });
    await client.delete(first);
    await eventually.gone(first);
    await client.create(memcached("cache", { size: 2 }));
    const { status } = await eventually(Memcached, "cache", {
      status: { conditions: [{ type: "Progressing", status: "True", reason: "Waiting" }] },
    });
    expect(status?.nodes).toHaveLength(2);
    expect(status?.observedGeneration).toBeUndefined();
    expect(status?.conditions).toMatchObject([
      {
        type: "Available",
        status: "False",
        message: "Deployment for custom resource (cache) has 0 of 2 replicas ready",
      },
      { type: "Progressing" },
      { type: "Degraded", status: "False" },
    ]);
    expect((await client.get(Deployment, "cache")).metadata.ownerReferences).toMatchObject([
      { uid: first.metadata.uid },
    ]);
    expect(await storyOf(client, "cache")).not.toContainEqual(expect.stringMatching(/^(Refused|NameTaken)/));
  });
});
