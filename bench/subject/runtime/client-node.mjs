// Measures the informers of @kubernetes/client-node. It has no operators: what counts as a reconcile is the call of a handler.
import { runSubject } from "./protocol.mjs";

const group = { group: "cache.example.com", version: "v1", plural: "memcacheds" };

await runSubject(async (spec) => {
  const { AppsV1Api, CoreV1Api, CustomObjectsApi, KubeConfig, makeInformer, PatchStrategy, setHeaderOptions } =
    await import(/** @type {string} */ (spec.modules["@kubernetes/client-node"]));
  const config = new KubeConfig();
  config.loadFromFile(spec.kubeconfig);
  const customObjects = config.makeApiClient(CustomObjectsApi);
  const mergePatch = setHeaderOptions("Content-Type", PatchStrategy.MergePatch);

  const kinds = {
    Memcached: {
      path: `/apis/${group.group}/${group.version}/${group.plural}`,
      list: () => customObjects.listClusterCustomObject(group),
    },
    Pod: {
      path: "/api/v1/pods",
      list: () => config.makeApiClient(CoreV1Api).listPodForAllNamespaces(),
    },
    Deployment: {
      path: "/apis/apps/v1/deployments",
      list: () => config.makeApiClient(AppsV1Api).listDeploymentForAllNamespaces(),
    },
  };

  /** @param {keyof typeof kinds} kind */
  const informerOf = (kind) => makeInformer(config, kinds[kind].path, kinds[kind].list);

  return {
    async sync(kind, onAdded) {
      const informer = informerOf(kind);
      informer.on("add", onAdded);
      await informer.start();
    },
    async operate({ reconciles }) {
      const memcacheds = informerOf("Memcached");
      for (const event of ["add", "update"]) {
        memcacheds.on(event, (/** @type {{ metadata: { name: string } }} */ { metadata }) => {
          reconciles.begin(metadata.name);
          reconciles.end(metadata.name);
        });
      }
      await Promise.all([informerOf("Deployment"), memcacheds].map((informer) => informer.start()));
      return {
        async annotate(name, value) {
          const body = { metadata: { annotations: { written: value } } };
          const target = { ...group, namespace: spec.namespace, name, body };
          await customObjects.patchNamespacedCustomObject(target, mergePatch);
        },
      };
    },
  };
});
