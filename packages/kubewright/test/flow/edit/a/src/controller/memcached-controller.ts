import { Deployment } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import {
  enqueueMapped,
  type Manager,
  type ReconcileContext,
  type Reconciler,
  Result,
  setControllerReference,
  withStatus,
} from "@kubewright/operator";
import { Memcached } from "../api/v1/memcached.ts";

/** Keeps a Deployment of the size that a Memcached says, and the names of its pods in the status. */
export class MemcachedReconciler implements Reconciler {
  // +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch
  // +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/status,verbs=get;update;patch
  // +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/finalizers,verbs=update
  // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;update
  // +kubebuilder:rbac:groups="",resources=pods,verbs=get;list;watch
  async reconcile({ key, client, log, signal }: ReconcileContext): Promise<Result> {
    const memcached = await client.find(Memcached, key, { signal });
    if (memcached === undefined) return Result.done();

    const { size } = memcached.spec;
    const deployment = await client.find(Deployment, key, { signal });
    if (deployment === undefined) {
      log.info({ size }, "creating a new Deployment");
      await client.create(deploymentFor(memcached), { signal });
      return Result.requeueAfter(0);
    }
    if (deployment.spec.replicas !== size) {
      deployment.spec.replicas = size;
      await client.update(deployment, { signal });
      return Result.requeueAfter(0);
    }

    const { namespace, name } = memcached.metadata;
    const pods = await client.list(Pod, { namespace, labelSelector: { matchLabels: labelsFor(name) }, signal });
    const staying = pods.items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const nodes = staying.map(({ metadata }) => metadata.name).sort();
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

/** Adds the controller to a manager. */
export function setupMemcachedController(manager: Manager): void {
  manager
    .controller("memcached")
    .for(Memcached)
    .owns(Deployment)
    .watches(Pod, memcachedOf)
    .reconcile(new MemcachedReconciler());
}
