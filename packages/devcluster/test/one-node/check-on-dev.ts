import { setTimeout as wait } from "node:timers/promises";
import { ManualClock } from "@kubewright/api";
import { Namespace, ServiceAccount } from "@kubewright/api/core/v1";
import { silentLogger } from "@kubewright/runtime";
import { eventually } from "@kubewright/testing";
import { expect } from "vitest";
import { DevCluster } from "../../src/cluster/dev-cluster.ts";
import type { NodeContext } from "../../src/node/node-agent.ts";
import { ProcessNode } from "../../src/node/process/process-node.ts";
import { ClusterResources } from "../../src/node/process/volume/cluster-resources.ts";
import { Observer } from "./observer.ts";
import type { OneNodeRecording, OneNodeScenario } from "./one-node-scenario.ts";
import { nodePrograms } from "./programs.ts";
import { createIn } from "./record-on-real.ts";

const pollMs = 20;
/** In real time: on a machine that is busy, everything takes long. */
const deadlineMs = 30_000;

/** Runs a scenario on a dev cluster with a process node, and compares it with what was recorded, step by step. */
export async function checkOnDev(scenario: OneNodeScenario, recording: OneNodeRecording): Promise<void> {
  const clock = new ManualClock();
  const cluster = await moving(clock, DevCluster.start({ clock, processNodes: { count: 1, images: nodePrograms } }));
  let replacement: AsyncDisposable | undefined;
  try {
    const client = cluster.client();
    const namespace = scenario.name;
    const [node] = cluster.processNodes;
    const observer = new Observer({
      scenario,
      client,
      namespace,
      node: { name: node?.name ?? "" },
    });
    await client.create(Namespace.of({ metadata: { name: namespace } }));
    await moving(
      clock,
      eventually(() => client.get(ServiceAccount, { name: "default", namespace })),
    );
    const labels: string[] = [];
    await scenario.steps({
      client,
      namespace,
      async crashNode() {
        await node?.stop();
        replacement = await startAgain(cluster, clock, node?.name ?? "");
      },
      create: (...objects) => createIn(client, namespace, objects),
      async reach(label, _, { speed = 1 } = {}) {
        labels.push(label);
        const until = performance.now() + deadlineMs;
        const expected = JSON.stringify(recording[label]);
        for (let revision = -1; ; ) {
          if (revision !== cluster.server.revision) {
            revision = cluster.server.revision;
            if (JSON.stringify(await observer.observe()) === expected) return;
          }
          if (performance.now() > until) expect(await observer.observe()).toEqual(recording[label]);
          await wait(pollMs);
          clock.advance(pollMs * speed);
        }
      },
    });
    expect(labels).toEqual(Object.keys(recording));
  } finally {
    await replacement?.[Symbol.asyncDispose]();
    await moving(clock, cluster.close());
  }
}

/** A node of the same name, as after a restart of the machine. */
async function startAgain(cluster: DevCluster, clock: ManualClock, name: string): Promise<AsyncDisposable> {
  if (cluster.address === undefined) throw new Error("the cluster does not listen");
  const { hostname } = new URL(cluster.address.url);
  const context: NodeContext = {
    client: cluster.client({ fieldManager: "kubelet" }),
    clock,
    random: Math.random,
    log: silentLogger,
    server: { ...cluster.address, host: hostname },
  };
  const resources = new ClusterResources(context);
  const node = new ProcessNode({ name, context, images: nodePrograms, resources });
  await node.start();
  return {
    async [Symbol.asyncDispose]() {
      await node.stop();
      await resources[Symbol.asyncDispose]();
    },
  };
}

/** Lets time go by until a promise is settled. */
async function moving<T>(clock: ManualClock, promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settled = promise.finally(() => {
    isSettled = true;
  });
  settled.catch(() => {});
  while (!isSettled) {
    await wait(pollMs);
    clock.advance(pollMs);
  }
  return await settled;
}
