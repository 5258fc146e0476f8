import { join } from "node:path";
import { startReferenceServer } from "@kubewright/testing";
import { apiServer } from "./api-server.mjs";
import { payload } from "./bench-object.mjs";
import { spreadOf } from "./spread.mjs";
import { processorTime, stolenShare } from "./stolen-time.mjs";
import { startSubject } from "./subject-process.mjs";
import { turnOrder } from "./turn-order.mjs";
import {
  checkWork,
  countRequests,
  createObjects,
  prepareWritten,
  readNamespace,
  writeNamespaceOf,
} from "./workload.mjs";

/** @typedef {import("./api-server.mjs").ApiServer} ApiServer */
/** @typedef {import("./calm.mjs").Measurement} Measurement */
/** @typedef {import("./spread.mjs").Spread} Spread */
/** @typedef {import("./subject-process.mjs").SubjectProcess} SubjectProcess */
/** @typedef {import("./workload.mjs").Work} Work */
/** @typedef {import("../subject/protocol.mjs").OperationName} OperationName */
/** @typedef {import("../subject/protocol.mjs").StepResult} StepResult */

/**
 * A client to measure: a program that follows the protocol of `../subject/protocol.mjs`.
 * @typedef {object} Subject
 * @property {string} id
 * @property {string} command
 * @property {readonly string[]} args before the specification
 * @property {string} variant
 * @property {Record<string, string>} modules
 */

/**
 * @typedef {object} RequestRate
 * @property {OperationName} operation
 * @property {number} concurrency
 * @property {readonly Measurement[]} turns requests per second in each turn; those of other subjects at the same index were measured beside it
 * @property {Spread} cpuMsPer1000 of the client's process
 */

/** @typedef {{ rates: RequestRate[], peakRssBytes: Spread }} SubjectRates */

/**
 * How much is measured.
 * @typedef {object} RequestPlan
 * @property {number} rounds each with new processes
 * @property {number} objects
 * @property {number} firstWarmUpMs before the first measurement of a process: compilers that optimize while running take their time
 * @property {number} warmUpMs before each other line
 * @property {number} turns in each round
 * @property {number} turnMs
 * @property {number} leadInMs before each turn: what the one before left to do, and what a program that waited has to find again
 * @property {number} listTurns of requests that take so long that few fit into a turn
 * @property {number} listTurnMs
 * @property {number} maxRequests
 * @property {readonly number[]} concurrencies
 */

/** @type {readonly OperationName[]} */
export const operations = ["get", "listConfigMaps", "listPods", "create", "patch"];

/**
 * Measures the subjects against one real API server. In each round every subject has a process, and they take turns that are short, so
 * that whatever else the machine does meets all of them alike.
 * @param {readonly Subject[]} subjects
 * @param {RequestPlan} plan
 * @param {{ signal: AbortSignal, progress: (line: string) => void }} context
 * @returns {Promise<Map<string, SubjectRates>>} by id
 */
export async function measureRequests(subjects, plan, { signal, progress }) {
  progress("starting kube-apiserver");
  const reference = await startReferenceServer({ signal });
  const server = apiServer(reference);
  try {
    const kubeconfig = join(reference.folder, "bench.kubeconfig");
    await reference.writeKubeconfig(kubeconfig);
    progress(`creating ${plan.objects} ConfigMaps and pods`);
    await createObjects(server, plan.objects);
    /** @type {Map<string, SubjectRound[]>} */
    const rounds = new Map(subjects.map(({ id }) => [id, []]));
    for (let round = 1; round <= plan.rounds; round++) {
      const measured = await measureRound(subjects, plan, { server, kubeconfig, signal, progress, round });
      for (const [id, each] of measured) rounds.get(id)?.push(each);
    }
    return new Map([...rounds].map(([id, each]) => [id, summarize(each)]));
  } finally {
    server.close();
    await reference[Symbol.asyncDispose]();
  }
}

/** @typedef {{ operation: OperationName, concurrency: number }} Line */

/** A subject in a round. @typedef {{ work: Work, process: SubjectProcess, lines: (Line & { turns: (StepResult & { stolen: number })[] })[] }} Entrant */

