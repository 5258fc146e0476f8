import { join } from "node:path";
import { referenceVersion } from "@kubewright/testing";
import { installKubewright, measuredNode } from "./install/contestants.mjs";
import { embeddedStarter, startReference } from "./measure/apiserver/measured-server.mjs";
import { measureMemory } from "./measure/apiserver/memory.mjs";
import { measureRates } from "./measure/apiserver/rates.mjs";
import { measureInProcessStart, measureStart } from "./measure/apiserver/start.mjs";
import { describeMachine } from "./measure/machine.mjs";
import { processorTime } from "./measure/stolen-time.mjs";

/** @typedef {import("./options.mjs").BenchOptions} BenchOptions */
/** @typedef {import("./report/apiserver-report.mjs").ApiServerPlan} ApiServerPlan */
/** @typedef {import("./report/apiserver-report.mjs").ApiServerResult} ApiServerResult */
/** @typedef {import("./measure/apiserver/rates.mjs").RunContext} RunContext */

/** Of what is measured; installing comes before. */
const limitMs = 900_000;

/** @type {ApiServerPlan} */
const full = {
  start: { rounds: 5, starts: 10, settleMs: 2000 },
  rates: { rounds: 3, objects: 10_000, concurrency: 16, firstWarmUpMs: 2000, warmUpMs: 500, durationMs: 2000 },
  memory: { objects: 50_000, settleMs: 2000 },
};
/** @type {ApiServerPlan} */
const quick = {
  start: { rounds: 1, starts: 3, settleMs: 500 },
  rates: { rounds: 1, objects: 1000, concurrency: 16, firstWarmUpMs: 500, warmUpMs: 200, durationMs: 500 },
  memory: { objects: 2000, settleMs: 500 },
};

/**
 * Measures the embedded API server beside etcd and kube-apiserver, as far as the options ask for it.
 * @param {BenchOptions} options
 * @param {RunContext} context
 * @returns {Promise<ApiServerResult>}
 */
export async function runApiServerBench({ quick: isQuick, only }, { signal, progress }) {
  const node = await measuredNode({ signal, progress });
  const { folder, version, modules } = await installKubewright("apiserver", { signal, progress });
  const plan = isQuick ? quick : full;
  const context = { signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]), progress };
  const embedded = embeddedStarter({ node: node.program, main: join(folder, "node_modules/kubewright/dist/main.js") });
  const servers = { kubewright: embedded, "kube-apiserver": startReference };
  const isWanted = (/** @type {keyof ApiServerPlan} */ section) => only === undefined || only === section;
  const date = new Date().toISOString();
  const before = processorTime();

  /** @type {Pick<ApiServerResult, keyof ApiServerPlan>} */
  const measured = {};
  if (isWanted("start")) {
    const module = modules["@kubewright/apiserver"] ?? "";
    measured.start = {
      plan: plan.start,
      inProcess: await measureInProcessStart({ node: node.program, module }, plan.start, context),
      processes: await measureStart(servers, plan.start, context),
    };
  }
  if (isWanted("rates")) {
    const subjects = {
      kubewright: { start: embedded },
      "kubewright, in process": { start: undefined },
      "kube-apiserver": { start: startReference },
    };
    const load = { node: node.program, modules };
    measured.rates = { plan: plan.rates, rows: await measureRates(subjects, load, plan.rates, context) };
  }
  if (isWanted("memory")) {
    measured.memory = { plan: plan.memory, rows: await measureMemory(servers, plan.memory, context) };
  }
  return {
    date,
    isQuick,
    machine: describeMachine(before),
    versions: { "@kubewright/apiserver": version, "kube-apiserver": referenceVersion, Node: node.version },
    ...measured,
  };
}
