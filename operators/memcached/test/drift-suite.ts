import { Deployment } from "@kubewright/api/apps/v1";
import { Service } from "@kubewright/api/core/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import type { Client, Kind, KubeObject } from "@kubewright/operator";
import type { Environment, EnvironmentOptions, TestNamespace } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Memcached } from "../src/api/v1/memcached.ts";
import { memcached, settled, startMemcachedEnvironment, storyOf } from "./memcached-environment.ts";

/** What becomes of changes that others make, on a cluster of choice. */
export function driftSuite(options: EnvironmentOptions = {}): void {
  let environment: Environment;
  beforeAll(async () => {
    environment = await startMemcachedEnvironment(options);
  });
  afterAll(() => environment?.close());

  describe("what somebody changes", { timeout: 90_000 }, () => {
    /** Of its own: what is told of an object ten times in a while is told in fewer words. */
    async function withCache(): Promise<TestNamespace> {
      const place = await environment.namespace();
      await place.client.create(memcached("cache", { size: 1 }));
      await place.eventually(Memcached, "cache", { status: { conditions: settled } });
      return place;
    }

    const container = (fields: object) => ({
      spec: { template: { spec: { containers: [{ name: "memcached", ...fields }] } } },
    });

    test.each([Deployment, Service, PodDisruptionBudget])(
      "by replacing it, labels, owner and all, is taken back: %s",
      async (kind) => {
        const { client, eventually } = await withCache();
        const { metadata, ...rest } = await client.get<KubeObject>(kind, "cache");
        const { name, namespace, resourceVersion, uid } = metadata;
        await client.update({ ...rest, metadata: { name, namespace: namespace!, resourceVersion: resourceVersion! } });
        const { metadata: after } = await eventually(kind as Kind<KubeObject>, "cache", {
          metadata: { uid, labels: metadata.labels, ownerReferences: metadata.ownerReferences },
        });
        expect(after.ownerReferences).toEqual(metadata.ownerReferences);
      },
    );

    test.each<{ field: string; change: (client: Client) => Promise<unknown> }>([
      {
        field: "Deployment cache (spec.replicas)",
        change: (client) => client.patch(Deployment, "cache", { merge: { spec: { replicas: 7 } } }),
      },
      {
        field: "Deployment cache (spec.template.spec.containers[memcached].image)",
        change: (client) => client.patch(Deployment, "cache", { strategic: container({ image: "other:1" }) }),
      },
      {
        field: "Deployment cache (spec.template.spec.containers[memcached].command[0])",
        change: (client) => client.patch(Deployment, "cache", { strategic: container({ command: ["sleep"] }) }),
      },
      {
        field: "Deployment cache (spec.template.spec.containers[memcached].args)",
        change: (client) => client.patch(Deployment, "cache", { strategic: container({ args: ["-m", "1"] }) }),
      },
      {
        field: "Deployment cache (spec.template.spec.containers[memcached].ports[memcached].containerPort)",
        change: (client) => {
          const path = "/spec/template/spec/containers/0/ports/0/containerPort";
          return client.patch(Deployment, "cache", { json: [{ op: "replace", path, value: 11_212 }] });
        },
      },
      {
        field:
          "Deployment cache (spec.template.spec.containers[memcached].livenessProbe.tcpSocket, " +
          "spec.template.spec.containers[memcached].livenessProbe.exec)",
        change: (client) => {
          const livenessProbe = { tcpSocket: null, exec: { command: ["true"] } };
          return client.patch(Deployment, "cache", { strategic: container({ livenessProbe }) });
        },
      },
      {
        field:
          "Deployment cache (spec.template.spec.topologySpreadConstraints[kubernetes.io/hostname].whenUnsatisfiable)",
        change: (client) => {
          const path = "/spec/template/spec/topologySpreadConstraints/0/whenUnsatisfiable";
          return client.patch(Deployment, "cache", { json: [{ op: "replace", path, value: "DoNotSchedule" }] });
        },
      },
      {
        field: "Deployment cache (spec.template.spec.containers[memcached].securityContext.readOnlyRootFilesystem)",
        change: (client) => {
          return client.patch(Deployment, "cache", {
            strategic: container({ securityContext: { readOnlyRootFilesystem: false } }),
          });
        },
      },
      {
        field: "Deployment cache (spec.strategy.rollingUpdate.maxSurge)",
        change: (client) => {
          return client.patch(Deployment, "cache", {
            merge: { spec: { strategy: { rollingUpdate: { maxSurge: 2 } } } },
          });
        },
      },
      {
        field: "Deployment cache (metadata.labels.app.kubernetes.io/name)",
        change: (client) => {
          return client.patch(Deployment, "cache", {
            merge: { metadata: { labels: { "app.kubernetes.io/name": null } } },
          });
        },
      },
      {
        field: "Deployment cache (metadata.ownerReferences)",
        change: (client) => client.patch(Deployment, "cache", { merge: { metadata: { ownerReferences: null } } }),
      },
      {
        field: "Service cache (spec.selector.app)",
        change: (client) => client.patch(Service, "cache", { merge: { spec: { selector: { app: "other" } } } }),
      },
      {
        field: "Service cache-nodes (spec.ports[memcached].targetPort)",
        change: (client) => {
          const ports = [{ name: "memcached", port: 11_211, targetPort: 1 }];
          return client.patch(Service, "cache-nodes", { merge: { spec: { ports } } });
        },
      },
      {
        field:
          "Deployment cache (spec.template.spec.containers[memcached].lifecycle.preStop.sleep, " +
          "spec.template.spec.containers[memcached].lifecycle.preStop.exec)",
        change: (client) => {
          const lifecycle = { preStop: { sleep: null, exec: { command: ["true"] } } };
          return client.patch(Deployment, "cache", { strategic: container({ lifecycle }) });
        },
      },
      {
        field:
          "Deployment cache (spec.template.spec.securityContext.seccompProfile.type, " +
          "spec.template.spec.securityContext.seccompProfile.localhostProfile)",
        change: (client) => {
          const seccompProfile = { type: "Localhost", localhostProfile: "mine.json" } as const;
          const spec = { template: { spec: { securityContext: { seccompProfile } } } };
          return client.patch(Deployment, "cache", { merge: { spec } });
        },
      },
      {
        field: "Service cache (spec.selector.tier)",
        change: (client) => client.patch(Service, "cache", { merge: { spec: { selector: { tier: "one" } } } }),
      },
      {
        field: "Service cache (spec.ports[memcached].port)",
        change: (client) => {
          return client.patch(Service, "cache", {
            json: [{ op: "replace", path: "/spec/ports/0/port", value: 11_212 }],
          });
        },
      },
      {
        field: "PodDisruptionBudget cache (spec.maxUnavailable)",
        change: (client) => client.patch(PodDisruptionBudget, "cache", { merge: { spec: { maxUnavailable: 0 } } }),
      },
      {
        field: "PodDisruptionBudget cache (spec.maxUnavailable, spec.minAvailable)",
        change: (client) => {
          const spec = { maxUnavailable: null, minAvailable: 1 };
          return client.patch(PodDisruptionBudget, "cache", { merge: { spec } });
        },
      },
    ])("in $field is put back, and told of", async ({ field, change }) => {
      const { client, eventually } = await withCache();
      const before = await snapshot(client);
      await change(client);
      await eventually(async () => {
        expect(await storyOf(client, "cache")).toContain(`Repaired: Put right ${field}`);
        expect(await snapshot(client)).toEqual(before);
        expect(await coOwners(client)).toEqual([]);
      });
      await eventually(Memcached, "cache", { status: { conditions: settled } });
    });

    test("besides is left as it is", async () => {
      const { client, eventually } = await withCache();
      const others = { annotations: { "example.com/team": "red" }, labels: { team: "red" } };
      await client.patch(Deployment, "cache", { merge: { metadata: others, spec: { revisionHistoryLimit: 3 } } });
      await client.patch(Service, "cache", { merge: { metadata: others, spec: { sessionAffinity: "ClientIP" } } });
      // Something of its own that is put back, so that it is known to have looked.
      await client.patch(Deployment, "cache", { merge: { spec: { replicas: 3 } } });
      await eventually(Deployment, "cache", { metadata: others, spec: { replicas: 1, revisionHistoryLimit: 3 } });
      await client.patch(Service, "cache", { merge: { spec: { selector: { app: "another" } } } });
      await eventually(Service, "cache", {
        metadata: others,
        spec: { selector: { app: "memcached" }, sessionAffinity: "ClientIP" },
      });
    });
  });
}

/** Who else owns what the operator applies, by its leave: it would stay when the operator wants it no more. */
async function coOwners(client: Client): Promise<string[]> {
  const fields = (await objectsOf(client)).flatMap(({ metadata }) => metadata.managedFields ?? []);
  return fields.flatMap(({ manager }) => (manager?.startsWith("memcached-operator-") ? manager : []));
}

/** All that the operator says of its objects. */
async function snapshot(client: Client): Promise<unknown[]> {
  const objects = await objectsOf(client);
  return objects.map(({ metadata: { labels, ownerReferences }, spec }) => ({ labels, ownerReferences, spec }));
}

async function objectsOf(client: Client): Promise<(Deployment | Service | PodDisruptionBudget)[]> {
  return [
    await client.get(Deployment, "cache"),
    await client.get(Service, "cache"),
    await client.get(Service, "cache-nodes"),
    await client.get(PodDisruptionBudget, "cache"),
  ];
}