/** @typedef {Pick<Entrant, "lines">} SubjectRound */

/**
 * @param {readonly Subject[]} subjects
 * @param {RequestPlan} plan
 * @param {{ server: ApiServer, kubeconfig: string, signal: AbortSignal, progress: (line: string) => void, round: number }} context
 * @returns {Promise<Map<string, SubjectRound>>} by id
 */
async function measureRound(subjects, plan, { server, kubeconfig, signal, progress, round }) {
  const { objects, concurrencies } = plan;
  const workers = Math.max(...concurrencies);
  const before = await countRequests(server);
  /** @type {Entrant[]} */
  const entrants = [];
  try {
    for (const [index, subject] of subjects.entries()) {
      const writeNamespace = writeNamespaceOf(round, index);
      await prepareWritten(server, writeNamespace, workers);
      const { id, variant, modules } = subject;
      const spec = { kubeconfig, readNamespace, writeNamespace, objects, payload, variant, modules };
      const work = { id, writeNamespace, requests: new Map(), lastPatch: undefined };
      entrants.push({ work, process: startSubject(subject, spec, signal), lines: [] });
    }
    const lines = operations.flatMap((operation) => concurrencies.map((concurrency) => ({ operation, concurrency })));
    for (const [index, line] of lines.entries()) {
      signal.throwIfAborted();
      progress(`requests: round ${round} of ${plan.rounds}, ${line.operation} at ${line.concurrency}`);
      const warmUpMs = index === 0 ? plan.firstWarmUpMs : plan.warmUpMs;
      await measureLine(entrants, line, plan, { warmUpMs, round });
    }
    const works = entrants.map(({ work }) => work);
    await checkWork(server, works, before, workers);
    return new Map(entrants.map(({ work, lines }) => [work.id, { lines }]));
  } finally {
    await Promise.all(entrants.map(({ process }) => process.close()));
  }
}

/**
 * @param {readonly Entrant[]} entrants
 * @param {Line} line
 * @param {RequestPlan} plan
 * @param {{ warmUpMs: number, round: number }} options
 */
async function measureLine(entrants, line, plan, { warmUpMs, round }) {
  const { operation } = line;
  const take = async (/** @type {Entrant} */ { work, process }, /** @type {number} */ durationMs) => {
    const before = processorTime();
    const result = await process.measure({ ...line, durationMs, maxRequests: plan.maxRequests });
    const stolen = stolenShare(before, processorTime()) ?? 0;
    work.requests.set(operation, (work.requests.get(operation) ?? 0) + result.requests);
    if (operation === "patch") work.lastPatch = result.last;
    return { ...result, stolen };
  };
  for (const entrant of entrants) {
    await take(entrant, warmUpMs);
    entrant.lines.push({ ...line, turns: [] });
  }
  const isList = operation.startsWith("list");
  const turns = isList ? plan.listTurns : plan.turns;
  for (let turn = 0; turn < turns; turn++) {
    for (const entrant of turnOrder(entrants, (round - 1) * turns + turn)) {
      if (!isList) await take(entrant, plan.leadInMs);
      entrant.lines.at(-1)?.turns.push(await take(entrant, isList ? plan.listTurnMs : plan.turnMs));
    }
  }
}

/**
 * @param {readonly SubjectRound[]} rounds
 * @returns {SubjectRates}
 */
function summarize(rounds) {
  const [first] = rounds;
  if (first === undefined) throw new Error("no round was measured");
  const rates = first.lines.map(({ operation, concurrency }, index) => {
    const turns = rounds.flatMap(({ lines }) => lines[index]?.turns ?? []);
    return {
      operation,
      concurrency,
      turns: turns.map(({ requests, elapsedMs, stolen }) => ({ value: (requests / elapsedMs) * 1000, stolen })),
      cpuMsPer1000: spreadOf(turns.map(({ requests, cpuMs }) => (cpuMs / requests) * 1000)),
    };
  });
  const peaks = rounds.map(({ lines }) => lines.at(-1)?.turns.at(-1)?.peakRssBytes ?? 0);
  return { rates, peakRssBytes: spreadOf(peaks) };
}
