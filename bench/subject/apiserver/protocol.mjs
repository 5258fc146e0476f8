import { processCpuMs } from "../../measure/apiserver/process-usage.mjs";
import { measureStep, objectName } from "../protocol.mjs";

/** @typedef {import("../protocol.mjs").Seen} Seen */

/**
 * What is asked of a server, as JSON in the only argument of a load program. It answers with a `LoadResult` as JSON on standard
 * output.
 *
 * There are `objects` ConfigMaps `object-00000 …` with `payload` in their data in `readNamespace`, and a `writeNamespace`.
 * @typedef {object} LoadSpec
 * @property {string} [kubeconfig] path of a file; absent: a server in the process of the load program
 * @property {readonly number[]} serverPids the processes that the server consists of, if not that of the load program
 * @property {string} readNamespace
 * @property {string} writeNamespace
 * @property {number} objects
 * @property {string} payload
 * @property {Record<string, string>} modules file URLs of the modules to measure, by specifier
 * @property {readonly LoadStep[]} steps
 */

/** `create`, `get`, `list`, `listText` (the answer is read, and not parsed), `patch` or `apply`. @typedef {keyof LoadOperations} LoadOperationName */

/** @typedef {{ operation: LoadOperationName, concurrency: number, warmUpMs: number, durationMs: number, maxRequests: number }} LoadStep */

/**
 * `cpuMs` and `serverCpuMs`: user and system time, all threads, of the load program and of the server's processes.
 * @typedef {object} LoadStepResult
 * @property {LoadOperationName} operation
 * @property {number} requests measured ones
 * @property {number} elapsedMs
 * @property {number} cpuMs
 * @property {number} serverCpuMs
 */

/** @typedef {{ steps: LoadStepResult[] }} LoadResult */

/**
 * Each is one request and resolves to what the server answered.
 * @typedef {object} LoadOperations
 * @property {(name: string) => Promise<Seen>} create
 * @property {(name: string) => Promise<Seen>} get
 * @property {() => Promise<Seen>} list
 * @property {() => Promise<Seen>} listText
 * @property {(name: string, counter: string) => Promise<Seen>} patch
 * @property {(name: string, counter: string) => Promise<Seen>} apply
 */

/**
 * Does what the process was asked to do, with what `prepare` gives, prints the result and ends the process.
 * @param {(spec: LoadSpec) => Promise<LoadOperations>} prepare
 */
export async function runLoad(prepare) {
  const spec = /** @type {LoadSpec} */ (JSON.parse(process.argv[2] ?? ""));
  const calls = checkedCalls(await prepare(spec), spec);
  const serverCpuMs = () => spec.serverPids.reduce((sum, pid) => sum + processCpuMs(pid), 0);
  /** @type {LoadResult} */
  const result = { steps: [] };
  for (const step of spec.steps) {
    const call = calls[step.operation];
    await measureStep(call, { ...step, durationMs: step.warmUpMs });
    const { last: _, ...measured } = await measureStep(call, step, { serverCpuMs });
    result.steps.push({ operation: step.operation, ...measured });
  }
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit());
}

/**
 * The next call of each operation, for a worker. Rejects when the answer is not the expected one.
 * @param {LoadOperations} operations
 * @param {LoadSpec} spec
 * @returns {Record<LoadOperationName, (worker: number) => Promise<Seen>>}
 */
function checkedCalls(operations, { objects, payload }) {
  const lastName = objectName(objects - 1);
  let count = 0;
  return {
    async create() {
      const name = `created-${++count}`;
      return check(await operations.create(name), { name, value: payload });
    },
    async get() {
      const name = objectName(++count % objects);
      return check(await operations.get(name), { name, value: payload });
    },
    async list() {
      return check(await operations.list(), { name: lastName, value: payload, items: objects });
    },
    async listText() {
      return check(await operations.listText(), { name: lastName, value: undefined });
    },
    async patch(worker) {
      const name = `patched-${worker}`;
      const value = String(++count);
      return check(await operations.patch(name, value), { name, value });
    },
    async apply(worker) {
      const name = `applied-${worker}`;
      const value = String(++count);
      return check(await operations.apply(name, value), { name, value });
    },
  };
}

/**
 * @param {Seen} seen
 * @param {Seen} expected
 */
function check(seen, expected) {
  if (seen.name === expected.name && seen.value === expected.value && seen.items === expected.items) return seen;
  throw new Error(`the server answered with ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`);
}
