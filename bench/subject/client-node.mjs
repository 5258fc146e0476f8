// Measures @kubernetes/client-node: the typed CoreV1Api from KubeConfig.makeApiClient, as its documentation has it.
import { runSubject } from "./protocol.mjs";

await runSubject(async (spec) => {
  const { CoreV1Api, KubeConfig, PatchStrategy, setHeaderOptions } = await import(
    /** @type {string} */ (spec.modules["@kubernetes/client-node"])
  );
  const config = new KubeConfig();
  config.loadFromFile(spec.kubeconfig);
  if (spec.variant === "kept-connections") keepConnections(config);
  const api = config.makeApiClient(CoreV1Api);
  const { readNamespace, writeNamespace, payload } = spec;
  const mergePatch = setHeaderOptions("Content-Type", PatchStrategy.MergePatch);

  return {
    async get(name) {
      const object = await api.readNamespacedConfigMap({ namespace: readNamespace, name });
      return { name: object.metadata.name, value: object.data.payload };
    },
    async listConfigMaps() {
      const { items } = await api.listNamespacedConfigMap({ namespace: readNamespace });
      const last = items.at(-1);
      return { name: last.metadata.name, value: last.data.payload, items: items.length };
    },
    async listPods() {
      const { items } = await api.listNamespacedPod({ namespace: readNamespace });
      const last = items.at(-1);
      return { name: last.metadata.name, value: last.status.phase, items: items.length };
    },
    async create(name) {
      const body = { metadata: { name, labels: { app: "bench" } }, data: { payload } };
      const object = await api.createNamespacedConfigMap({ namespace: writeNamespace, body });
      return { name: object.metadata.name, value: object.data.payload };
    },
    async patch(name, counter) {
      const body = { data: { counter } };
      const object = await api.patchNamespacedConfigMap({ namespace: writeNamespace, name, body }, mergePatch);
      return { name: object.metadata.name, value: object.data.counter };
    },
  };
});

/**
 * Makes requests share connections. By itself, 2.0.1 makes a dispatcher, and with it a TLS connection, for each request, and
 * has no setting for that.
 * @param {{ createDispatcher(...args: unknown[]): unknown }} config
 */
function keepConnections(config) {
  const create = config.createDispatcher.bind(config);
  /** @type {unknown} */
  let dispatcher;
  config.createDispatcher = (...args) => {
    dispatcher ??= create(...args);
    return dispatcher;
  };
}
