import { Deployment } from "@kubewright/api/apps/v1";
import {
  type ConditionInput,
  type Manager,
  type ReconcileContext,
  type Reconciler,
  Result,
  setCondition,
  setControllerReference,
  systemClock,
  withStatus,
} from "@kubewright/operator";
import { Memcached } from "../api/v1alpha1/memcached.ts";

/** Keeps a Deployment of the size that a Memcached says, and how it is doing in its conditions. */
export class MemcachedReconciler implements Reconciler {
  // +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch;create;update;patch;delete
  // +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/status,verbs=get;update;patch
  // +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/finalizers,verbs=update
  // +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
  // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;update;patch;delete
  // +kubebuilder:rbac:groups=core,resources=pods,verbs=get;list;watch
  async reconcile(context: ReconcileContext): Promise<Result> {
    const { key, client, signal } = context;
    let memcached = await client.find(Memcached, key, { signal });
    if (memcached === undefined) return Result.done();
    if (memcached.status?.conditions === undefined) {
      await report(memcached, "Unknown", "Reconciling", "Starting reconciliation", context);
      // Read again after the status was written: what follows works with the newest version.
      memcached = await client.get(Memcached, key, { signal });
    }

    const { name } = memcached.metadata;
    const size = memcached.spec.size ?? 1;
    const deployment = await client.find(Deployment, key, { signal });
    if (deployment === undefined) {
      try {
        await client.create(deploymentFor(memcached, size), { signal });
      } catch (error) {
        const message = `Failed to create Deployment for the custom resource (${name}): (${error})`;
        await report(memcached, "False", "Reconciling", message, context);
        throw error;
      }
      return Result.requeueAfter(60_000);
    }
    if (deployment.spec.replicas !== size) {
      deployment.spec.replicas = size;
      try {
        await client.update(deployment, { signal });
      } catch (error) {
        const message = `Failed to update the size for the custom resource (${name}): (${error})`;
        await report(memcached, "False", "Resizing", message, context);
        throw error;
      }
      return Result.requeueAfter(0);
    }
    const message = `Deployment for custom resource (${name}) with ${size} replicas created successfully`;
    await report(memcached, "True", "Reconciling", message, context);
    return Result.done();
  }
}

async function report(
  memcached: Memcached,
  status: ConditionInput["status"],
  reason: string,
  message: string,
  { client, signal }: ReconcileContext,
): Promise<void> {
  const conditions = [...(memcached.status?.conditions ?? [])];
  setCondition(conditions, { type: "Available", status, reason, message }, systemClock);
  await client.status.update(withStatus(memcached, { conditions }), { signal });
}

function deploymentFor(memcached: Memcached, replicas: number): Deployment {
  const { name, namespace } = memcached.metadata;
  const labels = { "app.kubernetes.io/name": "memcached", "app.kubernetes.io/instance": name };
  const deployment = Deployment.of({
    metadata: { name, namespace },
    spec: {
      replicas,
      // Never more instances than the size.
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } },
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
          containers: [
            {
              name: "memcached",
              image: "memcached:1.6.26-alpine3.19",
              imagePullPolicy: "IfNotPresent",
              command: ["memcached", "--memory-limit=64", "-o", "modern", "-v"],
              ports: [{ containerPort: 11211, name: "memcached" }],
              securityContext: {
                runAsNonRoot: true,
                runAsUser: 1001,
                allowPrivilegeEscalation: false,
                capabilities: { drop: ["ALL"] },
              },
            },
          ],
        },
      },
    },
  });
  setControllerReference(memcached, deployment);
  return deployment;
}

/** Adds the controller to a manager. */
export function setupMemcachedController(manager: Manager): void {
  manager.controller("memcached").for(Memcached).owns(Deployment).reconcile(new MemcachedReconciler());
}
