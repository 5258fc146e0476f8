import { objectName } from "../subject/protocol.mjs";
import { configMap, payload, pod, podStatus } from "./bench-object.mjs";
import { eachOf } from "./each-of.mjs";
import { requestCounters } from "./request-counters.mjs";

/** @typedef {import("./api-server.mjs").ApiServer} ApiServer */
/** @typedef {import("../subject/protocol.mjs").Seen} Seen */
/** @typedef {import("../subject/protocol.mjs").OperationName} OperationName */

export const readNamespace = "bench-read";

const core = "/api/v1/namespaces";

/**
 * What a subject says it did.
 * @typedef {object} Work
 * @property {string} id
 * @property {string} writeNamespace
 * @property {Map<OperationName, number>} requests
 * @property {Seen | undefined} lastPatch
 */

/** What the server counts an operation as: resource and verb. @type {Record<OperationName, string>} */
const countedAs = {
  get: "configmaps GET",
  listConfigMaps: "configmaps LIST",
  listPods: "pods LIST",
  create: "configmaps POST",
  patch: "configmaps PATCH",
};

/**
 * Makes the objects that are read.
 * @param {ApiServer} server
 * @param {number} objects
 */
export async function createObjects(server, objects) {
  await createNamespace(server, readNamespace);
  await eachOf(objects, async (n) => {
    await server.call("POST", `${core}/${readNamespace}/configmaps`, configMap(objectName(n), { payload }));
    await server.call("POST", `${core}/${readNamespace}/pods`, pod(n));
    const statusPath = `${core}/${readNamespace}/pods/${objectName(n)}/status`;
    await server.call("PATCH", statusPath, { status: podStatus() }, "application/merge-patch+json");
  });
}

/**
 * The namespace that a subject of a round writes to.
 * @param {number} round
 * @param {number} subject
 */
export function writeNamespaceOf(round, subject) {
  return `bench-write-${round}-${subject}`;
}

/**
 * Makes a namespace with the objects that are patched.
 * @param {ApiServer} server
 * @param {string} writeNamespace
 * @param {number} workers
 */
export async function prepareWritten(server, writeNamespace, workers) {
  await createNamespace(server, writeNamespace);
  const path = `${core}/${writeNamespace}/configmaps`;
  await eachOf(workers, (n) => server.call("POST", path, configMap(`patched-${n}`, { payload, counter: "0" })));
}

/**
 * @param {ApiServer} server
 * @param {string} name
 */
async function createNamespace(server, name) {
  await server.call("POST", core, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
}

/**
 * How many requests the server has answered well so far, by resource and verb.
 * @param {ApiServer} server
 * @returns {Promise<Map<string, number>>}
 */
export async function countRequests(server) {
  const counts = new Map();
  for (const { resource, subresource, verb, code, count } of await requestCounters(server)) {
    if (code < 200 || code > 299 || subresource !== "") continue;
    const key = `${resource} ${verb}`;
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}

/**
 * Throws unless the server saw what the subjects of a round say they did: as many requests, the objects they created, their last patches.
 * @param {ApiServer} server
 * @param {readonly Work[]} works
 * @param {Map<string, number>} before
 * @param {number} workers
 */
export async function checkWork(server, works, before, workers) {
  const after = await countRequests(server);
  for (const [operation, key] of Object.entries(countedAs)) {
    const claimed = works.reduce((sum, { requests }) => sum + requestsOf(requests, operation), 0);
    const seen = (after.get(key) ?? 0) - (before.get(key) ?? 0);
    if (seen < claimed) throw new Error(`the subjects report ${claimed} requests ${key}, the server saw ${seen}`);
  }
  for (const { id, writeNamespace, requests, lastPatch } of works) {
    const path = `${core}/${writeNamespace}/configmaps`;
    const { items, metadata } = await server.call("GET", `${path}?limit=1`);
    const created = items.length + (metadata.remainingItemCount ?? 0) - workers;
    const claimed = requestsOf(requests, "create");
    if (created !== claimed) throw new Error(`${id} reports ${claimed} created, there are ${created}`);
    if (lastPatch === undefined) continue;
    const { data } = await server.call("GET", `${path}/${lastPatch.name}`);
    if (Number(data.counter) < Number(lastPatch.value)) {
      throw new Error(`${lastPatch.name} has ${data.counter}, ${id} reports ${lastPatch.value}`);
    }
  }
}

/**
 * @param {Work["requests"]} requests
 * @param {string} operation
 */
function requestsOf(requests, operation) {
  return requests.get(/** @type {OperationName} */ (operation)) ?? 0;
}
