import { objectName } from "../../subject/protocol.mjs";
import { processCpuMs } from "../apiserver/process-usage.mjs";
import { calmSpread } from "../calm.mjs";
import { eachOf } from "../each-of.mjs";
import { spreadOf } from "../spread.mjs";
import { processorTime, stolenShare } from "../stolen-time.mjs";
import { turnOrder } from "../turn-order.mjs";
import { FollowedObjects } from "./followed-objects.mjs";
import { apiVersion, loadedMemcached, sizesOf } from "./load-object.mjs";
import { OperatorProcess } from "./operator-process.mjs";
import { checkSameObjects, objectsOf } from "./same-objects.mjs";

/** @typedef {import("../apiserver/measured-server.mjs").MeasuredServer} MeasuredServer */
/** @typedef {import("../calm.mjs").Measurement} Measurement */
/** @typedef {import("../spread.mjs").Spread} Spread */
/** @typedef {import("./operator-process.mjs").Operator} Operator */
/** @typedef {import("./operator-process.mjs").OperatorCounters} OperatorCounters */
/** @typedef {{ signal: AbortSignal, progress: (line: string) => void }} RunContext */

/**
 * So many Memcacheds are created, scaled and deleted, `cycles` times in the same process; that, `rounds` times. `lastCycles`: of the first
 * operator in its last round, to see what it keeps of each, if not `cycles`.
 * @typedef {{ rounds: number, cycles: number, lastCycles?: number, objects: number, quietMs: number }} LoadPlan
 */

/** @typedef {"create" | "scale" | "delete"} Phase */

/** In the order in which they come. */
export const phases = /** @type {const} */ (["create", "scale", "delete"]);

/** What is timed: each phase, and all of them together. */
export const timings = /** @type {const} */ ([...phases, "all"]);

/**
 * What an operator did with the load. Times: of the cycles that the host left alone. CPU: of all cycles of all rounds. The counters are per cycle, `made` per Memcached
 * and by plural. `residentBytes`, `heldBytes`: after each of the cycles of a process.
 * @typedef {object} LoadNumbers
 * @property {Record<typeof timings[number], Spread>} elapsedMs
 * @property {Spread} cpuMs of the operator, per cycle
 * @property {Spread} serverCpuMs of the server, per cycle
 * @property {Record<Exclude<keyof OperatorCounters, "byMethod">, Spread>} counters
 * @property {Record<string, number>} byMethod
 * @property {Record<string, number>} made
 * @property {Spread} peakBytes
 * @property {Spread[]} residentBytes
 * @property {Spread[]} heldBytes
 */

const namespace = "load";
const mergePatch = "application/merge-patch+json";
const paths = {
  memcacheds: `/apis/${apiVersion}/namespaces/${namespace}/memcacheds`,
  deployments: `/apis/apps/v1/namespaces/${namespace}/deployments`,
};

/** What operators may make, by plural. */
const madePaths = {
  deployments: paths.deployments,
  services: `/api/v1/namespaces/${namespace}/services`,
  poddisruptionbudgets: `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`,
  events: `/apis/events.k8s.io/v1/namespaces/${namespace}/events`,
};

/** How long all Memcacheds may take in one phase. */
const phaseLimitMs = 300_000;

/**
 * Measures operators with many Memcacheds, one after the other on the same server, which has no controllers. Each round begins with another
 * operator: none is always the first on a server that has not done anything yet. After each, operators that are to make the same of a
 * Memcached are held against each other; throws where one does not.
 * @param {readonly Operator[]} operators
 * @param {LoadPlan} plan
 * @param {RunContext & { server: MeasuredServer, what: string }} context
 * @returns {Promise<Map<string, LoadNumbers>>} by id
 */
