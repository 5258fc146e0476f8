import { runSubject, spreadsOf, takeTurns } from "./rounds.mjs";

/** @typedef {import("../spread.mjs").Spread} Spread */
/** @typedef {import("../requests.mjs").Subject} Subject */
/** @typedef {import("./rounds.mjs").RunContext} RunContext */
/** @typedef {{ rounds: number, items: number, durationMs: number }} QueuePlan */
/** @typedef {{ itemsPerSecond: Spread }} QueueNumbers */

/**
 * @param {readonly Subject[]} subjects
 * @param {QueuePlan} plan
 * @param {RunContext} context
 * @returns {Promise<Map<string, QueueNumbers>>} by id
 */
export async function measureQueue(subjects, { rounds, items, durationMs }, context) {
  /** @type {Map<string, import("../../subject/runtime/protocol.mjs").QueueResult[]>} */
  const results = await takeTurns(subjects, { what: "queue", rounds, ...context }, (subject) =>
    runSubject(subject, { name: "queue", objects: items, durationMs }, { kubeconfig: "", signal: context.signal }),
  );
  return new Map([...results].map(([id, each]) => [id, spreadsOf(each, ["itemsPerSecond"])]));
}
