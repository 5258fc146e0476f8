import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import type { Scale } from "@kubewright/api/autoscaling/v1";
import { Pod, Service } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import { isControlledBy, type Kind } from "@kubewright/operator";
import type { Environment, EnvironmentOptions } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Memcached } from "../src/api/v1/memcached.ts";
import { memcached, settled, startMemcachedEnvironment, storyOf } from "./memcached-environment.ts";

/** What becomes of a Memcached from beginning to end, on a cluster of choice. */
export function lifecycleSuite(options: EnvironmentOptions = {}): void {
  describe("a Memcached", { timeout: 90_000 }, () => {
    let environment: Environment;
    beforeAll(async () => {
      environment = await startMemcachedEnvironment(options);
    });
    afterAll(() => environment?.close());

    test("a Memcached gets instances, Services and a budget, and its status tells of them", async () => {
      const { client, eventually } = await environment.namespace();
      await client.create(memcached("cache", { size: 3 }));
      const { status, metadata } = await eventually(Memcached, "cache", {
        status: { readyReplicas: 3, observedGeneration: 1, conditions: settled },
      });
      const pods = (await client.list(Pod)).items;
      expect(status).toMatchObject({
        nodes: pods.map((pod) => pod.metadata.name).sort(),
        replicas: 3,
        selector: "app=memcached,memcached_cr=cache",
      });
      expect([...(status?.endpoints ?? [])].sort()).toEqual(pods.map((pod) => `${pod.status?.podIP}:11211`).sort());
      expect(status?.conditions?.every(({ observedGeneration }) => observedGeneration === 1)).toBe(true);
      expect(metadata.finalizers).toEqual(["cache.example.com/finalizer"]);

      const owner = await client.get(Memcached, "cache");
      const owned = [
        await client.get(Deployment, "cache"),
        await client.get(Service, "cache"),
        await client.get(Service, "cache-nodes"),
        await client.get(PodDisruptionBudget, "cache"),
      ];
      expect(owned.map((object) => isControlledBy(object, owner))).toEqual([true, true, true, true]);
      const appliers = owned.map(({ metadata: { managedFields = [] } }) =>
        managedFields.flatMap(({ operation, manager, subresource }) => {
          return operation === "Apply" && subresource === undefined ? manager : [];
        }),
      );
      expect(appliers).toEqual(owned.map(() => ["memcached-operator"]));
      expect(owned[1]).toMatchObject({ spec: { ports: [{ port: 11211, targetPort: "memcached" }] } });
      expect(owned[2]).toMatchObject({ spec: { clusterIP: "None" } });
      expect(owned[3]).toMatchObject({ spec: { maxUnavailable: 1, unhealthyPodEvictionPolicy: "AlwaysAllow" } });
      await eventually(async () => {
        expect(await storyOf(client, "cache")).toEqual([
          "Created: Created Service cache, Service cache-nodes, PodDisruptionBudget cache and Deployment cache",
        ]);
      });
    });

    test("instances and objects that somebody deletes come back", async () => {
      const { client, eventually } = await environment.namespace();
      await client.create(memcached("cache", { size: 2 }));
      const { status } = await eventually(Memcached, "cache", { status: { conditions: settled } });

      const [lost = ""] = status?.nodes ?? [];
      await client.delete(Pod, lost, { gracePeriodSeconds: 0 });
      await eventually(Memcached, "cache", (found) => {
        expect(found.status?.nodes).not.toContain(lost);
        expect(found.status?.readyReplicas).toBe(2);
      });

      const deployment = await client.get(Deployment, "cache");
      await client.delete(deployment);
      await eventually.replaced(deployment);
      const service = await client.get(Service, "cache-nodes");
      await client.delete(service);
      await eventually.replaced(service);
      const budget = await client.get(PodDisruptionBudget, "cache");
      await client.delete(budget);
      await eventually.replaced(budget);
      await eventually(Memcached, "cache", { status: { readyReplicas: 2, conditions: settled } });
    });

    test("it is scaled by its spec, and by whoever scales things", async () => {
      const { client, eventually } = await environment.namespace();
      await client.create(memcached("cache", { size: 1 }));
      await eventually(Memcached, "cache", { status: { readyReplicas: 1, conditions: settled } });
      await client.patch(Memcached, "cache", { merge: { spec: { size: 5 } } });
      await eventually(Memcached, "cache", {
        status: { readyReplicas: 5, observedGeneration: 2, conditions: settled },
      });

      const scale = await client.subresource("scale").get<Scale>(Memcached, "cache");
      expect(scale).toMatchObject({
        spec: { replicas: 5 },
        status: { replicas: 5, selector: "app=memcached,memcached_cr=cache" },
      });
      await client.subresource("scale").update(Memcached, "cache", { ...scale, spec: { replicas: 2 } });
      await eventually(Memcached, "cache", { spec: { size: 2 }, status: { readyReplicas: 2, conditions: settled } });
      await eventually(async () => {
        expect(await storyOf(client, "cache")).toEqual(
          expect.arrayContaining([
            "Scaled: Scaled Deployment cache from 1 to 5 instances",
            "Scaled: Scaled Deployment cache from 5 to 2 instances",
          ]),
        );
      });
    });

    test("two of them in a namespace leave each other alone", async () => {
      const { client, eventually } = await environment.namespace();
      await client.create(memcached("cache", { size: 2 }));
      await client.create(memcached("cache-2", { size: 1, port: 12_000 }));
      const one = await eventually(Memcached, "cache", { status: { readyReplicas: 2, conditions: settled } });
      const two = await eventually(Memcached, "cache-2", { status: { readyReplicas: 1, conditions: settled } });
      expect(one.status?.nodes).toHaveLength(2);
      expect(two.status?.nodes).toHaveLength(1);
      expect(two.status?.endpoints?.[0]).toMatch(/:12000$/);

      await client.delete(one);
      await eventually.gone(Deployment, "cache");
      await eventually.gone(Service, "cache-nodes");
      expect((await client.get(Memcached, "cache-2")).status?.nodes).toEqual(two.status?.nodes);
    });

    test("with the definition of its kind goes all of it", async () => {
      await using doomed = await startMemcachedEnvironment(options);
      const { client, eventually } = await doomed.namespace();
      await client.create(memcached("cache", { size: 1 }));
      await eventually(Memcached, "cache", { status: { conditions: settled } });
      await doomed.client().delete(CustomResourceDefinition, "memcacheds.cache.example.com");
      await eventually.gone(Deployment, "cache");
      await eventually.gone(Service, "cache");
      await eventually.gone(Service, "cache-nodes");
      await eventually.gone(PodDisruptionBudget, "cache");
    });

    test("when it is deleted, it says so, and nothing of it stays", async () => {
      const { client, eventually } = await environment.namespace();
      const cache = await client.create(memcached("cache", { size: 2 }));
      await eventually(Memcached, "cache", { status: { conditions: settled } });
      // What it says in its last moment is seen by whoever keeps it from going.
      await client.patch(Memcached, "cache", {
        merge: { metadata: { finalizers: ["cache.example.com/finalizer", "example.com/onlooker"] } },
      });
      await client.delete(cache);
      const last = await eventually(Memcached, "cache", { metadata: { finalizers: ["example.com/onlooker"] } });
      expect(last.status?.conditions).toContainEqual(
        expect.objectContaining({
          type: "Degraded",
          status: "True",
          reason: "Finalizing",
          message: "Finalizer operations for custom resource cache name were successfully accomplished",
        }),
      );
      await eventually(async () => {
        const { items } = await client.list(Event);
        expect(items).toContainEqual(
          expect.objectContaining({
            type: "Warning",
            reason: "Deleting",
            note: expect.stringMatching(/^Custom Resource cache is being deleted from the namespace /),
          }),
        );
      });
      await client.patch(Memcached, "cache", { merge: { metadata: { finalizers: null } } });
      await eventually.gone(Memcached, "cache");
      await eventually(async () => {
        const kinds: Kind[] = [Deployment, ReplicaSet, Pod, Service, PodDisruptionBudget];
        const left = await Promise.all(kinds.map((kind) => client.list(kind)));
        expect(left.flatMap(({ items }) => items.map(({ kind, metadata }) => `${kind} ${metadata.name}`))).toEqual([]);
      });
    });
  });
}
