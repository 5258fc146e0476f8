import { pathToFileURL } from "node:url";
import { Deployment } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import {
  enqueueMapped,
  Manager,
  type ManagerOptions,
  type ReconcileContext,
  type Reconciler,
  Result,
  setControllerReference,
  withStatus,
} from "@kubewright/operator";
import { Memcached } from "./memcached.ts";

/** Keeps a Deployment of the size that a Memcached says, and its status up to date. */
export class MemcachedReconciler implements Reconciler {
  // +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch
  // +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/status,verbs=update
  // +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/finalizers,verbs=update
  // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;update
  // +kubebuilder:rbac:groups=core,resources=pods,verbs=get;list;watch
  // +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

  async reconcile({ key, client, events, signal }: ReconcileContext): Promise<Result> {
    const memcached = await client.find(Memcached, key, { signal });
    if (memcached === undefined) return Result.done(); // What it owned is collected.

    const { size } = memcached.spec;
    const deployment = await client.find(Deployment, key, { signal });
    if (deployment === undefined) {
      await client.create(deploymentFor(memcached), { signal });
      events.normal(memcached, { reason: "Created", note: `made a Deployment of ${size}` });
    } else if (deployment.spec.replicas !== size) {
      deployment.spec.replicas = size;
      await client.update(deployment, { signal });
      events.normal(memcached, { reason: "Scaled", note: `the Deployment has ${size} replicas now` });
    }

    const { namespace, name } = memcached.metadata;
    const pods = await client.list(Pod, { namespace, labelSelector: { matchLabels: labelsFor(name) }, signal });
    const nodes = pods.items.map((pod) => pod.metadata.name).sort();
    // Nothing is sent if the status is that already.
    await client.status.update(withStatus(memcached, { nodes }), { signal });
    return Result.done();
  }
}

function labelsFor(name: string): Record<string, string> {
  return { app: "memcached", memcached_cr: name };
}

function deploymentFor(memcached: Memcached): Deployment {
  const { name, namespace } = memcached.metadata;
  const labels = labelsFor(name);
  const container = {
    name: "memcached",
    image: "memcached:1.4.36-alpine",
    command: ["memcached", "-m=64", "-o", "modern", "-v"],
    ports: [{ containerPort: 11211, name: "memcached" }],
  };
  const deployment = Deployment.of({
    metadata: { name, namespace },
    spec: {
      replicas: memcached.spec.size,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container] } },
    },
  });
  setControllerReference(memcached, deployment);
  return deployment;
}

/** Pods belong to a ReplicaSet, not to the Memcached: their label says which one they are for. */
const memcachedOf = enqueueMapped<Pod>(({ metadata: { namespace, labels } }) => {
  const name = labels?.memcached_cr;
  return name === undefined ? [] : [{ namespace, name }];
});

export async function main(options: ManagerOptions = {}, signal?: AbortSignal): Promise<void> {
  const manager = await Manager.create({
    // Other pods are none of its business, and not kept in memory.
    cache: { byKind: [{ kind: Pod, labelSelector: "app=memcached" }] },
    ...options,
  });
  manager
    .controller("memcached")
    .for(Memcached)
    .owns(Deployment)
    .watches(Pod, memcachedOf)
    .reconcile(new MemcachedReconciler());
  await manager.start(signal && { signal });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
