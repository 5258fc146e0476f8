import { createInterface } from "node:readline";

/**
 * What a subject works with, as JSON in its only argument. Then it reads a `Step` as JSON from each line of standard input, and answers
 * with a line that is a `StepResult`. It ends when its input does.
 *
 * There are `objects` ConfigMaps `object-00000 …` with `payload` in their data, and as many pods, in `readNamespace`, and
 * ConfigMaps `patched-0 …`, one for each worker, in `writeNamespace`.
 * @typedef {object} SubjectSpec
 * @property {string} kubeconfig path of a file
 * @property {string} readNamespace
 * @property {string} writeNamespace nobody else's
 * @property {number} objects
 * @property {string} payload
 * @property {string} variant for subjects that can be set up in several ways
 * @property {Record<string, string>} modules file URLs of the modules to measure, by specifier
 */

/**
 * One measurement: as many requests as fit into `durationMs`, `concurrency` at a time.
 * @typedef {object} Step
 * @property {OperationName} operation
 * @property {number} concurrency
 * @property {number} durationMs
 * @property {number} maxRequests
 */

/** @typedef {"get" | "listConfigMaps" | "listPods" | "create" | "patch"} OperationName */

/**
 * An object, by what tells whether it is the expected one: `data.payload`, for patches `data.counter`, for pods `status.phase`.
 * For a list its last item, and how many there are.
 * @typedef {{ name: string, value: string | undefined, items?: number }} Seen
 */

/**
 * @typedef {object} StepResult
 * @property {number} requests
 * @property {number} elapsedMs
 * @property {number} cpuMs user and system time of the subject's process, all threads
 * @property {Seen} last what the newest answer carried
 * @property {number} peakRssBytes of the process so far
 */

/**
 * The calls of the client that is measured. Each is one request and resolves to what the server answered.
 * @typedef {object} Operations
 * @property {(name: string) => Promise<Seen>} get
 * @property {() => Promise<Seen>} listConfigMaps
 * @property {() => Promise<Seen>} listPods
 * @property {(name: string) => Promise<Seen>} create
 * @property {(name: string, counter: string) => Promise<Seen>} patch
 */

/**
 * The name of the n-th object to read.
 * @param {number} n
 */
export function objectName(n) {
  return `object-${String(n).padStart(5, "0")}`;
}

/**
 * Takes the steps that the process is asked for, with the client that `connect` gives.
 * @param {(spec: SubjectSpec) => Promise<Operations>} connect
 */
export async function runSubject(connect) {
  const spec = /** @type {SubjectSpec} */ (JSON.parse(process.argv[2] ?? ""));
  const calls = checkedCalls(await connect(spec), spec);
  for await (const line of createInterface(process.stdin)) {
    const step = /** @type {Step} */ (JSON.parse(line));
    const { requests, elapsedMs, cpuMs, last } = await measureStep(calls[step.operation], step);
    /** @type {StepResult} */
    const result = { requests, elapsedMs, cpuMs, last, peakRssBytes: process.resourceUsage().maxRSS * 1024 };
    process.stdout.write(`${JSON.stringify(result)}\n`);
  }
  // Not every client can be closed: idle connections may keep a process alive for a while.
  process.exit();
}

/**
 * The next call of each operation, for a worker. Rejects when the answer is not the expected one.
 * @param {Operations} operations
 * @param {SubjectSpec} spec
 * @returns {Record<OperationName, (worker: number) => Promise<Seen>>}
 */
function checkedCalls(operations, spec) {
  const { objects, payload } = spec;
  const lastName = objectName(objects - 1);
  let count = 0;
  return {
    async get() {
      const name = objectName(++count % objects);
      return check(await operations.get(name), { name, value: payload });
    },
    async listConfigMaps() {
      return check(await operations.listConfigMaps(), { name: lastName, value: payload, items: objects });
    },
    async listPods() {
      return check(await operations.listPods(), { name: lastName, value: "Running", items: objects });
    },
    async create() {
      const name = `created-${++count}`;
      return check(await operations.create(name), { name, value: payload });
    },
    async patch(worker) {
      const name = `patched-${worker}`;
      const value = String(++count);
      return check(await operations.patch(name, value), { name, value });
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

/**
 * Makes a call again and again, as a step has it.
 * @param {(worker: number) => Promise<Seen>} call
 * @param {Omit<Step, "operation">} step
 * @param {{ serverCpuMs?: () => number }} [options] what the server's processes have used so far
 */
export async function measureStep(call, step, { serverCpuMs = () => 0 } = {}) {
  const serverBefore = serverCpuMs();
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const { requests, last } = await repeat(call, step);
  const elapsedMs = performance.now() - start;
  const cpu = process.cpuUsage(cpuBefore);
  const serverMs = serverCpuMs() - serverBefore;
  if (last === undefined) throw new Error("no request was answered");
  return { requests, elapsedMs, cpuMs: (cpu.user + cpu.system) / 1000, serverCpuMs: serverMs, last };
}

/**
 * @param {(worker: number) => Promise<Seen>} call
 * @param {{ concurrency: number, maxRequests: number, durationMs: number }} limits
 */
async function repeat(call, { concurrency, maxRequests, durationMs }) {
  const deadline = performance.now() + durationMs;
  let begun = 0;
  let requests = 0;
  /** @type {Seen | undefined} */
  let last;
  const work = async (/** @type {number} */ worker) => {
    while (performance.now() < deadline && begun < maxRequests) {
      begun++;
      last = await call(worker);
      requests++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, worker) => work(worker)));
  return { requests, last };
}
