import { quantile, runSubject, spreadsOf, takeTurns } from "./rounds.mjs";

/** @typedef {import("../spread.mjs").Spread} Spread */
/** @typedef {import("../requests.mjs").Subject} Subject */
/** @typedef {import("./cluster.mjs").Cluster} Cluster */
/** @typedef {import("./rounds.mjs").RunContext} RunContext */
/** @typedef {import("../../subject/runtime/protocol.mjs").IdleResult} IdleResult */
/** @typedef {{ rounds: number, objects: number, quietMs: number, idleMs: number, writes: number }} IdlePlan */
/** @typedef {Record<"firstReconcileMs" | "cpuShare" | "rssBytes" | "heapBytes" | "p50Ms" | "p99Ms", Spread>} IdleNumbers */

/**
 * Measures operators for whose objects there is nothing to do any more.
 * @param {readonly Subject[]} subjects the first one brings the objects to that
 * @param {IdlePlan} plan
 * @param {RunContext & { cluster: Cluster }} context
 * @returns {Promise<Map<string, IdleNumbers>>} by id
 */
export async function measureIdle(subjects, { rounds, ...plan }, { cluster, signal, progress }) {
  const [first] = subjects;
  if (first === undefined) throw new Error("nothing to measure");
  const { objects, quietMs, idleMs } = plan;
  const { kubeconfig } = cluster;
  await cluster.createMemcacheds(objects);
  await runSubject(first, { name: "converge", objects, concurrency: 10, quietMs }, { kubeconfig, signal });
  await cluster.checkConverged(objects);
  const results = await takeTurns(subjects, { what: "idle", rounds, signal, progress }, async (subject) => {
    /** @type {IdleResult} */
    const { latenciesMs, idleCpuMs, ...result } = await runSubject(
      subject,
      { name: "idle", ...plan },
      { kubeconfig, signal },
    );
    return {
      ...result,
      cpuShare: idleCpuMs / idleMs,
      p50Ms: quantile(latenciesMs, 0.5),
      p99Ms: quantile(latenciesMs, 0.99),
    };
  });
  await cluster.checkConverged(objects);
  await cluster.removeMemcacheds(objects);
  return new Map(
    [...results].map(([id, each]) => [
      id,
      spreadsOf(each, ["firstReconcileMs", "cpuShare", "rssBytes", "heapBytes", "p50Ms", "p99Ms"]),
    ]),
  );
}
