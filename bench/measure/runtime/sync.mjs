import { runSubject, spreadsOf, takeTurns } from "./rounds.mjs";

/** @typedef {import("../spread.mjs").Spread} Spread */
/** @typedef {import("../requests.mjs").Subject} Subject */
/** @typedef {import("./cluster.mjs").Cluster} Cluster */
/** @typedef {import("./rounds.mjs").RunContext} RunContext */
/** @typedef {import("../../subject/runtime/protocol.mjs").SyncResult} SyncResult */
/** @typedef {import("../../subject/runtime/protocol.mjs").SyncedKind} SyncedKind */
/** @typedef {{ rounds: number, objects: number }} SyncPlan */
/** @typedef {Record<"elapsedMs" | "cpuMs" | "rssBytes" | "heapBytes" | "peakRssBytes", Spread> & { kind: SyncedKind }} SyncNumbers */

/** @type {readonly SyncedKind[]} */
const kinds = ["Memcached", "Pod"];

/**
 * Measures caches that get to know all objects of a kind.
 * @param {readonly Subject[]} subjects
 * @param {SyncPlan} plan
 * @param {RunContext & { cluster: Cluster }} context
 * @returns {Promise<Map<string, SyncNumbers[]>>} by id, one for each kind
 */
export async function measureSync(subjects, { rounds, objects }, { cluster, signal, progress }) {
  await cluster.createMemcacheds(objects);
  await cluster.createPods(objects);
  const { kubeconfig } = cluster;
  const results = await takeTurns(subjects, { what: "sync", rounds, signal, progress }, async (subject) => {
    /** @type {(SyncResult & { kind: SyncedKind })[]} */
    const synced = [];
    for (const kind of kinds) {
      synced.push({ kind, ...(await runSubject(subject, { name: "sync", kind, objects }, { kubeconfig, signal })) });
    }
    return synced;
  });
  return new Map(
    [...results].map(([id, each]) => [
      id,
      kinds.map((kind) => ({
        kind,
        ...spreadsOf(
          each.flatMap((turn) => turn.filter((one) => one.kind === kind)),
          ["elapsedMs", "cpuMs", "rssBytes", "heapBytes", "peakRssBytes"],
        ),
      })),
    ]),
  );
}
