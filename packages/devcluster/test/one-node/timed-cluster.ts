import { setTimeout as wait } from "node:timers/promises";
import { ManualClock } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { Namespace, Pod, ServiceAccount } from "@kubewright/api/core/v1";
import { silentLogger } from "@kubewright/runtime";
import { eventually } from "@kubewright/testing";
import { DevCluster } from "../../src/cluster/dev-cluster.ts";
import type { NodeContext } from "../../src/node/node-agent.ts";
import { ProcessNode } from "../../src/node/process/process-node.ts";
import { ClusterResources } from "../../src/node/process/volume/cluster-resources.ts";
import { nodePrograms } from "./programs.ts";

const stepMs = 20;

/** A dev cluster with one process node, whose time goes by only while somebody waits for it. */
export class TimedCluster implements AsyncDisposable {
  readonly cluster: DevCluster;
  readonly #clock: ManualClock;
  #replacement: AsyncDisposable | undefined;

  private constructor(cluster: DevCluster, clock: ManualClock) {
    this.cluster = cluster;
    this.#clock = clock;
  }

  static async start(): Promise<TimedCluster> {
    const clock = new ManualClock();
    const started = DevCluster.start({ clock, processNodes: { count: 1, images: nodePrograms } });
    return new TimedCluster(await moving(clock, started), clock);
  }

  get nodeName(): string {
    return this.cluster.processNodes[0]?.name ?? "";
  }

  /** Milliseconds on the cluster's clock. */
  now(): number {
    return this.#clock.monotonic();
  }

  /** Lets a little time go by, and `speed` times as much on the cluster's clock. */
  async pass(speed: number): Promise<void> {
    await wait(stepMs);
    this.#clock.advance(stepMs * speed);
  }

  /** A namespace in which pods can be created. */
  async addNamespace(name: string): Promise<void> {
    const client = this.cluster.client();
    await client.create(Namespace.of({ metadata: { name } }));
    await moving(
      this.#clock,
      eventually(() => client.get(ServiceAccount, { name: "default", namespace: name })),
    );
  }

  /** Removes what runs in a namespace. */
  async clear(namespace: string): Promise<void> {
    const client = this.cluster.client();
    for (const deployment of (await client.list(Deployment, { namespace })).items) await client.delete(deployment);
    const empty = async (): Promise<void> => {
      const { items } = await client.list(Pod, { namespace });
      for (const pod of items) {
        if ((pod.metadata.finalizers ?? []).length > 0) {
          await client.patch(Pod, pod.metadata, { merge: { metadata: { finalizers: null } } }).catch(() => {});
        }
        await client.delete(Pod, pod.metadata, { gracePeriodSeconds: 0 }).catch(() => {});
      }
      if (items.length > 0) throw new Error("there are pods");
    };
    await moving(this.#clock, eventually(empty, { timeoutMs: 30_000, intervalMs: stepMs }));
  }

  /** Kills the node with all that runs on it, and starts one of the same name. */
  async crashNode(): Promise<void> {
    const [node] = this.cluster.processNodes;
    const { address } = this.cluster;
    if (node === undefined || address === undefined) throw new Error("the cluster has no node");
    await node.stop();
    const context: NodeContext = {
      client: this.cluster.client({ fieldManager: "kubelet" }),
      clock: this.#clock,
      random: Math.random,
      log: silentLogger,
      server: { ...address, host: new URL(address.url).hostname },
    };
    const resources = new ClusterResources(context);
    const another = new ProcessNode({ name: node.name, context, images: nodePrograms, resources });
    await another.start();
    this.#replacement = {
      async [Symbol.asyncDispose]() {
        await another.stop();
        await resources[Symbol.asyncDispose]();
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#replacement?.[Symbol.asyncDispose]();
    await moving(this.#clock, this.cluster.close());
  }
}

/** Clusters that scenarios use one after the other. */
export class TimedClusters implements AsyncDisposable {
  readonly #idle: TimedCluster[] = [];

  /** A cluster that nobody else uses now. */
  async take(): Promise<TimedCluster> {
    return this.#idle.pop() ?? (await TimedCluster.start());
  }

  giveBack(cluster: TimedCluster): void {
    this.#idle.push(cluster);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((cluster) => cluster[Symbol.asyncDispose]()));
  }
}

/** Lets time go by until a promise is settled. */
async function moving<T>(clock: ManualClock, promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settled = promise.finally(() => {
    isSettled = true;
  });
  settled.catch(() => {});
  while (!isSettled) {
    await wait(stepMs);
    clock.advance(stepMs);
  }
  return await settled;
}
