import { ratio } from "./number-text.mjs";

/** @typedef {import("./part.mjs").CheckedGoal} CheckedGoal */
/** @typedef {import("./runtime-report.mjs").RuntimeResult} RuntimeResult */
/** @typedef {import("../measure/runtime/sync.mjs").SyncNumbers} SyncNumbers */
/** @typedef {import("../measure/runtime/converge.mjs").ConvergeNumbers} ConvergeNumbers */

const peerIds = ["controller-runtime", "client-node"];

/**
 * The goals that the sections of a run decide.
 * @param {RuntimeResult} result
 * @returns {CheckedGoal[]}
 */
export function checkRuntimeGoals({ sync, converge }) {
  return [...(sync ? syncGoals(sync) : []), ...(converge ? convergeGoals(converge) : [])];
}

const protobuf =
  "controller-runtime reads pods as protobuf, in which they are smaller and cheaper to decode; in Node, JSON costs what one list and JSON.parse cost.";

/**
 * @param {NonNullable<RuntimeResult["sync"]>} sync
 * @returns {CheckedGoal[]}
 */
function syncGoals({ plan, rows }) {
  return ["Memcached", "Pod"].map((kind) => {
    const goal = `${plan.objects} objects of kind ${kind} known as soon as by the faster of controller-runtime and client-node`;
    const measured = rows.flatMap(({ id, numbers }) => {
      const found = numbers?.find((each) => each.kind === kind);
      return found ? [{ id, elapsed: found.elapsedMs }] : [];
    });
    const ours = measured.find(({ id }) => id === "kubewright");
    const peers = measured.filter(({ id }) => peerIds.includes(id));
    if (ours === undefined || peers.length < peerIds.length)
      return { goal, isMet: undefined, detail: problemsOf(rows) };
    const best = Math.min(...peers.map(({ elapsed }) => elapsed.median));
    const list = measured.map(({ id, elapsed }) => `${id} ${(elapsed.median / 1000).toFixed(2)} s`).join(", ");
    const leastOfPeers = Math.min(...peers.map(({ elapsed }) => elapsed.min));
    const bestRounds = `Best rounds: ${(ours.elapsed.min / 1000).toFixed(2)} s against ${(leastOfPeers / 1000).toFixed(2)} s.`;
    const isMet = ours.elapsed.median <= best;
    const isFromGo = peers.some(({ id, elapsed }) => id === "controller-runtime" && elapsed.median === best);
    const why = !isMet && kind === "Pod" && isFromGo ? ` ${protobuf}` : "";
    return { goal, isMet, detail: `${list}. ${bestRounds}${why}` };
  });
}

/**
 * @param {NonNullable<RuntimeResult["converge"]>} converge
 * @returns {CheckedGoal[]}
 */
function convergeGoals({ plan, rows }) {
  const goals = {
    time: `${plan.objects} Memcacheds to Deployment and status in at most controller-runtime's time`,
    refused: "no request refused for a stale read",
    requests: "fewer API requests than controller-runtime",
  };
  const ours = rows.find(({ id }) => id === "kubewright")?.numbers;
  const theirs = rows.find(({ id }) => id === "controller-runtime")?.numbers;
  if (ours === undefined || theirs === undefined) {
    return Object.values(goals).map((goal) => ({ goal, isMet: undefined, detail: problemsOf(rows) }));
  }
  const pairs = ours.flatMap((each, index) => {
    const peer = theirs[index];
    return peer ? [{ ours: each, theirs: peer }] : [];
  });
  /** @param {(numbers: ConvergeNumbers) => string} text */
  const compared = (text) =>
    pairs.map((pair) => `${text(pair.ours)} against ${text(pair.theirs)} at ${pair.ours.concurrency}`).join(", ");
  return [
    {
      goal: goals.time,
      isMet: pairs.every((pair) => pair.ours.elapsedMs.median <= pair.theirs.elapsedMs.median),
      detail:
        `${compared(({ elapsedMs }) => `${(elapsedMs.median / 1000).toFixed(1)} s`)}: ` +
        `${pairs.map((pair) => ratio(pair.theirs.elapsedMs.median / pair.ours.elapsedMs.median)).join(" and ")} times as fast.`,
    },
    {
      goal: goals.refused,
      isMet: pairs.every((pair) => pair.ours.refused.max === 0),
      detail: `${compared(({ refused }) => String(refused.max))}, the most of any round.`,
    },
    {
      goal: goals.requests,
      isMet: pairs.every((pair) => pair.ours.requests.median < pair.theirs.requests.median),
      detail: `${compared(({ requests }) => String(requests.median))}.`,
    },
  ];
}

/** @param {readonly { id: string, problem?: string | undefined }[]} rows */
function problemsOf(rows) {
  return rows.flatMap(({ id, problem }) => (problem === undefined ? [] : [`${id}: ${problem}`])).join("; ");
}
