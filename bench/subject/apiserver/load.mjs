// Asks a server for as much as it can give, with @kubewright/client: one that listens, or one in this process.
import { eachOf } from "../../measure/each-of.mjs";
import { objectName } from "../protocol.mjs";
import { runLoad } from "./protocol.mjs";

/** @typedef {import("@kubewright/api/core/v1").ConfigMap} ConfigMap */
/** @typedef {import("@kubewright/client").ApiClient} ApiClient */
/** @typedef {import("./protocol.mjs").LoadSpec} LoadSpec */

/** All lists that are asked for at once may take as long as this, also on a machine that has other things to do. */
const listTimeoutMs = 120_000;

await runLoad(async (spec) => {
  const { connect } = /** @type {typeof import("@kubewright/client")} */ (
    await import(/** @type {string} */ (spec.modules["@kubewright/client"]))
  );
  const { ConfigMap } = /** @type {typeof import("@kubewright/api/core/v1")} */ (
    await import(/** @type {string} */ (spec.modules["@kubewright/api/core/v1"]))
  );
  const { kubeconfig, readNamespace, writeNamespace, payload } = spec;
  const client = kubeconfig === undefined ? await embedded(spec) : await connect({ kubeconfig, fieldManager: "bench" });

  /** @type {(namespace: string, name: string, data: Record<string, string>) => ConfigMap} */
  const configMap = (namespace, name, data) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace, name, labels: { app: "bench" } },
    data,
  });

  if (kubeconfig === undefined) {
    for (const name of [readNamespace, writeNamespace]) {
      await client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
    }
    await eachOf(spec.objects, (n) => client.create(configMap(readNamespace, objectName(n), { payload })));
  }
  const workers = Math.max(...spec.steps.map(({ concurrency }) => concurrency));
  await eachOf(workers, (n) => client.create(configMap(writeNamespace, `patched-${n}`, { payload, counter: "0" })));

  return {
    async create(name) {
      const object = await client.create(configMap(writeNamespace, name, { payload }));
      return { name: object.metadata.name, value: object.data?.payload };
    },
    async get(name) {
      const object = await client.get(ConfigMap, { namespace: readNamespace, name });
      return { name: object.metadata.name, value: object.data?.payload };
    },
    async list() {
      const { items } = await client.list(ConfigMap, { namespace: readNamespace, timeoutMs: listTimeoutMs });
      const last = items.at(-1);
      return { name: last?.metadata.name ?? "", value: last?.data?.payload, items: items.length };
    },
    async listText() {
      const headers = { accept: "application/json" };
      const path = `/api/v1/namespaces/${readNamespace}/configmaps`;
      const { body } = await client.request({ method: "GET", path, headers, timeoutMs: listTimeoutMs });
      const text = await body.text();
      const name = /"name":"(object-\d+)"/.exec(text.slice(text.lastIndexOf('"metadata":')))?.[1];
      return { name: name ?? text.slice(0, 100), value: undefined };
    },
    async patch(name, counter) {
      const object = await client.patch(
        ConfigMap,
        { namespace: writeNamespace, name },
        { merge: { data: { counter } } },
      );
      return { name: object.metadata.name, value: object.data?.counter };
    },
    async apply(name, counter) {
      const object = await client.apply(configMap(writeNamespace, name, { payload, counter }));
      return { name: object.metadata.name, value: object.data?.counter };
    },
  };
});

/**
 * A client of a server in this process.
 * @param {LoadSpec} spec
 * @returns {Promise<ApiClient>}
 */
async function embedded({ modules }) {
  const { ApiClient } = /** @type {typeof import("@kubewright/client")} */ (
    await import(/** @type {string} */ (modules["@kubewright/client"]))
  );
  const { ApiServer } = /** @type {typeof import("@kubewright/apiserver")} */ (
    await import(/** @type {string} */ (modules["@kubewright/apiserver"]))
  );
  const server = await ApiServer.start();
  return new ApiClient({ transport: server.transport(), fieldManager: "bench" });
}
