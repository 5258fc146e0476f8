/** @typedef {import("./cli-report.mjs").CliResult} CliResult */
/** @typedef {import("./part.mjs").CheckedGoal} CheckedGoal */

const goalMs = 5000;

/**
 * The goals of a run.
 * @param {CliResult} result
 * @returns {CheckedGoal[]}
 */
export function checkCliGoals({ reconcile: { rows } }) {
  const [ours] = rows.values();
  if (ours === undefined) throw new Error("nothing was measured");
  const { median, min } = ours.wallMs;
  const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(2)} s`;
  return [
    {
      goal: `from an empty folder to the first reconcile in under ${goalMs / 1000} s, after npm's own install`,
      isMet: median < goalMs,
      detail: `${seconds(median)} with ${ours.commands} commands, ${seconds(min)} in the best round.`,
    },
  ];
}
