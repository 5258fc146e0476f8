import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Namespace, Pod, Service } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events/v1";
import { findCondition, setControllerReference } from "@kubewright/operator";
import { consistently } from "@kubewright/testing";
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

const degraded = (reason: string, message: RegExp) =>
  [
    { type: "Degraded", status: "True", reason, message },
    { type: "Progressing", status: "False", reason },
  ] as const;

const degradedOf = ({ status }: Memcached) => findCondition(status?.conditions, "Degraded");

describe("a Memcached in trouble", { timeout: 90_000 }, () => {
  test.each<{ reason: string; spec: MemcachedSpec; message: RegExp }>([
    {
      reason: "MemoryLimitTooSmall",
      spec: { resources: { limits: { memory: "64Mi" } } },
      message: /may need 147Mi .* raise the limit/,
    },
    { reason: "RequestAboveLimit", spec: { resources: { requests: { memory: "1Gi" } } }, message: /lower the request/ },
    { reason: "ContradictoryPorts", spec: { port: 12_000, containerPort: 12_001 }, message: /set one of them/ },
    { reason: "ContradictoryArguments", spec: { extraArgs: ["-o"] }, message: /needs a value after it/ },
    {
      reason: "QuantityNotReadable",
      spec: { resources: { limits: { memory: "1e1.5" as never } } },
      message: /resources\.limits\.memory is 1e1\.5, which is no quantity/,
    },
    { reason: "MemoryTooSmall", spec: { memory: "1Ki" }, message: /set it to 1Mi or more/ },
  ])(
    "a spec that contradicts itself is told of, and nothing is torn down: $reason",
    async ({ reason, spec, message }) => {
      const { client, eventually } = await environment.namespace();
      await client.create(memcached("cache", { size: 2 }));
      const before = await eventually(Memcached, "cache", { status: { conditions: settled } });
      const deployment = await client.get(Deployment, "cache");

      await client.patch(Memcached, "cache", { merge: { spec } });
      const after = await eventually(Memcached, "cache", {
        status: {
          observedGeneration: 2,
          conditions: [{ type: "Available", status: "True" }, ...degraded(reason, message)],
        },
      });
      expect(after.status?.nodes).toEqual(before.status?.nodes);
      expect((await client.get(Deployment, "cache")).metadata.generation).toBe(deployment.metadata.generation);
      await eventually(async () =>
        expect((await storyOf(client, "cache")).join("\n")).toMatch(new RegExp(`^${reason}: `, "m")),
      );

      const { spec: original } = before;
      await client.update({ ...after, spec: original });
      await eventually(Memcached, "cache", { status: { observedGeneration: 3, conditions: settled } });
    },
  );

  test("a new one with a memory that is no quantity is told of", async () => {
    const { client, eventually } = await environment.namespace();
    await client.create(memcached("cache", { memory: "1e1.5" as never }));
    await eventually(Memcached, "cache", {
      status: {
        conditions: [{ type: "Available", status: "False" }, ...degraded("QuantityNotReadable", /^memory is 1e1\.5/)],
      },
    });
  });

  test("a name that no Service can have is told of", async () => {
    const { client, eventually } = await environment.namespace();
    const name = `a-${"long-".repeat(12)}name`;
    await client.create(memcached(name));
    await eventually(Memcached, name, {
      status: { conditions: [{ type: "Available", status: "False" }, ...degraded("NameNotUsable", /at most 52/)] },
    });
    expect((await client.list(Deployment)).items).toEqual([]);
  });

  test("an object of somebody else with its name is left alone, and the Memcached goes on when it is gone", async () => {
    await using inOwnTime = await startMemcachedEnvironment({ cluster: "embedded", clock: "manual" });
    const { client, eventually } = await inOwnTime.namespace();
    const foreign = await client.create(
      Service.of({ metadata: { name: "cache-nodes" }, spec: { ports: [{ port: 80 }], selector: { app: "web" } } }),
    );
    await client.create(memcached("cache", { size: 1 }));
    await eventually(Memcached, "cache", {
      status: {
        conditions: [
          { type: "Available", status: "True" },
          ...degraded(
            "NameTaken",
            /^Service cache-nodes is there already and does not belong to this Memcached, so .*delete it/,
          ),
        ],
      },
    });
    const { metadata, spec } = await client.get(Service, "cache-nodes");
    expect({ spec, owners: metadata.ownerReferences }).toEqual({ spec: foreign.spec, owners: undefined });

    await client.delete(foreign);
    await eventually(Memcached, "cache", { status: { conditions: settled } }, { timeoutMs: 60_000 });
  });

  test("an object that another controller manages is never taken over", async () => {
    const { client, eventually } = await environment.namespace();
    const owner = await client.create(ConfigMap.of({ metadata: { name: "owner" } }));
    const labels = { app: "memcached", memcached_cr: "cache" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }] } };
    const deployment = Deployment.of({
      metadata: { name: "cache", namespace: owner.metadata.namespace, labels },
      spec: { replicas: 0, selector: { matchLabels: labels }, template },
    });
    setControllerReference(owner, deployment);
    await client.create(deployment);
    await client.create(memcached("cache"));
    await eventually(Memcached, "cache", {
      status: { conditions: [...degraded("NameTaken", /^Deployment cache .*, but to ConfigMap owner, .*: give this/)] },
    });
    expect((await client.get(Deployment, "cache")).spec.template.spec?.containers[0]?.image).toBe("web:1");
  });

  test("a new one says that it has begun while the server is in trouble, and goes on when that is over", async () => {
    const { name: namespace, client, eventually } = await environment.namespace();
    const fault = { type: "status", status: 500 } as const;
    const trouble = environment.faults.add({ verb: "patch", resource: "deployments", namespace, fault });
    await client.create(memcached("cache"));
    const status = "Unknown" as const;
    const begun = { type: "Available", status, reason: "Reconciling", message: "Starting reconciliation" };
    const found = await eventually(Memcached, "cache", { status: { conditions: [begun] } });
    expect(found.status?.conditions).toHaveLength(1);
    trouble.remove();
    await eventually(Memcached, "cache", { status: { conditions: settled } }, { timeoutMs: 60_000 });
  });

  test("what an orphaning deletion left behind is taken up again", async () => {
    const { client, eventually } = await environment.namespace();
    const first = await client.create(memcached("cache", { size: 2 }));
    const { status } = await eventually(Memcached, "cache", { status: { conditions: settled } });
    await client.delete(first, { propagationPolicy: "Orphan" });
    await eventually.gone(first);
    await client.create(memcached("cache", { size: 2 }));
    const second = await eventually(Memcached, "cache", { status: { conditions: settled } });
    expect(second.status?.nodes).toEqual(status?.nodes);
  });

  test("one that is made again at once waits for what the first one had, and gets its own", async () => {
    const { client, eventually } = await environment.namespace();
    const first = await client.create(memcached("cache", { size: 1 }));
    await eventually(Memcached, "cache", { status: { conditions: settled } });
    const deployment = await client.get(Deployment, "cache");
    await client.delete(first);
    await eventually.gone(first);
    const second = await client.create(memcached("cache", { size: 1 }));
    const own = await eventually.replaced(deployment);
    expect(own.metadata.ownerReferences?.[0]?.uid).toBe(second.metadata.uid);
    await eventually(Memcached, "cache", { status: { conditions: settled } });
  });

  test("instances that cannot start are told of, and the others go on", async () => {
    const { client, eventually } = await environment.namespace();
    await client.create(memcached("cache", { size: 3 }));
    await eventually(Memcached, "cache", { status: { conditions: settled } });
    await client.patch(Memcached, "cache", { merge: { spec: { image: missingImage } } });
    await eventually(Memcached, "cache", {
      status: {
        readyReplicas: 2,
        conditions: [
          {
            type: "Available",
            status: "False",
            message: "Deployment for custom resource (cache) has 2 of 3 replicas ready",
          },
          { type: "Progressing", status: "True", reason: "RollingOut" },
          {
            type: "Degraded",
            status: "True",
            reason: "InstancesFailing",
            message: /ImagePullBackOff: Back-off pulling/,
          },
        ],
      },
    });
    await client.patch(Memcached, "cache", { merge: { spec: { image: "memcached:1.6.26-alpine3.19" } } });
    await eventually(Memcached, "cache", { status: { readyReplicas: 3, conditions: settled } });
    expect((await client.list(Pod)).items.filter((pod) => pod.metadata.deletionTimestamp === undefined)).toHaveLength(
      3,
    );
  });

  test("what the server refuses is told of with the server's words", async () => {
    const { client, eventually } = await environment.namespace();
    await client.create(memcached("cache", { resources: { requests: { "not a name": "1" } } }));
    await eventually(Memcached, "cache", {
      status: {
        conditions: [
          ...degraded("Refused", /^Failed to create Deployment for the custom resource \(cache\): \(.*not a name/),
        ],
      },
    });
    await eventually(async () => {
      expect(await storyOf(client, "cache")).toContainEqual(
        expect.stringMatching(/^Refused: Failed to create Deploym/),
      );
    });
    await client.patch(Memcached, "cache", { merge: { spec: { resources: null } } });
    await eventually(Memcached, "cache", { status: { conditions: settled } });
  });

  test("what is refused is named as what it is", async () => {
    const { name: namespace, client, eventually } = await environment.namespace();
    const fault = { type: "status", status: 403 } as const;
    const trouble = environment.faults.add({ verb: "patch", resource: "services", namespace, fault });
    await client.create(memcached("cache"));
    const message = /^Failed to create Service for the custom resource \(cache\): /;
    const conditions = [{ type: "Available", status: "True" }, ...degraded("Refused", message)] as const;
    await eventually(Memcached, "cache", { status: { readyReplicas: 1, conditions } });
    // It is asked again and again, and told once.
    await consistently(async () => {
      expect(degradedOf(await client.get(Memcached, "cache"))?.status).toBe("True");
      const told = (await client.list(Event)).items.filter(({ reason }) => reason === "Refused");
      expect(told.map(({ series }) => series)).toEqual([undefined]);
    });
    // Nothing happens by itself any more: the operator asks again.
    trouble.remove();
    await eventually(Memcached, "cache", { status: { conditions: settled } }, { timeoutMs: 60_000 });
  });

  test("what goes with its namespace is neither made again nor complained of", async () => {
    const { name: namespace, client, eventually } = await environment.namespace();
    await client.create(memcached("cache"));
    await eventually(Memcached, "cache", { status: { conditions: settled } });
    const [service, deployment] = await Promise.all([client.get(Service, "cache"), client.get(Deployment, "cache")]);
    const fault = { type: "status", status: 500 } as const;
    const stays = environment.faults.add({ verb: "deletecollection", resource: "memcacheds", namespace, fault });
    await client.delete(Namespace, namespace);
    await eventually.gone(service);
    await eventually.gone(deployment);
    await consistently(async () => expect(degradedOf(await client.get(Memcached, "cache"))?.status).toBe("False"));
    stays.remove();
    await eventually.gone(await client.get(Namespace, namespace), { timeoutMs: 60_000 });
  });
});