export async function measureLoad(operators, plan, { server, what, signal, progress }) {
  const metadata = { name: namespace };
  await server.api.call("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata });
  await useOnce(server.api);
  /** @type {Map<string, Run[]>} */
  const runs = new Map(operators.map(({ id }) => [id, []]));
  for (let round = 0; round < plan.rounds; round++) {
    for (const operator of turnOrder(operators, round)) {
      progress(`${what}: round ${round + 1} of ${plan.rounds}, ${operator.id}`);
      const isLast = operator === operators[0] && round === plan.rounds - 1;
      const cycles = (isLast ? plan.lastCycles : undefined) ?? plan.cycles;
      runs.get(operator.id)?.push(await runOperator(operator, { ...plan, cycles }, { server, signal }));
    }
    const storedBy = (/** @type {string} */ id) => ({
      id,
      objects: runs.get(id)?.at(-1)?.cycles.at(-1)?.objects ?? {},
    });
    for (const { id, sameAs } of operators) if (sameAs !== undefined) checkSameObjects(storedBy(sameAs), storedBy(id));
  }
  return new Map([...runs].map(([id, each]) => [id, summary(each)]));
}

/**
 * Has the server do what it does when it is first asked for a Memcached, which takes kube-apiserver two seconds.
 * @param {import("../api-server.mjs").ApiServer} api
 */
async function useOnce(api) {
  await api.call("POST", paths.memcacheds, loadedMemcached(0, 1));
  await api.call("DELETE", `${paths.memcacheds}/${objectName(0)}`);
}

/** @typedef {{ elapsedMs: Record<Phase, Measurement>, cpuMs: number, serverCpuMs: number, counters: OperatorCounters, made: Record<string, number>, objects: Record<string, any>, residentBytes: number, heldBytes: number }} Cycle */
/** @typedef {{ cycles: Cycle[], peakBytes: number }} Run */

/**
 * @param {Operator} operator
 * @param {LoadPlan} plan
 * @param {{ server: MeasuredServer, signal: AbortSignal }} context
 * @returns {Promise<Run>}
 */
async function runOperator(operator, { cycles, objects, quietMs }, { server, signal }) {
  const { api, kubeconfig } = server;
  const followed = await FollowedObjects.start(api, paths);
  try {
    const process = await OperatorProcess.start(operator, { kubeconfig, signal });
    try {
      /** @type {Cycle[]} */
      const all = [];
      for (let cycle = 0; cycle < cycles; cycle++) {
        all.push(await runCycle(process, { objects, quietMs, server, followed, signal }));
      }
      return { cycles: all, peakBytes: process.peakBytes() };
    } finally {
      await process.stop();
    }
  } finally {
    followed.close();
  }
}

/**
 * @param {OperatorProcess} process
 * @param {{ objects: number, quietMs: number, server: MeasuredServer, followed: FollowedObjects, signal: AbortSignal }} options
 * @returns {Promise<Cycle>}
 */
async function runCycle(process, { objects, quietMs, server, followed, signal }) {
  const { api } = server;
  const names = Array.from({ length: objects }, (_, n) => objectName(n));
  const before = await process.counters();
  const cpuBefore = process.cpuMs();
  const serverCpuBefore = cpuOf(server);
  const timed = async (
    /** @type {(n: number) => Promise<unknown>} */ ask,
    /** @type {(memcached: any, deployment: any) => boolean} */ isDone,
  ) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(phaseLimitMs)]);
    const processorBefore = processorTime();
    const start = performance.now();
    await eachOf(objects, ask);
    await followed.untilAll(names, isDone, limit);
    const value = performance.now() - start;
    const stolen = stolenShare(processorBefore, processorTime()) ?? 0;
    await followed.untilQuiet(quietMs);
    return { value, stolen };
  };
  const create = await timed(
    (n) => api.call("POST", paths.memcacheds, loadedMemcached(n, sizesOf(n).first)),
    isReconciled,
  );
  const scale = await timed(
    (n) => api.call("PATCH", `${paths.memcacheds}/${objectName(n)}`, { spec: { size: sizesOf(n).scaled } }, mergePatch),
    isReconciled,
  );
  const made = await readMade(api);
  const counts = Object.entries(made).map(([plural, items]) => [plural, items.length / objects]);
  const firstObjects = objectsOf(followed.memcacheds.get(objectName(0)), made);
  const remove = await timed(
    (n) => api.call("DELETE", `${paths.memcacheds}/${objectName(n)}`),
    (memcached) => memcached === undefined,
  );
  const counters = await process.counters();
  const cpuMs = process.cpuMs() - cpuBefore;
  const serverCpuMs = cpuOf(server) - serverCpuBefore;
  // There is no garbage collection on a server alone.
  for (const path of Object.values(madePaths)) await api.call("DELETE", path);
  await followed.untilAll(names, (_, deployment) => deployment === undefined, signal);
  await followed.untilQuiet(quietMs);
  return {
    elapsedMs: { create, scale, delete: remove },
    cpuMs,
    serverCpuMs,
    counters: countersSince(before, counters),
    made: Object.fromEntries(counts),
    objects: firstObjects,
    ...(await process.collect()),
  };
}

