import { join } from "node:path";
import { startReferenceServer } from "@kubewright/testing";
import { bareEnvironment, runProgram } from "../install/program.mjs";
import { apiServer } from "./api-server.mjs";
import { payload } from "./bench-object.mjs";
import { spreadOf } from "./spread.mjs";
import { checkWork, countRequests, createObjects, readNamespace, resetWritten, writeNamespace } from "./workload.mjs";

/** @typedef {import("./spread.mjs").Spread} Spread */
/** @typedef {import("../subject/protocol.mjs").OperationName} OperationName */
/** @typedef {import("../subject/protocol.mjs").SubjectResult} SubjectResult */
/** @typedef {import("../subject/protocol.mjs").SubjectSpec} SubjectSpec */

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
 * @property {Spread} perSecond
 * @property {Spread} cpuMsPer1000 of the client's process
 */

/** @typedef {{ rates: RequestRate[], peakRssBytes: Spread }} SubjectRates */

/**
 * How much is measured.
 * @typedef {object} RequestPlan
 * @property {number} rounds
 * @property {number} objects
 * @property {number} firstWarmUpMs before the first measurement of a process: compilers that optimize while running take their time
 * @property {number} warmUpMs before each other one
 * @property {number} durationMs
 * @property {number} maxRequests
 * @property {readonly number[]} concurrencies
 */

/** @type {readonly OperationName[]} */
export const operations = ["get", "listConfigMaps", "listPods", "create", "patch"];

/**
 * Measures the subjects against one real API server, taking turns, each time in a new process.
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
    const workers = Math.max(...plan.concurrencies);
    /** @type {Map<string, SubjectResult[]>} */
    const results = new Map(subjects.map(({ id }) => [id, []]));
    for (let round = 1; round <= plan.rounds; round++) {
      for (const subject of subjects) {
        signal.throwIfAborted();
        progress(`requests: round ${round} of ${plan.rounds}, ${subject.id}`);
        await resetWritten(server, workers);
        const before = await countRequests(server);
        const result = await runSubject(subject, specOf(subject, kubeconfig, plan), signal);
        await checkWork(server, result, before, workers);
        results.get(subject.id)?.push(result);
      }
    }
    return new Map([...results].map(([id, each]) => [id, summarize(each)]));
  } finally {
    server.close();
    await reference[Symbol.asyncDispose]();
  }
}

/**
 * @param {Subject} subject
 * @param {string} kubeconfig
 * @param {RequestPlan} plan
 * @returns {SubjectSpec}
 */
function specOf({ variant, modules }, kubeconfig, plan) {
  const { objects, firstWarmUpMs, durationMs, maxRequests, concurrencies } = plan;
  const steps = operations
    .flatMap((operation) => concurrencies.map((concurrency) => ({ operation, concurrency })))
    .map((step, index) => ({
      ...step,
      durationMs,
      maxRequests,
      warmUpMs: index === 0 ? firstWarmUpMs : plan.warmUpMs,
    }));
  return { kubeconfig, readNamespace, writeNamespace, objects, payload, variant, modules, steps };
}

/**
 * @param {Subject} subject
 * @param {SubjectSpec} spec
 * @param {AbortSignal} signal
 * @returns {Promise<SubjectResult>}
 */
async function runSubject({ command, args }, spec, signal) {
  const expectedMs = spec.steps.reduce((sum, step) => sum + step.warmUpMs + step.durationMs, 0);
  return JSON.parse(
    await runProgram(command, [...args, JSON.stringify(spec)], {
      env: bareEnvironment(),
      signal,
      timeoutMs: 2 * expectedMs + 60_000,
    }),
  );
}

/**
 * @param {readonly SubjectResult[]} results
 * @returns {SubjectRates}
 */
function summarize(results) {
  const [first] = results;
  if (first === undefined) throw new Error("no round was measured");
  const rates = first.steps.map(({ operation, concurrency }, index) => {
    const steps = results.flatMap((result) => result.steps[index] ?? []);
    return {
      operation,
      concurrency,
      perSecond: spreadOf(steps.map(({ requests, elapsedMs }) => (requests / elapsedMs) * 1000)),
      cpuMsPer1000: spreadOf(steps.map(({ requests, cpuMs }) => (cpuMs / requests) * 1000)),
    };
  });
  return { rates, peakRssBytes: spreadOf(results.map(({ peakRssBytes }) => peakRssBytes)) };
}
