// Measures @kubewright/runtime, as its package is installed.
import { objectName } from "../protocol.mjs";
import { memcachedReconciler } from "./memcached-reconciler.mjs";
import { runSubject } from "./protocol.mjs";

/** @typedef {import("./memcached-reconciler.mjs").Memcached} MemcachedObject */

await runSubject(async ({ modules, kubeconfig, namespace, variant }) => {
  const load = (/** @type {string} */ specifier) => import(/** @type {string} */ (modules[specifier]));
  const [runtime, { connect }, api, { Pod }, { Deployment }] = await Promise.all([
    /** @type {Promise<typeof import("@kubewright/runtime")>} */ (load("@kubewright/runtime")),
    /** @type {Promise<typeof import("@kubewright/client")>} */ (load("@kubewright/client")),
    /** @type {Promise<typeof import("@kubewright/api")>} */ (load("@kubewright/api")),
    /** @type {Promise<typeof import("@kubewright/api/core/v1")>} */ (load("@kubewright/api/core/v1")),
    /** @type {Promise<typeof import("@kubewright/api/apps/v1")>} */ (load("@kubewright/api/apps/v1")),
  ]);
  const { defineKind, setControllerReference } = api;
  /** @type {import("@kubewright/api").Kind<MemcachedObject>} */
  const Memcached = defineKind({ group: "cache.example.com", version: "v1", kind: "Memcached" });
  const reconcile = memcachedReconciler({ Memcached, Deployment, setControllerReference });

  return {
    async sync(kind, onAdded) {
      const stripManagedFields = variant !== "managed-fields-kept";
      const cache = new runtime.InformerCache({ client: await connect({ kubeconfig }), stripManagedFields });
      /** @type {import("@kubewright/api").Kind} */
      const wanted = kind === "Pod" ? Pod : Memcached;
      const registration = cache.informer(wanted).addHandler(onAdded);
      cache.start();
      await registration.whenSynced();
    },
    async operate({ concurrency, reconciles }) {
      const anywhere = { bindAddress: "127.0.0.1:0" };
      const manager = await runtime.Manager.create({
        connection: { kubeconfig },
        metrics: anywhere,
        health: anywhere,
      });
      manager
        .controller("memcached", { maxConcurrentReconciles: concurrency })
        .for(Memcached)
        .owns(Deployment)
        .reconcile(async (context) => {
          const { name } = context.key;
          reconciles.begin(name);
          try {
            await reconcile(context);
          } catch (error) {
            reconciles.end(name, error);
            throw error;
          }
          reconciles.end(name);
        });
      // Ends with the process; what it rejects with ends that.
      void manager.start();
      return {
        async annotate(name, value) {
          const patch = { merge: { metadata: { annotations: { written: value } } } };
          await manager.client.live.patch(Memcached, { namespace, name }, patch);
        },
      };
    },
    queue(items) {
      const metrics = new runtime.Metrics().queue("bench");
      const queue = new runtime.WorkQueue({ id: api.formatKey, metrics });
      const keys = Array.from({ length: items }, (_, n) => ({ namespace: "default", name: objectName(n) }));
      return async () => {
        for (const key of keys) queue.add(key);
        for (const _ of keys) {
          const taken = await queue.take();
          if (taken !== undefined) queue.done(taken.item);
        }
      };
    },
  };
});
