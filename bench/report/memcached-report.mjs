import { calmText } from "../measure/calm.mjs";
import { timings } from "../measure/memcached/load.mjs";
import { checkMemcachedGoals } from "./memcached-goal.mjs";
import { bytes, rate, ratio, seconds } from "./number-text.mjs";
import { renderPart } from "./part.mjs";
import { table } from "./table.mjs";

/** @typedef {import("../measure/memcached/load.mjs").LoadNumbers} LoadNumbers */
/** @typedef {import("../measure/memcached/load.mjs").LoadPlan} LoadPlan */
/** @typedef {import("../measure/spread.mjs").Spread} Spread */

/** What was measured on one server. Rows: ours first. @typedef {{ plan: LoadPlan, rows: ReadonlyMap<string, LoadNumbers> }} LoadSection */

/**
 * Everything that a run found about the Memcached operator. `problem`: why the peer was not measured.
 * @typedef {import("./part.mjs").Measured & { problem?: string, embedded?: LoadSection, real?: LoadSection }} MemcachedResult
 */

/** What the deploy-image sample does, in Go. */
export const sampleId = "controller-runtime, the sample";

/** The same program when it makes the same objects and status as ours in the same way, as many at once. */
export const twinId = "controller-runtime, the same objects applied";

/** The same, by requests that cost a server less. */
export const updatingTwinId = "controller-runtime, the same objects created and updated";

const servers = { embedded: "the embedded API server", real: "the real kube-apiserver" };

/**
 * The results as Markdown.
 * @param {MemcachedResult} result
 */
export function renderMemcachedPart(result) {
  const { embedded, real } = result;
  return renderPart("Memcached operator", result, {
    goals: checkMemcachedGoals(result),
    sections: [
      ...(embedded || real ? intro(embedded ?? real) : []),
      ...(result.problem === undefined ? [] : [`In Go: not measured: ${result.problem}.`]),
      ...(embedded ? loadSections(servers.embedded, embedded) : []),
      ...(real ? loadSections(servers.real, real) : []),
    ],
  });
}

/** @param {LoadSection | undefined} section */
function intro(section) {
  if (section === undefined) return [];
  const { objects, quietMs } = section.plan;
  return [
    `Each operator runs as a program of its own. ${objects} Memcacheds are created, 16 at a time; when each has its Deployment of the ` +
      "wanted size and a condition Available of its generation, all are scaled; when each is so again, all are deleted, until none " +
      "is left. Times are from the first request to what a watch tells of the last one, what the benchmark's own requests take " +
      `included: median (least to most) of the cycles ${calmText}. "All" is the sum of the three. Operators take turns on the same server. ` +
      "It has no controllers and no nodes: no pod ever runs. Requests, refusals and reconciles are those that the " +
      `operator's own metrics tell of, per cycle, until nothing happened for ${quietMs} ms after each step. Refused are those answered ` +
      "with 409, already exists or conflict: nobody else writes, so that each comes from a stale read. Memory is that of the " +
      "operator when all is gone again and it has collected its garbage, after each cycle: what it has resident, and what of that " +
      "its program holds on to (the heap, and for Node what is outside of it, too). The peak is the highest resident memory before.",
    `kubewright is \`operators/memcached\`. "${sampleId}" is an operator that reads and writes what the deploy-image sample of the Operator ` +
      "SDK does, in the same order: a Deployment, a finalizer and conditions, an event when it is deleted, one Memcached at a time. " +
      "kubewright makes more of each Memcached: a Deployment with more in it, two Services and a PodDisruptionBudget besides, events of " +
      `what it does, and a status with more in it; it takes eight at once. "${twinId}" does that in Go: the same objects with the same ` +
      "labels, owner, spec and status, which each round checks field by field on one Memcached, and events of the same kind, eight " +
      "at once. It has the server apply what is missing or differs, as kubewright does, so that the server knows whose fields are whose, " +
      "and writes the status in the same reconcile if it is another one. controller-runtime's read-your-writes, experimental and off by " +
      "default, is on: without it, what was just made is made again. Applying costs a server more than the same by create and update: " +
      `"${updatingTwinId}" does the latter.`,
  ];
}

/**
 * @param {string} server
 * @param {LoadSection} section
 */
function loadSections(server, { plan, rows }) {
  const [ours] = rows.values();
  const all = [...rows];
  const objectsOf = (/** @type {LoadNumbers} */ { made }) =>
    Object.entries(made)
      .filter(([, count]) => count > 0)
      .map(([plural, count]) => `${trimmed(count)} ${plural}`)
      .join(", ");
  return [
    `### ${plan.objects} Memcacheds on ${server}`,
    `Cycles in one process: ${plan.cycles}. Processes: ${plan.rounds}.${
      plan.lastCycles === undefined ? "" : ` The last one of kubewright: ${plan.lastCycles} cycles.`
    }`,
    table(
      ["by", ...timings.map((timing) => `${timing} (s)`), "CPU (s)", "CPU of the server (s)"],
      all.map(([id, { elapsedMs, cpuMs, serverCpuMs }]) => [
        id,
        ...timings.map((timing) => `${seconds(elapsedMs[timing])}${times(elapsedMs[timing], ours?.elapsedMs[timing])}`),
        seconds(cpuMs),
        seconds(serverCpuMs),
      ]),
    ),
    table(
      ["by", "peak resident", "resident, after each cycle", "held, after each cycle"],
      all.map(([id, { peakBytes, residentBytes, heldBytes }]) => [
        id,
        bytes(peakBytes.median),
        residentBytes.map(({ median }) => bytes(median)).join(", "),
        heldBytes.map(({ median }) => bytes(median)).join(", "),
      ]),
    ),
    table(
      ["by", "requests", "refused", "other errors", "reconciles", "failed", "errors logged", "events dropped"],
      all.map(([id, { counters }]) => [
        id,
        `${rate(counters.requests)}${times(counters.requests, ours?.counters.requests)}`,
        rate(counters.refused),
        rate(counters.otherErrors),
        rate(counters.reconciles),
        rate(counters.failures),
        rate(counters.errorLines),
        rate(counters.droppedEvents),
      ]),
    ),
    table(
      ["by", "made of each Memcached", "requests for each Memcached", "requests for each object made", "by method"],
      all.map(([id, numbers]) => [
        id,
        objectsOf(numbers),
        trimmed(perMemcached(numbers, plan)),
        trimmed(perMemcached(numbers, plan) / madeOfEach(numbers)),
        Object.entries(numbers.byMethod)
          .filter(([, count]) => count > 0)
          .map(([method, count]) => `${count} ${method}`)
          .join(", "),
      ]),
    ),
  ];
}

/**
 * @param {LoadNumbers} numbers
 * @param {LoadPlan} plan
 */
function perMemcached({ counters }, { objects }) {
  return counters.requests.median / objects;
}

/** @param {LoadNumbers} numbers */
function madeOfEach({ made }) {
  return Object.values(made).reduce((sum, count) => sum + count, 0);
}

/** @param {number} value */
function trimmed(value) {
  return String(Number(value.toFixed(2)));
}

/**
 * @param {Spread} theirs
 * @param {Spread | undefined} ours
 */
function times(theirs, ours) {
  return ours === undefined || theirs === ours ? "" : ` = ${ratio(theirs.median / ours.median)}×`;
}