/** @param {MeasuredServer} server */
function cpuOf({ pids }) {
  return pids.reduce((sum, pid) => sum + processCpuMs(pid), 0);
}

/**
 * Whether the Deployment has the size that is wanted, and the status says how that is.
 * @param {any} memcached
 * @param {any} deployment
 */
function isReconciled(memcached, deployment) {
  const available = memcached?.status?.conditions?.find((/** @type {any} */ { type }) => type === "Available");
  return (
    available !== undefined &&
    available.status !== "Unknown" &&
    (available.observedGeneration ?? memcached.status.observedGeneration) === memcached.metadata.generation &&
    deployment?.spec?.replicas === memcached.spec.size
  );
}

/**
 * What operators have made, by plural.
 * @param {import("../api-server.mjs").ApiServer} api
 * @returns {Promise<Record<string, any[]>>}
 */
async function readMade(api) {
  const lists = Object.entries(madePaths).map(async ([plural, path]) => [plural, (await api.call("GET", path)).items]);
  return Object.fromEntries(await Promise.all(lists));
}

/**
 * @param {OperatorCounters} before
 * @param {OperatorCounters} after
 * @returns {OperatorCounters}
 */
function countersSince(before, after) {
  const difference = (/** @type {Exclude<keyof OperatorCounters, "byMethod">} */ name) => after[name] - before[name];
  const byMethod = Object.entries(after.byMethod).map(([method, count]) => [
    method,
    count - (before.byMethod[method] ?? 0),
  ]);
  return {
    requests: difference("requests"),
    refused: difference("refused"),
    otherErrors: difference("otherErrors"),
    reconciles: difference("reconciles"),
    failures: difference("failures"),
    errorLines: difference("errorLines"),
    droppedEvents: difference("droppedEvents"),
    byMethod: Object.fromEntries(byMethod),
  };
}

/**
 * @param {readonly Run[]} runs
 * @returns {LoadNumbers}
 */
function summary(runs) {
  const cycles = runs.flatMap((run) => run.cycles);
  const over = (/** @type {(cycle: Cycle) => number} */ value) => spreadOf(cycles.map(value));
  const counter = (/** @type {Exclude<keyof OperatorCounters, "byMethod">} */ name) =>
    over(({ counters }) => counters[name]);
  const calm = (/** @type {Phase} */ phase) => calmSpread(cycles.map((cycle) => cycle.elapsedMs[phase]));
  const all = calmSpread(cycles.map(({ elapsedMs }) => sumOf(Object.values(elapsedMs))));
  const methods = new Set(cycles.flatMap(({ counters }) => Object.keys(counters.byMethod)));
  const plurals = Object.keys(cycles[0]?.made ?? {});
  const afterEach = (/** @type {"residentBytes" | "heldBytes"} */ name) =>
    Array.from({ length: Math.max(...runs.map((run) => run.cycles.length)) }, (_, index) =>
      spreadOf(runs.flatMap((run) => run.cycles[index]?.[name] ?? [])),
    );
  return {
    elapsedMs: { create: calm("create"), scale: calm("scale"), delete: calm("delete"), all },
    cpuMs: over(({ cpuMs }) => cpuMs),
    serverCpuMs: over(({ serverCpuMs }) => serverCpuMs),
    counters: {
      requests: counter("requests"),
      refused: counter("refused"),
      otherErrors: counter("otherErrors"),
      reconciles: counter("reconciles"),
      failures: counter("failures"),
      errorLines: counter("errorLines"),
      droppedEvents: counter("droppedEvents"),
    },
    byMethod: Object.fromEntries(
      [...methods].sort().map((method) => [method, over(({ counters }) => counters.byMethod[method] ?? 0).median]),
    ),
    made: Object.fromEntries(plurals.map((plural) => [plural, over(({ made }) => made[plural] ?? 0).median])),
    peakBytes: spreadOf(runs.map((run) => run.peakBytes)),
    residentBytes: afterEach("residentBytes"),
    heldBytes: afterEach("heldBytes"),
  };
}

/**
 * What a cycle took, which is disturbed as far as its phases are.
 * @param {readonly Measurement[]} phases
 * @returns {Measurement}
 */
function sumOf(phases) {
  const value = phases.reduce((sum, phase) => sum + phase.value, 0);
  const stolen = phases.reduce((sum, phase) => sum + phase.stolen * phase.value, 0) / value;
  return { value, stolen };
}
