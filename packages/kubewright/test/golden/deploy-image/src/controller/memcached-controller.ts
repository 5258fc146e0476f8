// Copyright The Example Authors
// SPDX-License-Identifier: Apache-2.0

import { Deployment } from "@kubewright/api/apps/v1";
import {
  type ConditionInput,
  type Manager,
  type ReconcileContext,
  type Reconciler,
  setCondition,
  setControllerReference,
  systemClock,
  withFinalizer,
  withStatus,
} from "@kubewright/operator";
import { Memcached } from "../api/v1alpha1/memcached.ts";

/** What an instance runs, unless MEMCACHED_IMAGE names another image. */
const defaultImage = "memcached:1.4.36-alpine";

// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch;update;patch
// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/finalizers,verbs=update
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;update;patch;delete

/** Keeps a Deployment as each Memcached wants it, and tells in the status how far it is. */
export function createMemcachedReconciler(image: string = defaultImage): Reconciler {
  return withFinalizer({
    kind: Memcached,
    finalizer: "cache.example.com/finalizer",
    reconcile: (memcached, context) => reconcile(memcached, image, context),
    cleanup,
  });
}

/** Adds the controller to a manager. */
export function setupMemcachedController(
  manager: Manager,
  options: { readonly image?: string | undefined } = {},
): void {
  const reconciler = createMemcachedReconciler(options.image);
  manager.controller("memcached").for(Memcached).owns(Deployment).reconcile(reconciler);
}

async function reconcile(found: Memcached, image: string, context: ReconcileContext): Promise<void> {
  const { client, events, key, log, signal } = context;
  const { name } = found.metadata;
  const replicas = found.spec.size ?? 1;
  const memcached =
    found.status?.conditions === undefined
      ? await report(found, available("Unknown", "Starting reconciliation"), context)
      : found;

  const isNew = (await client.find(Deployment, key, { signal })) === undefined;
  let deployment: Deployment;
  try {
    // Whatever somebody changed by hand is put back; nothing is sent if all is as it should be.
    deployment = await client.apply(deploymentFor(memcached, replicas, image), { signal });
  } catch (error) {
    const message = `Failed to create Deployment for the custom resource (${name}): (${error})`;
    await report(memcached, available("False", message), context);
    throw error;
  }
  if (isNew) {
    log.info({ deployment: name, replicas, image }, "created the Deployment");
    const note = `Created Deployment ${name}`;
    events.normal(memcached, { reason: "Created", action: "CreateDeployment", note });
  }

  // A change of the Deployment leads to another reconcile.
  const { observedGeneration = 0, updatedReplicas = 0, availableReplicas = 0 } = deployment.status ?? {};
  const isCurrent = observedGeneration >= (deployment.metadata.generation ?? 0);
  const isAvailable = isCurrent && updatedReplicas >= replicas && availableReplicas >= replicas;
  const message = isAvailable
    ? `Deployment for custom resource (${name}) with ${replicas} replicas created successfully`
    : `Deployment for custom resource (${name}): waiting for ${replicas} replicas to be available`;
  await report(memcached, available(isAvailable ? "True" : "False", message), context);
}

/** Called when deletion was asked for, and again until it works; only then the object goes. */
async function cleanup(memcached: Memcached, context: ReconcileContext): Promise<void> {
  const { name, namespace } = memcached.metadata;
  const message = `Performing finalizer operations for the custom resource: ${name}`;
  const deleted = await report(memcached, degraded("Unknown", message), context);

  // Here is the place to undo what was made outside of the cluster. The Deployment goes with its owner.
  const note = `Custom Resource ${name} is being deleted from the namespace ${namespace}`;
  context.events.warning(deleted, { reason: "Deleting", action: "DeleteCR", note });

  const done = `Finalizer operations for custom resource ${name} were successfully accomplished`;
  await report(deleted, degraded("True", done), context);
}

function available(status: ConditionInput["status"], message: string): ConditionInput {
  return { type: "Available", status, reason: "Reconciling", message };
}

function degraded(status: ConditionInput["status"], message: string): ConditionInput {
  return { type: "Degraded", status, reason: "Finalizing", message };
}

/** The object with the condition in its status. Nothing is sent if it is there already. */
async function report(memcached: Memcached, condition: ConditionInput, context: ReconcileContext): Promise<Memcached> {
  const { client, signal } = context;
  const conditions = [...(memcached.status?.conditions ?? [])];
  const observedGeneration = memcached.metadata.generation ?? 0;
  setCondition(conditions, { ...condition, observedGeneration }, systemClock);
  return await client.status.update(withStatus(memcached, { ...memcached.status, conditions }), { signal });
}

function deploymentFor(memcached: Memcached, replicas: number, image: string): Deployment {
  const { name, namespace } = memcached.metadata;
  const { containerPort = 11211 } = memcached.spec;
  // The instance is part of the selector: no Deployment counts the pods of another one.
  const matchLabels = {
    "app.kubernetes.io/name": "memcached",
    "app.kubernetes.io/instance": name,
  };
  const labels = { ...matchLabels, "app.kubernetes.io/managed-by": "MemcachedController" };
  const deployment = Deployment.of({
    metadata: { name, namespace, labels },
    spec: {
      replicas,
      selector: { matchLabels },
      template: {
        metadata: { labels },
        spec: {
          securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
          containers: [
            {
              name: "memcached",
              image,
              imagePullPolicy: "IfNotPresent",
              command: ["memcached", "-m=64", "-o", "modern", "-v"],
              env: [{ name: "CONTAINER_PORT", value: String(containerPort) }],
              ports: [{ name: "memcached", containerPort }],
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
