import { ratio } from "./number-text.mjs";

/** @typedef {import("./codegen-report.mjs").CodegenResult} CodegenResult */
/** @typedef {import("../measure/codegen/generate.mjs").GenerateCost} GenerateCost */
/** @typedef {import("./part.mjs").CheckedGoal} CheckedGoal */

/**
 * The goals that the sections of a run decide.
 * @param {CodegenResult} result
 * @returns {CheckedGoal[]}
 */
export function checkCodegenGoals({ memcached, kinds }) {
  return [
    ...(memcached ? [goal("one kind", memcached.rows)] : []),
    ...(kinds ? [goal(`${kinds.plan.kinds} kinds`, kinds.rows)] : []),
  ];
}

/**
 * @param {string} what
 * @param {ReadonlyMap<string, GenerateCost>} rows
 * @returns {CheckedGoal}
 */
function goal(what, rows) {
  const [ours, theirs] = [...rows.values()].map(({ wallMs }) => wallMs.median);
  if (ours === undefined || theirs === undefined) throw new Error("a generator was not measured");
  const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(2)} s`;
  return {
    goal: `no slower than controller-gen with ${what}`,
    isMet: ours <= theirs,
    detail: `${seconds(ours)} against ${seconds(theirs)}: ${ratio(theirs / ours)} times as fast.`,
  };
}
