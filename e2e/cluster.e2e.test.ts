import { Deployment } from "@kubewright/api/apps/v1";
import { Pod, Service } from "@kubewright/api/core/v1";
import { eventually } from "@kubewright/testing";
import { expect, test } from "vitest";
import { findMachine } from "./cluster/find-machine.ts";
import { machineState } from "./cluster/machine-state.ts";
import { setAndGet, stored } from "./cluster/set-and-get.ts";
import { type E2eCluster, startE2eCluster } from "./cluster/start-e2e-cluster.ts";
import { endOneNode } from "./cluster/start-one-node.ts";

const image = "docker.io/library/memcached:1.4.36-alpine";
const waiting = { timeoutMs: 60_000, intervalMs: 100 };

test("a real cluster has services, takes the place of one that was left behind, and leaves nothing", async () => {
  await endOneNode();
  const before = await machineState();
  const left = await startE2eCluster([image]);
  let cluster: E2eCluster | undefined;
  try {
    await serveMemcached(left);
    cluster = await startE2eCluster([image]);
    expect((await cluster.client.list(Pod)).items).toEqual([]);
    await serveMemcached(cluster);
  } finally {
    await cluster?.[Symbol.asyncDispose]();
    await left[Symbol.asyncDispose]();
  }
  expect(await machineState()).toEqual(before);
});

/** Runs memcached behind a service. */
async function serveMemcached({ client }: E2eCluster): Promise<void> {
  const labels = { app: "memcached" };
  const metadata = { name: "memcached", namespace: "default" };
  const service = await client.create(Service.of({ metadata, spec: { selector: labels, ports: [{ port: 11211 }] } }));
  const address = service.spec?.clusterIP ?? "";
  const command = ["memcached", "-m=64", "-o", "modern", "-v"];
  await client.create(
    Deployment.of({
      metadata,
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: "memcached", image: "memcached:1.4.36-alpine", command }] },
        },
      },
    }),
  );
  await eventually(async () => {
    expect((await client.get(Deployment, metadata)).status?.availableReplicas).toBe(2);
    expect(await setAndGet(address)).toBe(stored);
  }, waiting);
}

test("what a machine lacks is named, with the packages that have it", async () => {
  await expect(findMachine(["iptables", "memcached"], "/none")).rejects.toThrow(
    /^a real node needs containerd, ctr, runc, ip, iptables, memcached: apt-get install -y --no-install-recommends containerd runc iproute2 iptables memcached$/,
  );
});
