import { requestCounters } from "../request-counters.mjs";
import { spreadOf } from "../spread.mjs";
import { runSubject, spreadsOf, takeTurns } from "./rounds.mjs";

/** @typedef {import("../api-server.mjs").ApiServer} ApiServer */
/** @typedef {import("../spread.mjs").Spread} Spread */
/** @typedef {import("../requests.mjs").Subject} Subject */
/** @typedef {import("./cluster.mjs").Cluster} Cluster */
/** @typedef {import("./rounds.mjs").RunContext} RunContext */
/** @typedef {import("../../subject/runtime/protocol.mjs").ConvergeResult} ConvergeResult */
/** @typedef {{ rounds: number, objects: number, quietMs: number, concurrencies: readonly number[] }} ConvergePlan */

/**
 * `requests` and `refused` (with 409: already exists, or a conflict) are the server's own counts, for Memcacheds and Deployments.
 * @typedef {Record<"elapsedMs" | "cpuMs" | "reconciles" | "failures" | "peakRssBytes" | "requests" | "refused", Spread> & {
 *   concurrency: number, byVerb: Record<string, Spread> }} ConvergeNumbers
 */

/** What is counted, in the order of the report. */
export const verbs = /** @type {const} */ (["GET", "LIST", "WATCH", "POST", "PUT", "PATCH", "APPLY"]);

/** A watch counts when it ends, which the server notices a moment after the process is gone. */
const watchEndMs = 300;

/**
 * Measures operators that bring Memcacheds to what they say.
 * @param {readonly Subject[]} subjects
 * @param {ConvergePlan} plan
 * @param {RunContext & { cluster: Cluster }} context
 * @returns {Promise<Map<string, ConvergeNumbers[]>>} by id, one for each concurrency
 */
export async function measureConverge(subjects, { rounds, objects, quietMs, concurrencies }, context) {
  const { cluster, signal, progress } = context;
  const run = async (/** @type {Subject} */ subject, /** @type {number} */ concurrency) => {
    await cluster.createMemcacheds(objects);
    const before = await countRequests(cluster.server);
    /** @type {ConvergeResult} */
    const result = await runSubject(
      subject,
      { name: "converge", objects, concurrency, quietMs },
      { kubeconfig: cluster.kubeconfig, signal, timeoutMs: 300_000 },
    );
    await new Promise((resolve) => setTimeout(resolve, watchEndMs));
    const after = await countRequests(cluster.server);
    await cluster.checkConverged(objects);
    await cluster.removeMemcacheds(objects);
    const byVerb = verbs.map((verb) => after.byVerb[verb] - before.byVerb[verb]);
    const requests = byVerb.reduce((sum, each) => sum + each, 0);
    return { ...result, byVerb, requests, refused: after.refused - before.refused };
  };
  const what = `${objects} Memcacheds`;
  const results = await takeTurns(subjects, { what, rounds, signal, progress }, async (subject) => {
    const runs = [];
    for (const concurrency of concurrencies) runs.push({ concurrency, ...(await run(subject, concurrency)) });
    return runs;
  });
  return new Map(
    [...results].map(([id, each]) => [
      id,
      concurrencies.map((concurrency, index) => {
        const runs = each.flatMap((turn) => turn[index] ?? []);
        const spreads = spreadsOf(runs, [
          "elapsedMs",
          "cpuMs",
          "reconciles",
          "failures",
          "peakRssBytes",
          "requests",
          "refused",
        ]);
        const byVerb = verbs.map((verb, at) => [verb, spreadOf(runs.map((turn) => turn.byVerb[at] ?? 0))]);
        return { concurrency, ...spreads, byVerb: Object.fromEntries(byVerb) };
      }),
    ]),
  );
}

/** @param {ApiServer} server */
async function countRequests(server) {
  const byVerb = Object.fromEntries(verbs.map((verb) => [verb, 0]));
  let refused = 0;
  for (const { resource, verb, code, count } of await requestCounters(server)) {
    if (resource !== "memcacheds" && resource !== "deployments") continue;
    byVerb[verb] = (byVerb[verb] ?? 0) + count;
    if (code === 409) refused += count;
  }
  return { byVerb: /** @type {Record<(typeof verbs)[number], number>} */ (byVerb), refused };
}
