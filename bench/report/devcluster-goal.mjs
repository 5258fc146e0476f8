import { bytes, ratio } from "./number-text.mjs";

/** @typedef {import("./devcluster-report.mjs").DevClusterResult} DevClusterResult */
/** @typedef {import("./part.mjs").CheckedGoal} CheckedGoal */

const factor = 5;

/**
 * The goals that the sections of a run decide.
 * @param {DevClusterResult} result
 * @returns {CheckedGoal[]}
 */
export function checkDevClusterGoals({ up, rollout, crowd }) {
  const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(2)} s`;
  return [
    ...(up
      ? [
          goal(
            "the time of a start from nothing",
            medians(up.rows, ({ readyMs }) => readyMs.median),
            seconds,
          ),
          goal(
            "the memory",
            medians(up.rows, ({ residentBytes }) => residentBytes.median),
            bytes,
          ),
        ]
      : []),
    ...(rollout
      ? [goal(`the time of a Deployment of ${rollout.plan.replicas} processes`, medians(rollout.rows), seconds)]
      : []),
    ...(crowd
      ? [goal(`the time of a Deployment of ${crowd.plan.replicas} simulated pods`, medians(crowd.rows), seconds)]
      : []),
  ];
}

/**
 * @param {string} what
 * @param {readonly [number, number]} values
 * @param {(value: number) => string} text
 * @returns {CheckedGoal}
 */
function goal(what, [ours, theirs], text) {
  return {
    goal: `a fifth of ${what}`,
    isMet: theirs / ours >= factor,
    detail: `${text(ours)} against ${text(theirs)}: ${ratio(theirs / ours)} times.`,
  };
}

/**
 * Ours, theirs.
 * @template R
 * @param {ReadonlyMap<string, R>} rows
 * @param {(row: R) => number} [value]
 * @returns {[number, number]}
 */
function medians(rows, value = (row) => /** @type {{ median: number }} */ (row).median) {
  const [ours, theirs] = [...rows.values()].map(value);
  if (ours === undefined || theirs === undefined) throw new Error("a cluster was not measured");
  return [ours, theirs];
}
