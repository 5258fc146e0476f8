import { fileURLToPath } from "node:url";
import { bareEnvironment, runProgram } from "../../install/program.mjs";
import { objectName } from "../../subject/protocol.mjs";
import { configMap, payload } from "../bench-object.mjs";
import { eachOf } from "../each-of.mjs";
import { spreadOf } from "../spread.mjs";

/** @typedef {import("../api-server.mjs").ApiServer} ApiServer */
/** @typedef {import("../spread.mjs").Spread} Spread */
/** @typedef {import("./measured-server.mjs").StartServer} StartServer */
/** @typedef {import("../../subject/apiserver/protocol.mjs").LoadOperationName} LoadOperationName */
/** @typedef {import("../../subject/apiserver/protocol.mjs").LoadResult} LoadResult */
/** @typedef {import("../../subject/apiserver/protocol.mjs").LoadSpec} LoadSpec */
/** @typedef {{ signal: AbortSignal, progress: (line: string) => void }} RunContext */

/**
 * @typedef {object} RatePlan
 * @property {number} rounds
 * @property {number} objects that are listed
 * @property {number} concurrency
 * @property {number} firstWarmUpMs
 * @property {number} warmUpMs
 * @property {number} durationMs
 */

/**
 * `cpuMsEach`: user and system time per request of the load program, in which the server is if it is in the same process, and of
 * the server's own processes otherwise.
 * @typedef {{ operation: LoadOperationName, perSecond: Spread, cpuMsEach: Spread, serverCpuMsEach: Spread }} ServerRate
 */

/** A server that listens, or none: then the load program has one in its process. @typedef {{ start: StartServer | undefined }} RateSubject */

/** @type {readonly LoadOperationName[]} */
export const loadOperations = ["create", "get", "patch", "apply", "list", "listText"];

const namespaces = { readNamespace: "bench-read", writeNamespace: "bench-write" };
const script = fileURLToPath(new URL("../../subject/apiserver/load.mjs", import.meta.url));

/**
 * Measures servers, taking turns, each time with a new one and a new process that asks.
 * @param {Readonly<Record<string, RateSubject>>} subjects by id
 * @param {{ node: string, modules: Record<string, string> }} load
 * @param {RatePlan} plan
 * @param {RunContext} context
 * @returns {Promise<Map<string, ServerRate[]>>} by id
 */
export async function measureRates(subjects, load, plan, { signal, progress }) {
  /** @type {Map<string, LoadResult[]>} */
  const results = new Map(Object.keys(subjects).map((id) => [id, []]));
  for (let round = 1; round <= plan.rounds; round++) {
    for (const [id, { start }] of Object.entries(subjects)) {
      signal.throwIfAborted();
      progress(`rates: round ${round} of ${plan.rounds}, ${id}`);
      const server = await start?.(signal);
      try {
        if (server !== undefined) await fill(server.api, plan.objects);
        const from = { ...(server && { kubeconfig: server.kubeconfig }), serverPids: server?.pids ?? [] };
        results.get(id)?.push(await runLoad(load, from, plan, signal));
      } finally {
        await server?.close();
      }
    }
  }
  return new Map([...results].map(([id, each]) => [id, summarize(each)]));
}

/**
 * @param {ApiServer} api
 * @param {number} objects
 */
async function fill(api, objects) {
  const { readNamespace, writeNamespace } = namespaces;
  for (const name of [readNamespace, writeNamespace]) {
    await api.call("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name } });
  }
  const path = `/api/v1/namespaces/${readNamespace}/configmaps`;
  await eachOf(objects, (n) => api.call("POST", path, configMap(objectName(n), { payload })));
}

/**
 * @param {{ node: string, modules: Record<string, string> }} load
 * @param {Pick<LoadSpec, "kubeconfig" | "serverPids">} from
 * @param {RatePlan} plan
 * @param {AbortSignal} signal
 * @returns {Promise<LoadResult>}
 */
async function runLoad({ node, modules }, from, plan, signal) {
  const { objects, concurrency, firstWarmUpMs, warmUpMs, durationMs } = plan;
  const steps = loadOperations.map((operation, index) => ({
    operation,
    concurrency,
    durationMs,
    maxRequests: 1_000_000,
    warmUpMs: index === 0 ? firstWarmUpMs : warmUpMs,
  }));
  /** @type {LoadSpec} */
  const spec = { ...from, ...namespaces, objects, payload, modules, steps };
  const args = [script, JSON.stringify(spec)];
  return JSON.parse(await runProgram(node, args, { env: bareEnvironment(), signal, timeoutMs: 180_000 }));
}

/**
 * @param {readonly LoadResult[]} results
 * @returns {ServerRate[]}
 */
function summarize(results) {
  return loadOperations.map((operation, index) => {
    const steps = results.flatMap((result) => result.steps[index] ?? []);
    return {
      operation,
      perSecond: spreadOf(steps.map(({ requests, elapsedMs }) => (requests / elapsedMs) * 1000)),
      cpuMsEach: spreadOf(steps.map(({ requests, cpuMs }) => cpuMs / requests)),
      serverCpuMsEach: spreadOf(steps.map(({ requests, serverCpuMs }) => serverCpuMs / requests)),
    };
  });
}
