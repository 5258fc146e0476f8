import { verbs } from "../measure/runtime/converge.mjs";
import { bytes, milliseconds, quotient, rate, ratio, seconds } from "./number-text.mjs";
import { renderPart } from "./part.mjs";
import { checkRuntimeGoals } from "./runtime-goal.mjs";
import { table } from "./table.mjs";

/** @typedef {import("../measure/runtime/converge.mjs").ConvergeNumbers} ConvergeNumbers */
/** @typedef {import("../measure/runtime/converge.mjs").ConvergePlan} ConvergePlan */
/** @typedef {import("../measure/runtime/idle.mjs").IdleNumbers} IdleNumbers */
/** @typedef {import("../measure/runtime/idle.mjs").IdlePlan} IdlePlan */
/** @typedef {import("../measure/runtime/queue.mjs").QueueNumbers} QueueNumbers */
/** @typedef {import("../measure/runtime/queue.mjs").QueuePlan} QueuePlan */
/** @typedef {import("../measure/runtime/sync.mjs").SyncNumbers} SyncNumbers */
/** @typedef {import("../measure/runtime/sync.mjs").SyncPlan} SyncPlan */
/** @typedef {import("../measure/spread.mjs").Spread} Spread */

/** @typedef {{ queue: QueuePlan, idle: IdlePlan, converge: ConvergePlan, sync: SyncPlan }} RuntimePlan */

/**
 * What was measured of someone, or why nothing was.
 * @template N
 * @typedef {{ id: string, problem?: undefined, numbers: N } | { id: string, problem: string, numbers?: undefined }} RuntimeRow
 */

/**
 * Everything that a run found about the runtime.
 * @typedef {import("./part.mjs").Measured & {
 *   queue?: { plan: QueuePlan, rows: RuntimeRow<QueueNumbers>[] },
 *   idle?: { plan: IdlePlan, rows: RuntimeRow<IdleNumbers>[] },
 *   converge?: { plan: ConvergePlan, rows: RuntimeRow<ConvergeNumbers[]>[] },
 *   sync?: { plan: SyncPlan, rows: RuntimeRow<SyncNumbers[]>[] },
 * }} RuntimeResult
 */

/** Kubewright as it comes: its cache holds less than those of the peers. */
export const strippingId = "kubewright, managed fields left out (default)";

/** What is no peer, but shows how fast one could be in Node. */
export const bareId = "one list and JSON.parse, no cache";

/**
 * The results as Markdown.
 * @param {RuntimeResult} result
 */
export function renderRuntimePart(result) {
  const { queue, idle, converge, sync } = result;
  return renderPart("Runtime", result, {
    goals: checkRuntimeGoals(result),
    sections: [
      ...(sync ? syncSections(sync) : []),
      ...(converge ? convergeSections(converge) : []),
      ...(idle ? idleSections(idle) : []),
      ...(queue ? queueSections(queue) : []),
    ],
  });
}

/** @param {NonNullable<RuntimeResult["sync"]>} sync */
function syncSections({ plan, rows }) {
  const kinds = rows.find(({ numbers }) => numbers !== undefined)?.numbers?.map(({ kind }) => kind) ?? [];
  const cells = kinds.flatMap((kind, index) => {
    const ours = oursOf(rows)?.[index];
    return measuredOf(rows).map(({ id, numbers }) => {
      const each = numbers[index];
      return [
        kind,
        id,
        `${seconds(each?.elapsedMs)}${times(each?.elapsedMs, ours?.elapsedMs)}`,
        seconds(each?.cpuMs),
        `${size(each?.rssBytes)}${times(each?.rssBytes, ours?.rssBytes)}`,
        size(each?.heapBytes),
        size(each?.peakRssBytes),
      ];
    });
  });
  return [
    `### ${plan.objects} objects known`,
    `From a program that is ready to a cache that told a handler of each of ${plan.objects} Memcacheds (0.6 KB each as JSON) or as ` +
      `many pods (4 KB each): seconds, median (least to most) of ${plan.rounds} rounds, each with a new process. Connection and ` +
      "discovery are included. Resident memory and heap are those after a collection that gives back what it can; the peak is " +
      "the highest resident memory before. `n×` is that many times kubewright's. controller-runtime reads pods as protobuf, the others " +
      "as JSON. Managed fields are kept by all, so that like is compared with like; a row of its own shows kubewright's default, which " +
      "leaves them out. Client and server share the cores, so that the server's work is in every time.",
    ...problems(rows),
    table(["kind", "by", "time", "CPU", "resident", "heap", "peak"], cells),
  ];
}

