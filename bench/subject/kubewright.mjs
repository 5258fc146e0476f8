// Measures @kubewright/client, as its package is installed.
import { runSubject } from "./protocol.mjs";

/** @typedef {import("@kubewright/api/core/v1").ConfigMap} ConfigMap */

await runSubject(async (spec) => {
  const { connect } = /** @type {typeof import("@kubewright/client")} */ (
    await import(/** @type {string} */ (spec.modules["@kubewright/client"]))
  );
  const { ConfigMap, Pod } = /** @type {typeof import("@kubewright/api/core/v1")} */ (
    await import(/** @type {string} */ (spec.modules["@kubewright/api/core/v1"]))
  );
  const client = await connect({ kubeconfig: spec.kubeconfig });
  const { readNamespace, writeNamespace, payload } = spec;

  return {
    async get(name) {
      const object = await client.get(ConfigMap, { namespace: readNamespace, name });
      return { name: object.metadata.name, value: object.data?.payload };
    },
    async listConfigMaps() {
      const { items } = await client.list(ConfigMap, { namespace: readNamespace });
      const last = items.at(-1);
      return { name: last?.metadata.name ?? "", value: last?.data?.payload, items: items.length };
    },
    async listPods() {
      const { items } = await client.list(Pod, { namespace: readNamespace });
      const last = items.at(-1);
      return { name: last?.metadata.name ?? "", value: last?.status?.phase, items: items.length };
    },
    async create(name) {
      /** @type {ConfigMap} */
      const configMap = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { namespace: writeNamespace, name, labels: { app: "bench" } },
        data: { payload },
      };
      const object = await client.create(configMap);
      return { name: object.metadata.name, value: object.data?.payload };
    },
    async patch(name, counter) {
      const object = await client.patch(
        ConfigMap,
        { namespace: writeNamespace, name },
        { merge: { data: { counter } } },
      );
      return { name: object.metadata.name, value: object.data?.counter };
    },
  };
});
