/** @typedef {import("@kubewright/api/apps/v1").Deployment} Deployment */
/** @typedef {import("@kubewright/runtime").ReconcileContext} ReconcileContext */
/** @typedef {import("@kubewright/api").CustomResource<{ size: number }, { nodes?: readonly string[] }>} Memcached */

/**
 * Gives each Memcached a Deployment of its name, and a status that follows from its spec. The same as in
 * `../../peers/controller-runtime/reconciler.go`.
 * @param {object} modules
 * @param {import("@kubewright/api").Kind<Memcached>} modules.Memcached
 * @param {import("@kubewright/api").Kind<Deployment>} modules.Deployment
 * @param {typeof import("@kubewright/api").setControllerReference} modules.setControllerReference
 */
export function memcachedReconciler({ Memcached, Deployment, setControllerReference }) {
  /**
   * @param {ReconcileContext} context
   * @param {Memcached} memcached
   */
  async function reconcileDeployment({ client, key, signal }, memcached) {
    const { size } = memcached.spec;
    const deployment = await client.find(Deployment, key, { signal });
    if (deployment === undefined) {
      const wanted = deploymentOf(memcached);
      setControllerReference(memcached, wanted);
      await client.create(wanted, { signal });
    } else if ((deployment.spec?.replicas ?? 1) !== size) {
      await client.update({ ...deployment, spec: { ...deployment.spec, replicas: size } }, { signal });
    }
  }

  return async (/** @type {ReconcileContext} */ context) => {
    const { client, key, signal } = context;
    const memcached = await client.find(Memcached, key, { signal });
    if (memcached === undefined) return;
    await reconcileDeployment(context, memcached);
    const nodes = nodesOf(memcached);
    const known = memcached.status?.nodes ?? [];
    if (known.length === nodes.length && nodes.every((node, index) => node === known[index])) return;
    await client.status.update({ ...memcached, status: { nodes } }, { signal });
  };
}

/** @param {Memcached} memcached */
function nodesOf({ metadata, spec }) {
  return Array.from({ length: spec.size }, (_, index) => `${metadata.name}-${index}`);
}

/**
 * @param {Memcached} memcached
 * @returns {Deployment}
 */
function deploymentOf({ metadata: { namespace, name }, spec }) {
  const labels = { app: "memcached", memcached_cr: name };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { ...(namespace !== undefined && { namespace }), name, labels },
    spec: {
      replicas: spec.size,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [
            {
              name: "memcached",
              image: "memcached:1.4.36-alpine",
              command: ["memcached", "-m=64", "-o", "modern", "-v"],
              ports: [{ name: "memcached", containerPort: 11211 }],
            },
          ],
        },
      },
    },
  };
}