/** @param {NonNullable<RuntimeResult["converge"]>} converge */
function convergeSections({ plan, rows }) {
  /** @param {(numbers: ConvergeNumbers, ours: ConvergeNumbers | undefined) => string[]} cell */
  const perRun = (cell) =>
    plan.concurrencies.flatMap((concurrency, index) =>
      measuredOf(rows).map(({ id, numbers }) => {
        const each = numbers[index];
        return [String(concurrency), id, ...(each ? cell(each, oursOf(rows)?.[index]) : [])];
      }),
    );
  return [
    `### ${plan.objects} Memcacheds to Deployment and status`,
    `All Memcacheds are there when the operator starts. Its reconciler, the same for all, reads the Memcached and its Deployment ` +
      "from the cache, creates or scales the Deployment, and writes a status that follows from the spec, if it is another one. " +
      `Seconds from the start until each has both, median (least to most) of ${plan.rounds} rounds; what was stored is checked. ` +
      "Requests are those for Memcacheds and Deployments as the server counted them, until nothing happened for " +
      `${plan.quietMs} ms. Refused are those answered with 409, already exists or conflict: nobody else writes, so that each ` +
      "comes from a stale read. controller-runtime's read-your-writes is an option, experimental and off by default.",
    ...problems(rows),
    table(
      ["at once", "by", "time", "requests", "refused", "reconciles", "failed", "CPU", "peak resident"],
      perRun((each, ours) => [
        `${seconds(each.elapsedMs)}${times(each.elapsedMs, ours?.elapsedMs)}`,
        `${rate(each.requests)}${times(each.requests, ours?.requests)}`,
        rate(each.refused),
        rate(each.reconciles),
        rate(each.failures),
        seconds(each.cpuMs),
        size(each.peakRssBytes),
      ]),
    ),
    "Requests by verb, median:",
    table(
      ["at once", "by", ...verbs],
      perRun((each) => verbs.map((verb) => String(each.byVerb[verb]?.median ?? 0))),
    ),
  ];
}

/** @param {NonNullable<RuntimeResult["idle"]>} idle */
function idleSections({ plan, rows }) {
  const ours = oursOf(rows);
  return [
    "### An operator with nothing to do",
    `${plan.objects} Memcacheds that have their Deployments and status; operators serve metrics and health, which nobody asks for. ` +
      `Median (least to most) of ${plan.rounds} rounds. First reconcile: ` +
      "from the start of the process. Memory after a collection; CPU is the share of one core, user and system, over " +
      `${plan.idleMs / 1000} s. Then ${plan.writes} writes, one at a time: from before the write is sent to the begin of the ` +
      "reconcile it leads to. client-node has no operators: what counts as a reconcile is the call of an informer's handler.",
    ...problems(rows),
    table(
      ["by", "first reconcile", "resident", "heap", "CPU", "write to reconcile, p50", "p99"],
      measuredOf(rows).map(({ id, numbers }) => [
        id,
        `${milliseconds(numbers.firstReconcileMs)}${times(numbers.firstReconcileMs, ours?.firstReconcileMs)}`,
        `${size(numbers.rssBytes)}${times(numbers.rssBytes, ours?.rssBytes)}`,
        size(numbers.heapBytes),
        percent(numbers.cpuShare),
        `${fineMilliseconds(numbers.p50Ms)}${times(numbers.p50Ms, ours?.p50Ms)}`,
        `${fineMilliseconds(numbers.p99Ms)}${times(numbers.p99Ms, ours?.p99Ms)}`,
      ]),
    ),
  ];
}

/** @param {NonNullable<RuntimeResult["queue"]>} queue */
function queueSections({ plan, rows }) {
  const ours = oursOf(rows)?.itemsPerSecond.median;
  return [
    "### Queue",
    `${plan.items} items are added, then each is taken and done, again and again: items per second, median (least to most) of ` +
      `${plan.rounds} rounds of ${plan.durationMs} ms. One worker, default rate limiter, metrics as a controller has them.`,
    ...problems(rows),
    table(
      ["by", "items per second", "kubewright's divided by it"],
      measuredOf(rows).map(({ id, numbers }) => [
        id,
        rate(numbers.itemsPerSecond),
        quotient(ours, numbers.itemsPerSecond.median),
      ]),
    ),
  ];
}

/**
 * @template N
 * @param {readonly RuntimeRow<N>[]} rows
 */
function measuredOf(rows) {
  return rows.flatMap(({ id, numbers }) => (numbers === undefined ? [] : [{ id, numbers }]));
}

/**
 * @template N
 * @param {readonly RuntimeRow<N>[]} rows
 */
function oursOf(rows) {
  return rows.find(({ id }) => id === "kubewright")?.numbers;
}

/** @param {readonly RuntimeRow<unknown>[]} rows */
function problems(rows) {
  return rows.flatMap(({ id, problem }) => (problem === undefined ? [] : [`${id}: not measured: ${problem}.`]));
}

/**
 * @param {Spread | undefined} theirs
 * @param {Spread | undefined} ours
 */
function times(theirs, ours) {
  if (theirs === undefined || ours === undefined || theirs === ours || ours.median === 0) return "";
  return ` = ${ratio(theirs.median / ours.median)}×`;
}

/** @param {Spread | undefined} spread */
function size(spread) {
  return spread ? bytes(spread.median) : "";
}

/** @param {Spread} spread */
function percent({ median, min, max }) {
  const text = (/** @type {number} */ share) => (100 * share).toFixed(2);
  return `${text(median)} % (${text(min)}–${text(max)})`;
}

/** @param {Spread} spread */
function fineMilliseconds({ median, min, max }) {
  return `${median.toFixed(2)} ms (${min.toFixed(2)}–${max.toFixed(2)})`;
}
