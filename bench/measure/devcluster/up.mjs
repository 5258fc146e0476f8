import { spreadOf } from "../spread.mjs";

/** @typedef {import("../spread.mjs").Spread} Spread */
/** @typedef {import("./measured-cluster.mjs").StartCluster} StartCluster */
/** @typedef {{ signal: AbortSignal, progress: (line: string) => void }} RunContext */
/** @typedef {{ rounds: number, settleMs: number }} UpPlan */
/** @typedef {{ readyMs: Spread, residentBytes: Spread }} ClusterUp */

/**
 * Starts clusters, taking turns.
 * @param {Readonly<Record<string, StartCluster>>} clusters by id
 * @param {UpPlan} plan
 * @param {RunContext} context
 * @returns {Promise<Map<string, ClusterUp>>} by id
 */
export async function measureUp(clusters, { rounds, settleMs }, { signal, progress }) {
  /** @type {Map<string, { ready: number[], resident: number[] }>} */
  const samples = new Map(Object.keys(clusters).map((id) => [id, { ready: [], resident: [] }]));
  for (let round = 1; round <= rounds; round++) {
    for (const [id, start] of Object.entries(clusters)) {
      progress(`up: round ${round} of ${rounds}, ${id}`);
      const cluster = await start(signal);
      try {
        samples.get(id)?.ready.push(cluster.startMs);
        await new Promise((resolve) => setTimeout(resolve, settleMs));
        samples.get(id)?.resident.push(cluster.residentBytes());
      } finally {
        await cluster.close();
      }
    }
  }
  const rows = [...samples].map(
    ([id, { ready, resident }]) =>
      /** @type {const} */ ([id, { readyMs: spreadOf(ready), residentBytes: spreadOf(resident) }]),
  );
  return new Map(rows);
}
