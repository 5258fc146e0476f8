import { Node, Pod } from "@kubewright/api/core/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import { type Client, isBeingDeleted, isTooManyRequests } from "@kubewright/operator";
import { afterAll, describe, expect, test } from "vitest";
import { Memcached } from "../src/api/v1/memcached.ts";
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

/** As `kubectl drain` asks for it, which comes again when it is told that there are too many requests. */
async function evict(client: Client, { metadata }: Pod): Promise<void> {
  const { name, namespace } = metadata;
  const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name, ...(namespace && { namespace }) } };
  await client.subresource("eviction").create(Pod, metadata, eviction);
}

describe("whoever drains a node", { timeout: 90_000 }, () => {
  test("may evict the only instance", async () => {
    const { client, eventually } = await environment.namespace();
    await client.create(memcached("cache", { size: 1 }));
    await eventually(Memcached, "cache", { status: { conditions: settled } });
    const [pod] = (await client.list(Pod)).items;
    await eventually(() => evict(client, pod!));
    await eventually.gone(pod!);
  });

  test("evicts one instance after the other", async () => {
    const { client, eventually } = await environment.namespace();
    await client.create(memcached("cache", { size: 3 }));
    await eventually(Memcached, "cache", { status: { conditions: settled } });
    const [first, second] = (await client.list(Pod)).items;
    await eventually(() => evict(client, first!));
    await expect(evict(client, second!)).rejects.toSatisfy(isTooManyRequests);
    await eventually(() => evict(client, second!));
    await eventually.gone(second!);
  });

  test("does not have to wait until an instance that fails is mended", async () => {
    const { client, eventually } = await environment.namespace();
    await client.create(memcached("cache", { size: 3 }));
    await eventually(Memcached, "cache", { status: { conditions: settled } });
    await client.patch(Memcached, "cache", { merge: { spec: { image: missingImage } } });
    const degraded = { type: "Degraded", status: "True", reason: "InstancesFailing" } as const;
    await eventually(Memcached, "cache", { status: { readyReplicas: 2, conditions: [degraded] } });
    await eventually(PodDisruptionBudget, "cache", { status: { currentHealthy: 2 } });
    const healthy = (await client.list(Pod)).items.find(
      (pod) => !isBeingDeleted(pod) && pod.spec?.containers[0]?.image !== missingImage,
    );
    await eventually(() => evict(client, healthy!));
    await eventually.gone(healthy!);

    // Even while the spec contradicts itself, the budget follows the instances.
    await client.patch(Memcached, "cache", { merge: { spec: { memory: "1Ki" } } });
    await client.patch(PodDisruptionBudget, "cache", { merge: { spec: { maxUnavailable: 0 } } });
    await eventually(PodDisruptionBudget, "cache", { spec: { maxUnavailable: 2 } });
    await client.patch(Memcached, "cache", { merge: { spec: { memory: "64Mi" } } });

    await client.patch(Memcached, "cache", { merge: { spec: { image: "memcached:1.6.26-alpine3.19" } } });
    await eventually(Memcached, "cache", { status: { conditions: settled } });
    await eventually(PodDisruptionBudget, "cache", { spec: { maxUnavailable: 1 } });
    // The budget follows the instances, which is no repair of what somebody did.
    expect(await storyOf(client, "cache")).not.toContainEqual(
      expect.stringMatching(/^Repaired|Budget.*maxUnavailable/),
    );
  });

  test("waits for an instance that finds no room, but not for ever", async () => {
    await using inOwnTime = await startMemcachedEnvironment({ cluster: "embedded", clock: "manual" });
    const { client, eventually } = await inOwnTime.namespace();
    await client.create(memcached("cache", { size: 3 }));
    await eventually(Memcached, "cache", { status: { conditions: settled } });
    const [node] = (await inOwnTime.client().list(Node)).items;
    await inOwnTime.client().patch(Node, node!.metadata.name, { merge: { spec: { unschedulable: true } } });
    const [first, second] = (await client.list(Pod)).items;
    await eventually(() => evict(client, first!));
    const degraded = {
      type: "Degraded",
      status: "True",
      reason: "InstancesFailing",
      message: /no node takes it/,
    } as const;
    await eventually(Memcached, "cache", { status: { readyReplicas: 2, conditions: [degraded] } });
    await eventually(PodDisruptionBudget, "cache", { spec: { maxUnavailable: 1 }, status: { currentHealthy: 2 } });
    await expect(evict(client, second!)).rejects.toSatisfy(isTooManyRequests);
    await inOwnTime.advance(180_000);
    await eventually(PodDisruptionBudget, "cache", { spec: { maxUnavailable: 2 } });
    await eventually(() => evict(client, second!));
  });
});
