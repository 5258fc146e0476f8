import { calmComparison } from "../measure/calm.mjs";
import { bytes, ratio } from "./number-text.mjs";

/** @typedef {import("./client-report.mjs").ClientResult} ClientResult */
/** @typedef {import("./part.mjs").CheckedGoal} CheckedGoal */
/** @typedef {import("../measure/requests.mjs").RequestRate} RequestRate */

const importFactor = 10;
const sizeFactor = 20;

/**
 * The goals that the parts of a run decide.
 * @param {ClientResult} result
 * @returns {CheckedGoal[]}
 */
export function checkClientGoals({ footprint, requests }) {
  return [...(footprint ? footprintGoals(footprint) : []), ...(requests ? [requestGoal(requests)] : [])];
}

/**
 * @param {NonNullable<ClientResult["footprint"]>} footprint
 * @returns {CheckedGoal[]}
 */
function footprintGoals({ rows }) {
  const ours = rows.find(({ id }) => id === "kubewright");
  const theirs = rows.find(({ id }) => id === "client-node");
  const importGoal = `import ${importFactor} times faster than client-node`;
  const sizeGoal = `installed ${sizeFactor} times smaller than client-node`;
  if (!ours?.imported || !ours.installed || !theirs?.imported || !theirs.installed) {
    const detail = theirs?.problem ?? ours?.problem ?? "";
    return [importGoal, sizeGoal].map((goal) => ({ goal, isMet: undefined, detail }));
  }
  const [ourMs, theirMs] = [ours.imported.importMs.median, theirs.imported.importMs.median];
  const [ourBytes, theirBytes] = [ours.installed.bytes, theirs.installed.bytes];
  return [
    {
      goal: importGoal,
      isMet: theirMs >= importFactor * ourMs,
      detail: `${ratio(theirMs / ourMs)} times: ${ourMs.toFixed(1)} ms against ${theirMs.toFixed(1)} ms.`,
    },
    {
      goal: sizeGoal,
      isMet: theirBytes >= sizeFactor * ourBytes,
      detail: `${ratio(theirBytes / ourBytes)} times: ${bytes(ourBytes)} against ${bytes(theirBytes)}.`,
    },
  ];
}

/**
 * How many times the rate of the other one it is compared with, in the turns beside each other.
 * @param {RequestRate} ours
 * @param {RequestRate | undefined} theirs
 */
export function duelOf(ours, theirs) {
  return calmComparison(ours.duel ?? ours.turns, theirs?.duel ?? theirs?.turns ?? []);
}

/**
 * @param {NonNullable<ClientResult["requests"]>} requests
 * @returns {CheckedGoal}
 */
function requestGoal({ rows }) {
  const goal = "at least as many requests per second as client-go";
  const ours = rows.find(({ id }) => id === "kubewright");
  const theirs = rows.find(({ id }) => id === "client-go");
  if (!ours?.rates || !theirs?.rates) return { goal, isMet: undefined, detail: theirs?.problem ?? ours?.problem ?? "" };
  const compared = ours.rates.map((rate, index) => ({
    name: `${rate.operation} at ${rate.concurrency}`,
    value: duelOf(rate, theirs.rates?.[index]).median,
  }));
  const slower = compared.filter(({ value }) => value < 1);
  const values = compared.map(({ value }) => value);
  const range = `kubewright's rate is ${ratio(Math.min(...values))} to ${ratio(Math.max(...values))} times client-go's`;
  const where = slower.map(({ name, value }) => `${name} (${ratio(value)})`).join(", ");
  return {
    goal,
    isMet: slower.length === 0,
    detail:
      slower.length === 0
        ? `${range}.`
        : `${range}; it is less in ${slower.length} of ${compared.length} lines: ${where}.`,
  };
}
