import { objectName } from "../subject/protocol.mjs";
import { configMap, payload, pod, podStatus } from "./bench-object.mjs";
import { eachOf } from "./each-of.mjs";
import { requestCounters } from "./request-counters.mjs";

/** @typedef {import("./api-server.mjs").ApiServer} ApiServer */
/** @typedef {import("../subject/protocol.mjs").SubjectResult} SubjectResult */
/** @typedef {import("../subject/protocol.mjs").OperationName} OperationName */

export const readNamespace = "bench-read";
export const writeNamespace = "bench-write";

const core = "/api/v1/namespaces";
const written = `${core}/${writeNamespace}/configmaps`;

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
  for (const name of [readNamespace, writeNamespace]) {
    await server.call("POST", core, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
  }
  await eachOf(objects, async (n) => {
    await server.call("POST", `${core}/${readNamespace}/configmaps`, configMap(objectName(n), { payload }));
    await server.call("POST", `${core}/${readNamespace}/pods`, pod(n));
    const statusPath = `${core}/${readNamespace}/pods/${objectName(n)}/status`;
    await server.call("PATCH", statusPath, { status: podStatus() }, "application/merge-patch+json");
  });
}

/**
 * Removes what an earlier subject wrote, and makes the objects that are patched.
 * @param {ApiServer} server
 * @param {number} workers
 */
export async function resetWritten(server, workers) {
  await server.call("DELETE", written);
  await eachOf(workers, (n) => server.call("POST", written, configMap(`patched-${n}`, { payload, counter: "0" })));
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
 * Throws unless the server saw what a subject says it did: as many requests, the objects it created, its last patch.
 * @param {ApiServer} server
 * @param {SubjectResult} result
 * @param {Map<string, number>} before
 * @param {number} workers
 */
export async function checkWork(server, result, before, workers) {
  const after = await countRequests(server);
  /** @type {Map<string, number>} */
  const claimed = new Map();
  for (const { operation, totalRequests } of result.steps) {
    const key = countedAs[operation];
    claimed.set(key, (claimed.get(key) ?? 0) + totalRequests);
  }
  for (const [key, count] of claimed) {
    const seen = (after.get(key) ?? 0) - (before.get(key) ?? 0);
    if (seen < count) throw new Error(`the subject reports ${count} requests ${key}, the server saw ${seen}`);
  }

  const { items, metadata } = await server.call("GET", `${written}?limit=1`);
  const created = items.length + (metadata.remainingItemCount ?? 0) - workers;
  const claimedCreated = claimed.get(countedAs.create) ?? 0;
  if (created !== claimedCreated)
    throw new Error(`the subject reports ${claimedCreated} created, there are ${created}`);

  const patched = result.steps.findLast(({ operation }) => operation === "patch");
  if (patched !== undefined) {
    const { data } = await server.call("GET", `${written}/${patched.last.name}`);
    if (Number(data.counter) < Number(patched.last.value)) {
      throw new Error(`${patched.last.name} has ${data.counter}, the subject reports ${patched.last.value}`);
    }
  }
}
