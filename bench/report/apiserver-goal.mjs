import { bytes, ratio } from "./number-text.mjs";

/** @typedef {import("./apiserver-report.mjs").ApiServerResult} ApiServerResult */
/** @typedef {import("./part.mjs").CheckedGoal} CheckedGoal */
/** @typedef {import("../measure/apiserver/rates.mjs").ServerRate} ServerRate */

const readyGoalMs = 300;
const inProcessGoalMs = 30;
const idleGoalBytes = 100 * 2 ** 20;
const httpsFactor = 3;
const inProcessFactor = 10;

/**
 * The goals that the sections of a run decide.
 * @param {ApiServerResult} result
 * @returns {CheckedGoal[]}
 */
export function checkApiServerGoals({ start, rates }) {
  return [...(start ? startGoals(start) : []), ...(rates ? rateGoals(rates) : [])];
}

/**
 * @param {NonNullable<ApiServerResult["start"]>} start
 * @returns {CheckedGoal[]}
 */
function startGoals({ inProcess, processes }) {
  const [ours, theirs] = [processes.get("kubewright"), processes.get("kube-apiserver")];
  if (ours === undefined || theirs === undefined) throw new Error("a server was not measured");
  const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(2)} s`;
  return [
    {
      goal: `ready within ${readyGoalMs / 1000} s of the start of the process`,
      isMet: ours.readyMs.median <= readyGoalMs,
      detail: `${seconds(ours.readyMs.median)} against ${seconds(theirs.readyMs.median)}. Best: ${seconds(ours.readyMs.min)}.`,
    },
    {
      goal: `ready within ${inProcessGoalMs} ms in a process that has the module loaded`,
      isMet: inProcess.firstMs.median <= inProcessGoalMs,
      detail: `${inProcess.firstMs.median.toFixed(1)} ms for the first, ${inProcess.nextMs.median.toFixed(1)} ms for each that follows.`,
    },
    {
      goal: `less than ${bytes(idleGoalBytes)} of memory when idle`,
      isMet: ours.residentBytes.median < idleGoalBytes,
      detail: `${bytes(ours.residentBytes.median)} against ${bytes(theirs.residentBytes.median)}.`,
    },
  ];
}

/**
 * @param {NonNullable<ApiServerResult["rates"]>} rates
 * @returns {CheckedGoal[]}
 */
function rateGoals({ rows }) {
  const theirs = rows.get("kube-apiserver") ?? [];
  return [
    rateGoal(
      `${httpsFactor} times the requests of kube-apiserver per second over HTTPS`,
      rows.get("kubewright"),
      theirs,
      httpsFactor,
      // Over a wire, the client's own work of unpacking and parsing is in both rates: that is asked of the server which it sends.
      { lists: "listText" },
    ),
    rateGoal(
      `${inProcessFactor} times the requests of kube-apiserver per second in process`,
      rows.get("kubewright, in process"),
      theirs,
      inProcessFactor,
      { lists: "both" },
    ),
  ];
}

/**
 * @param {string} goal
 * @param {readonly ServerRate[] | undefined} ours
 * @param {readonly ServerRate[]} theirs
 * @param {number} factor
 * @param {{ lists: "listText" | "both" }} options which lines of lists count
 * @returns {CheckedGoal}
 */
function rateGoal(goal, ours = [], theirs, factor, { lists }) {
  const compared = ours.map(({ operation, perSecond }, index) => ({
    operation,
    value: perSecond.median / (theirs[index]?.perSecond.median ?? 0),
  }));
  const list = compared.map(({ operation, value }) => `${operation} ${ratio(value)}`).join(", ");
  const counted = compared.filter(({ operation }) => operation !== "list" || lists === "both");
  const parsed =
    lists === "both"
      ? ""
      : " Lists count as listText, which is read and not parsed: a client that parses one spends more on that than the server on making it.";
  return { goal, isMet: counted.every(({ value }) => value >= factor), detail: `Times: ${list}.${parsed}` };
}
