import { readdir } from "node:fs/promises";
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { Event, Pod, Service, ServiceAccount } from "@kubewright/api/core/v1";
import type { ApiClient } from "@kubewright/client";
import { eventually } from "@kubewright/testing";
import { expect, test } from "vitest";
import { DevCluster } from "../src/cluster/dev-cluster.ts";
import { ask, Hammer, memcachedPort, pidOf, setAndGet, statsOf } from "./acceptance/memcached-client.ts";

const waiting = { timeoutMs: 30_000, intervalMs: 20 };
const labels = { app: "cache" };
const port = memcachedPort;
const megabyte = 1024 * 1024;

const cache = Deployment.of({
  metadata: { name: "cache", namespace: "default" },
  spec: {
    replicas: 3,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: { containers: [{ name: "memcached", image: "memcached:1.6", ports: [{ containerPort: port }] }] },
    },
  },
});

test("a deployment of memcached lives through all that a user does to it, with nobody refused, and leaves nothing", async () => {
  await using cluster = await DevCluster.start({ processNodes: {} });
  const client = cluster.client();
  await eventually(() => client.get(ServiceAccount, "default/default"), waiting);
  await client.create(cache);
  const service = Service.of({
    metadata: { name: "cache", namespace: "default" },
    spec: { selector: labels, ports: [{ port }] },
  });
  const host = (await client.create(service)).spec?.clusterIP ?? "";

  const first = await whenRolledOut(client, 3);
  const pids = new Set(first.values());
  for (const address of first.keys()) {
    expect(await setAndGet({ host: address, port }, "a", "hello")).toBe("VALUE a 0 5\r\nhello\r\nEND\r\n");
  }
  await eventually(async () => expect(pids).toContain(await pidOf({ host, port })), waiting);

  const [lost, ...others] = await podsOf(client);
  await client.delete(Pod, lost!.metadata);
  const killed = first.get(others[0]!.status?.podIP ?? "") ?? 0;
  process.kill(killed, "SIGKILL");
  await eventually(async () => {
    const pod = await client.get(Pod, others[0]!.metadata);
    expect(pod.status?.containerStatuses?.[0]).toMatchObject({ restartCount: 1, ready: true });
    expect((await podsOf(client)).map(({ metadata }) => metadata.name)).not.toContain(lost!.metadata.name);
  }, waiting);
  const second = await whenRolledOut(client, 3);
  expect([...second.values()]).not.toContain(killed);

  await client.patch(Deployment, cache.metadata, { merge: { spec: { replicas: 5 } } });
  const five = await whenRolledOut(client, 5);
  await client.patch(Deployment, cache.metadata, { merge: { spec: { replicas: 3 } } });
  const third = await whenRolledOut(client, 3);

  await using hammer = new Hammer({ host, port }, 2);
  const command = ["memcached", "-m", "128"];
  const containers = [{ ...cache.spec!.template.spec!.containers[0]!, command }];
  await client.patch(Deployment, cache.metadata, { merge: { spec: { template: { spec: { containers } } } } });
  const fourth = await whenRolledOut(client, 3);
  expect([...fourth.keys()].filter((address) => third.has(address))).toEqual([]);
  await eventually(async () => expect(await limitsOf(fourth.keys())).toEqual(new Set([128 * megabyte])), waiting);

  // As `kubectl rollout undo` does.
  const sets = (await client.list(ReplicaSet, { namespace: "default" })).items;
  const template = sets.find(({ spec }) => spec?.replicas === 0)?.spec?.template;
  const { "pod-template-hash": _, ...before } = template?.metadata?.labels ?? {};
  const undone = [{ op: "replace", path: "/spec/template", value: { ...template, metadata: { labels: before } } }];
  await client.patch(Deployment, cache.metadata, { json: undone as never });
  const fifth = await whenRolledOut(client, 3);
  await eventually(async () => expect(await limitsOf(fifth.keys())).toEqual(new Set([64 * megabyte])), waiting);
  await hammer[Symbol.asyncDispose]();
  // One whose pod ends while it asks may go without an answer on a machine that is slow.
  expect(hammer.answers).toBeGreaterThan(10 * hammer.broken.length);
  expect(hammer.refused).toEqual([]);

  await client.delete(Deployment, cache.metadata);
  await client.delete(Service, service.metadata);
  await eventually(async () => expect((await client.list(Pod)).items).toEqual([]), waiting);
  for (const address of fifth.keys())
    await expect(ask({ host: address, port }, "", "")).rejects.toThrow("ECONNREFUSED");
  await eventually(async () => await expect(ask({ host, port }, "", "")).rejects.toThrow("ECONNREFUSED"), waiting);
  const seen = [first, second, five, third, fourth, fifth].flatMap((processes) => [...processes.values()]);
  expect(seen.filter(isRunning)).toEqual([]);
  const folder = `${cluster.processNodes[0]?.folder}/pods`;
  await eventually(async () => expect(await readdir(folder)).toEqual([]), waiting);
}, 120_000);

test("where there is one address for all pods and services, each is at ports of its own", async () => {
  await using cluster = await DevCluster.start({ processNodes: { host: { platform: "darwin" } } });
  const client = cluster.client();
  await eventually(() => client.get(ServiceAccount, "default/default"), waiting);
  await client.create(cache);
  await client.create(
    Service.of({
      metadata: { name: "cache", namespace: "default" },
      spec: { type: "NodePort", selector: labels, ports: [{ port }] },
    }),
  );
  const ports = await eventually(async () => {
    const { items } = await client.list(Event, { namespace: "default", fieldSelector: { reason: "PortMapped" } });
    expect(items).toHaveLength(3);
    return items.map(({ message = "" }) => Number(/ is at 127\.0\.0\.1:(\d+)/.exec(message)?.[1]));
  }, waiting);
  const pids = new Set<number>();
  for (const at of ports) pids.add(await eventually(() => pidOf({ host: "127.0.0.1", port: at }), waiting));
  expect(pids.size).toBe(3);
  const { spec } = await client.get(Service, "default/cache");
  const through = new Set<number>();
  await eventually(async () => {
    through.add(await pidOf({ host: "127.0.0.1", port: spec?.ports?.[0]?.nodePort ?? 0 }));
    expect(through).toEqual(pids);
  }, waiting);
}, 120_000);

async function podsOf(client: ApiClient): Promise<Pod[]> {
  const { items } = await client.list(Pod, { namespace: "default", labelSelector: { matchLabels: labels } });
  return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

/** The processes of all pods by their addresses, when the deployment is as it should be, and nothing else is there. */
async function whenRolledOut(client: ApiClient, replicas: number): Promise<Map<string, number>> {
  return await eventually(async () => {
    const { metadata, status } = await client.get(Deployment, cache.metadata);
    expect(status).toMatchObject({ observedGeneration: metadata.generation, updatedReplicas: replicas, replicas });
    expect(status?.availableReplicas).toBe(replicas);
    const { items } = await client.list(Pod, { namespace: "default", labelSelector: { matchLabels: labels } });
    expect(items).toHaveLength(replicas);
    const entries = items.map(async ({ status }): Promise<[string, number]> => {
      const host = status?.podIP ?? "";
      return [host, await pidOf({ host, port })];
    });
    const pids = new Map(await Promise.all(entries));
    expect(new Set(pids.values()).size).toBe(replicas);
    return pids;
  }, waiting);
}

async function limitsOf(addresses: Iterable<string>): Promise<Set<number | undefined>> {
  const limits = [...addresses].map(async (host) => (await statsOf({ host, port })).get("limit_maxbytes"));
  return new Set(await Promise.all(limits));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
