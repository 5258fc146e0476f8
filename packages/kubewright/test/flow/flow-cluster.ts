import { type CustomResource, isControlledBy, isInvalid, type Kind } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { Deployment } from "@kubewright/api/apps/v1";
import { Namespace, Pod } from "@kubewright/api/core/v1";
import { ClusterRole, ClusterRoleBinding } from "@kubewright/api/rbac/v1";
import type { ApiClient } from "@kubewright/client";
import { DevCluster } from "@kubewright/devcluster";
import { type EventuallyIn, eventually, eventuallyIn } from "@kubewright/testing";
import { expect } from "vitest";

/** Long: machines that run tests are busy. */
export const waiting = { timeoutMs: 60_000, intervalMs: 50 };

/** Any kind of the flows: what they have in common. */
export type Memcached = CustomResource<{ size?: number }, object>;

/** The cluster of a flow, whose pods are processes, and what is expected of it. */
export class FlowCluster implements AsyncDisposable {
  readonly client: ApiClient;
  readonly soon: EventuallyIn;
  readonly #cluster: DevCluster;

  private constructor(cluster: DevCluster) {
    this.#cluster = cluster;
    this.client = cluster.client();
    this.soon = eventuallyIn(this.client, waiting);
  }

  static async start(): Promise<FlowCluster> {
    return new FlowCluster(await DevCluster.start({ processNodes: { count: 1 } }));
  }

  get kubeconfig(): string {
    return this.#cluster.kubeconfig();
  }

  /** Its Deployment is the Memcached's, and that many pods of it run: their names. */
  async running(memcached: Memcached, size: number, labels: Readonly<Record<string, string>>): Promise<string[]> {
    const { name } = memcached.metadata;
    const deployment = await this.soon.exists(Deployment, name, ({ spec, status }) => {
      expect([spec.replicas, status?.availableReplicas]).toEqual([size, size]);
    });
    expect(isControlledBy(deployment, memcached)).toBe(true);
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    return await eventually(async () => {
      const { items } = await this.client.list(Pod, { labelSelector: { matchLabels: labels } });
      expect(items.map(({ status }) => status?.phase)).toEqual(Array.from({ length: size }, () => "Running"));
      return items.map(({ metadata }) => metadata.name).sort();
    }, waiting);
  }

  /** The status names the pods that run, as it is told by label. */
  async nodes<T extends Memcached>(kind: Kind<T>, name: string, size: number): Promise<readonly string[]> {
    return await eventually(async () => {
      const memcached = await this.client.get(kind, name);
      const labels = { app: "memcached", memcached_cr: name };
      const pods = await this.running(memcached, size, labels);
      expect(memcached.status).toEqual({ nodes: pods });
      return pods;
    }, waiting);
  }

  /** The states that an object has been in since this one, up to the one that passes. */
  async history<T extends Memcached>(kind: Kind<T>, since: T, isLast: (state: T) => boolean): Promise<T[]> {
    const { name, resourceVersion = "" } = since.metadata;
    const fieldSelector = { "metadata.name": name };
    const signal = AbortSignal.timeout(waiting.timeoutMs);
    const states: T[] = [];
    for await (const event of this.client.watch(kind, { resourceVersion, fieldSelector, signal })) {
      if (event.type === "BOOKMARK") continue;
      states.push(event.object);
      if (isLast(event.object)) return states;
    }
    throw new Error(`the watch ended; ${name} was ${JSON.stringify(states)}`);
  }

  /** What somebody does to the Deployment by hand is put back. */
  async putsBack(name: string, size: number): Promise<void> {
    await this.client.patch(Deployment, name, { merge: { spec: { replicas: size + 1 } } });
    const deployment = await this.soon.exists(Deployment, name, ({ spec }) => expect(spec.replicas).toBe(size));
    await this.client.delete(deployment);
    const next = await this.soon.replaced(deployment);
    expect(next.spec.replicas).toBe(size);
  }

  /** The server says which field it is, and the limit. */
  async refuses(memcached: Memcached, size: number, limit: string): Promise<void> {
    const metadata = { name: "refused", namespace: "default" };
    const refusal = await this.client.create({ ...memcached, metadata, spec: { size } }).catch((error) => error);
    expect(refusal).toSatisfy(isInvalid);
    expect(refusal.message).toContain(
      `Memcached.cache.example.com "refused" is invalid: spec.size: Invalid value: ${size}: spec.size in body should be ${limit}`,
    );
  }

  /** The Memcached goes, and its Deployment and pods with it. */
  async deletes(memcached: Memcached): Promise<void> {
    await this.client.delete(memcached);
    await this.soon.gone(memcached);
    await this.soon.gone(Deployment, memcached.metadata.name);
    await eventually(async () => expect(await this.#podNames()).toEqual([]), waiting);
  }

  /** Nothing is left of an operator and of what it made. */
  async isEmpty(): Promise<void> {
    const named = async (kind: Kind) => {
      const { items } = await this.client.list(kind, { namespace: undefined });
      return items.map(({ metadata }) => metadata.name).filter((name) => name.includes("memcached"));
    };
    await eventually(async () => {
      for (const kind of [CustomResourceDefinition, Namespace, ClusterRole, ClusterRoleBinding, Deployment, Pod]) {
        expect(await named(kind as unknown as Kind)).toEqual([]);
      }
    }, waiting);
  }

  async #podNames(): Promise<string[]> {
    return (await this.client.list(Pod, { namespace: "default" })).items.map(({ metadata }) => metadata.name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cluster.close();
  }
}
