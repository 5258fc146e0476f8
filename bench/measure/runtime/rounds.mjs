import { bareEnvironment, runProgram } from "../../install/program.mjs";
import { spreadOf } from "../spread.mjs";
import { namespace } from "./cluster.mjs";

/** @typedef {import("../spread.mjs").Spread} Spread */
/** @typedef {import("../requests.mjs").Subject} Subject */
/** @typedef {import("../../subject/runtime/protocol.mjs").RuntimeSpec} RuntimeSpec */
/** @typedef {import("../../subject/runtime/protocol.mjs").Task} Task */
/** @typedef {{ signal: AbortSignal, progress: (line: string) => void }} RunContext */

/**
 * What each subject's runs gave. In each round, every subject has its turn.
 * @template R
 * @param {readonly Subject[]} subjects
 * @param {{ what: string, rounds: number, signal: AbortSignal, progress: (line: string) => void }} options
 * @param {(subject: Subject) => Promise<R>} run
 * @returns {Promise<Map<string, R[]>>} by id
 */
export async function takeTurns(subjects, { what, rounds, signal, progress }, run) {
  /** @type {Map<string, R[]>} */
  const results = new Map(subjects.map(({ id }) => [id, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const subject of subjects) {
      signal.throwIfAborted();
      progress(`${what}: round ${round} of ${rounds}, ${subject.id}`);
      results.get(subject.id)?.push(await run(subject));
    }
  }
  return results;
}

/**
 * Runs a subject in a process of its own.
 * @param {Subject} subject
 * @param {Task} task
 * @param {{ kubeconfig: string, signal: AbortSignal, timeoutMs?: number }} options
 * @returns {Promise<any>} the result that the protocol has for the task
 */
export async function runSubject(
  { command, args, variant, modules },
  task,
  { kubeconfig, signal, timeoutMs = 120_000 },
) {
  /** @type {RuntimeSpec} */
  const spec = {
    kubeconfig,
    namespace,
    variant,
    modules,
    spawnedAtMs: performance.timeOrigin + performance.now(),
    task,
  };
  const printed = await runProgram(command, [...args, JSON.stringify(spec)], {
    env: bareEnvironment(),
    signal,
    timeoutMs,
  });
  return JSON.parse(printed);
}

/**
 * The spread of each number over several results.
 * @template {string} K
 * @param {readonly Record<K, number>[]} results
 * @param {readonly K[]} keys
 * @returns {Record<K, Spread>}
 */
export function spreadsOf(results, keys) {
  const entries = keys.map((key) => [key, spreadOf(results.map((each) => each[key]))]);
  return Object.fromEntries(entries);
}

/**
 * The value below which a share of the values is.
 * @param {readonly number[]} values
 * @param {number} share 0 to 1
 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
