import { join } from "node:path";
import { startReferenceServer } from "@kubewright/testing";
import { apiServer } from "./api-server.mjs";
import { payload } from "./bench-object.mjs";
import { calmComparison, isSettled } from "./calm.mjs";
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
 * @property {readonly Measurement[]} [duel] the same, with more turns beside those of the one it is compared with
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
 * @property {readonly [string, string]} compared ids of the two that are to be told apart
 * @property {number} maxDuelRounds for them, besides those for all
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
    const context = { server, kubeconfig, signal, progress };
    /** @type {Map<string, SubjectRound[]>} */
    const rounds = new Map(subjects.map(({ id }) => [id, []]));
    for (let round = 1; round <= plan.rounds; round++) {
      const measured = await measureRound(subjects, plan, { ...context, round });
      for (const [id, each] of measured) rounds.get(id)?.push(each);
    }
    const rates = new Map([...rounds].map(([id, each]) => [id, summarize(each)]));
    await measureDuels(subjects, rates, plan, context);
    return rates;
  } finally {
    server.close();
    await reference[Symbol.asyncDispose]();
  }
}

/** @typedef {{ operation: OperationName, concurrency: number }} Line */

/** @typedef {StepResult & { stolen: number }} Turn */

/** A subject in a round. @typedef {{ work: Work, process: SubjectProcess, lines: (Line & { turns: Turn[] })[] }} Entrant */

/** @typedef {Pick<Entrant, "lines">} SubjectRound */

/** @typedef {{ server: ApiServer, kubeconfig: string, signal: AbortSignal, progress: (line: string) => void }} MeasureContext */

/**
 * @param {readonly Subject[]} subjects
 * @param {RequestPlan} plan
 * @param {MeasureContext & { round: number }} context
 * @returns {Promise<Map<string, SubjectRound>>} by id
 */
async function measureRound(subjects, plan, context) {
  const { round, signal, progress } = context;
  return await withEntrants(subjects, plan, context, async (entrants) => {
    for (const [index, line] of linesOf(plan).entries()) {
      signal.throwIfAborted();
      progress(`requests: round ${round} of ${plan.rounds}, ${line.operation} at ${line.concurrency}`);
      const warmUpMs = index === 0 ? plan.firstWarmUpMs : plan.warmUpMs;
      await measureLine(entrants, line, plan, { warmUpMs, round });
    }
    return new Map(entrants.map(({ work, lines }) => [work.id, { lines }]));
  });
}

/**
 * Goes on with the two that are compared, on the lines on which it is still open which of them is faster: round by round, with new processes
 * each time, as before.
 * @param {readonly Subject[]} subjects
 * @param {Map<string, SubjectRates>} rates what the rounds found, to which `duel` is added
 * @param {RequestPlan} plan
 * @param {MeasureContext} context
 */
async function measureDuels(subjects, rates, plan, context) {
  const pair = subjects.filter(({ id }) => plan.compared.includes(id));
  if (pair.length < 2) return;
  const linesInDoubt = linesOf(plan).map((line, index) => {
    const both = new Map(pair.map(({ id }) => [id, /** @type {RequestRate} */ (rates.get(id)?.rates[index])]));
    for (const rate of both.values()) rate.duel = [...rate.turns];
    return { line, both };
  });
  const isOpen = (/** @type {typeof linesInDoubt[number]} */ { both }) => {
    const [ours, theirs] = [...both.values()].map(({ duel = [] }) => duel);
    return !isSettled(calmComparison(ours ?? [], theirs ?? []));
  };
  for (let round = plan.rounds + 1; round <= plan.rounds + plan.maxDuelRounds; round++) {
    const open = linesInDoubt.filter(isOpen);
    if (open.length === 0) return;
    await withEntrants(pair, plan, { ...context, round }, async (entrants) => {
      for (const [index, { line, both }] of open.entries()) {
        context.signal.throwIfAborted();
        context.progress(`requests: ${line.operation} at ${line.concurrency} is not clear yet, round ${round}`);
        const warmUpMs = index === 0 ? plan.firstWarmUpMs : plan.warmUpMs;
        await measureLine(entrants, line, plan, { warmUpMs, round });
        for (const { work, lines } of entrants) {
          const rate = both.get(work.id);
          if (rate !== undefined) rate.duel = [...(rate.duel ?? []), ...(lines.at(-1)?.turns ?? []).map(measurementOf)];
        }
      }
    });
  }
}

/** @param {RequestPlan} plan @returns {Line[]} */
function linesOf({ concurrencies }) {
  return operations.flatMap((operation) => concurrencies.map((concurrency) => ({ operation, concurrency })));
}

/**
 * Starts a process for each subject; what they did is checked, and they end, when `measure` has.
 * @template T
 * @param {readonly Subject[]} subjects
 * @param {RequestPlan} plan
 * @param {MeasureContext & { round: number }} context
 * @param {(entrants: readonly Entrant[]) => Promise<T>} measure
 * @returns {Promise<T>}
 */
async function withEntrants(subjects, { objects, concurrencies }, { server, kubeconfig, signal, round }, measure) {
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
    const measured = await measure(entrants);
    const works = entrants.map(({ work }) => work);
    await checkWork(server, works, before, workers);
    return measured;
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
  for (const entrant of entrants) {
    await takeTurn(entrant, line, warmUpMs, plan);
    entrant.lines.push({ ...line, turns: [] });
  }
  const turns = isList(line) ? plan.listTurns : plan.turns;
  for (let turn = 0; turn < turns; turn++) {
    for (const entrant of turnOrder(entrants, (round - 1) * turns + turn)) {
      if (!isList(line)) await takeTurn(entrant, line, plan.leadInMs, plan);
      entrant.lines.at(-1)?.turns.push(await takeTurn(entrant, line, turnMsOf(line, plan), plan));
    }
  }
}

/**
 * @param {Entrant} entrant
 * @param {Line} line
 * @param {number} durationMs
 * @param {RequestPlan} plan
 * @returns {Promise<Turn>}
 */
async function takeTurn({ work, process }, line, durationMs, { maxRequests }) {
  const { operation } = line;
  const before = processorTime();
  const result = await process.measure({ ...line, durationMs, maxRequests });
  const stolen = stolenShare(before, processorTime()) ?? 0;
  work.requests.set(operation, (work.requests.get(operation) ?? 0) + result.requests);
  if (operation === "patch") work.lastPatch = result.last;
  return { ...result, stolen };
}

/** @param {Line} line @param {RequestPlan} plan */
function turnMsOf(line, { turnMs, listTurnMs }) {
  return isList(line) ? listTurnMs : turnMs;
}

/** @param {Line} line */
function isList({ operation }) {
  return operation.startsWith("list");
}

/** @param {Turn} turn @returns {Measurement} */
function measurementOf({ requests, elapsedMs, stolen }) {
  return { value: (requests / elapsedMs) * 1000, stolen };
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
      turns: turns.map(measurementOf),
      cpuMsPer1000: spreadOf(turns.map(({ requests, cpuMs }) => (cpuMs / requests) * 1000)),
    };
  });
  const peaks = rounds.map(({ lines }) => lines.at(-1)?.turns.at(-1)?.peakRssBytes ?? 0);
  return { rates, peakRssBytes: spreadOf(peaks) };
}
