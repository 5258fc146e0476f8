import { fileURLToPath } from "node:url";
import { referenceVersion } from "@kubewright/testing";
import { attempt, buildGoPeer, installClientNode, installKubewright, measuredNode } from "./install/contestants.mjs";
import { describeMachine } from "./measure/machine.mjs";
import { Cluster } from "./measure/runtime/cluster.mjs";
import { measureConverge } from "./measure/runtime/converge.mjs";
import { measureIdle } from "./measure/runtime/idle.mjs";
import { measureQueue } from "./measure/runtime/queue.mjs";
import { measureSync } from "./measure/runtime/sync.mjs";
import { processorTime } from "./measure/stolen-time.mjs";
import { bareId, strippingId } from "./report/runtime-report.mjs";

/** @typedef {import("./install/contestants.mjs").Installed} Installed */
/** @typedef {import("./install/contestants.mjs").GoProgram} GoProgram */
/** @typedef {import("./measure/requests.mjs").Subject} Subject */
/** @typedef {import("./measure/runtime/rounds.mjs").RunContext} RunContext */
/** @typedef {import("./options.mjs").BenchOptions} BenchOptions */
/** @typedef {import("./report/runtime-report.mjs").RuntimePlan} RuntimePlan */
/** @typedef {import("./report/runtime-report.mjs").RuntimeResult} RuntimeResult */

/**
 * @template T
 * @typedef {import("./install/contestants.mjs").Attempt<T>} Attempt
 */

/** Someone to measure, or why it cannot be. @typedef {{ id: string, problem?: string, subject?: Subject }} Contestant */

/** Of what is measured; installing comes before. */
const limitMs = 1_200_000;

/** @type {RuntimePlan} */
const full = {
  queue: { rounds: 5, items: 1000, durationMs: 1000 },
  idle: { rounds: 3, objects: 100, quietMs: 1000, idleMs: 10_000, writes: 500 },
  converge: { rounds: 2, objects: 2000, quietMs: 1000, concurrencies: [1, 10] },
  sync: { rounds: 5, objects: 20_000 },
};
/** @type {RuntimePlan} */
const quick = {
  queue: { rounds: 1, items: 1000, durationMs: 200 },
  idle: { rounds: 1, objects: 10, quietMs: 500, idleMs: 1000, writes: 20 },
  converge: { rounds: 1, objects: 50, quietMs: 500, concurrencies: [1, 10] },
  sync: { rounds: 1, objects: 200 },
};

/**
 * Measures the runtime, as far as the options ask for it. A peer that cannot be had on this machine is a row that says why.
 * @param {BenchOptions} options
 * @param {RunContext} context
 * @returns {Promise<RuntimeResult>}
 */
export async function runRuntimeBench({ quick: isQuick, only }, { signal, progress }) {
  const context = { signal, progress };
  const node = await measuredNode(context);
  const kubewright = await installKubewright("runtime", context);
  const clientNode = await attempt(() => installClientNode(context));
  const go = await attempt(() => buildGoPeer("controller-runtime", context));
  const contestants = contestantsOf({ node: node.program, kubewright, clientNode, go });
  const date = new Date().toISOString();
  const before = processorTime();
  const limited = { signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]), progress };
  const measured = await measureAll(contestants, isQuick ? quick : full, only, limited);
  return {
    date,
    isQuick,
    machine: describeMachine(before),
    versions: {
      "@kubewright/runtime": kubewright.version,
      "sigs.k8s.io/controller-runtime": go.value ? `${go.value.version} with Go ${go.value.goVersion}` : "none",
      "@kubernetes/client-node": clientNode.value?.version ?? "none",
      "kube-apiserver": referenceVersion,
      Node: node.version,
    },
    ...measured,
  };
}

/**
 * @param {ReturnType<typeof contestantsOf>} contestants
 * @param {RuntimePlan} plan
 * @param {BenchOptions["only"]} only
 * @param {RunContext} context
 */
async function measureAll(
  { kubewright, kubewrightKeeping, kubewrightStripping, go, goConsistent, clientNode, bare },
  plan,
  only,
  context,
) {
  const isWanted = (/** @type {keyof RuntimePlan} */ part) => only === undefined || only === part;
  /** @type {Pick<RuntimeResult, keyof RuntimePlan>} */
  const measured = {};
  if (isWanted("queue")) {
    const rows = await rowsOf([kubewright, go], (subjects) => measureQueue(subjects, plan.queue, context));
    measured.queue = { plan: plan.queue, rows };
  }
  if (only === "queue") return measured;

  const cluster = await Cluster.start(context);
  const inCluster = { ...context, cluster };
  try {
    if (isWanted("idle")) {
      const all = [kubewright, go, clientNode];
      const rows = await rowsOf(all, (subjects) => measureIdle(subjects, plan.idle, inCluster));
      measured.idle = { plan: plan.idle, rows };
    }
    if (isWanted("converge")) {
      const all = [kubewright, go, goConsistent];
      const rows = await rowsOf(all, (subjects) => measureConverge(subjects, plan.converge, inCluster));
      measured.converge = { plan: plan.converge, rows };
    }
    if (isWanted("sync")) {
      const all = [kubewrightKeeping, kubewrightStripping, go, clientNode, bare];
      const rows = await rowsOf(all, (subjects) => measureSync(subjects, plan.sync, inCluster));
      measured.sync = { plan: plan.sync, rows };
    }
    return measured;
  } finally {
    await cluster.close();
  }
}

/**
 * A row for each contestant: what was measured, or why nothing was.
 * @template N
 * @param {readonly Contestant[]} contestants
 * @param {(subjects: readonly Subject[]) => Promise<Map<string, N>>} measure
 * @returns {Promise<import("./report/runtime-report.mjs").RuntimeRow<N>[]>}
 */
async function rowsOf(contestants, measure) {
  const numbers = await measure(contestants.flatMap(({ subject }) => subject ?? []));
  return contestants.map(({ id, problem }) => {
    const measured = numbers.get(id);
    return measured === undefined ? { id, problem: problem ?? "no round was measured" } : { id, numbers: measured };
  });
}

/**
 * @param {{ node: string, kubewright: Installed, clientNode: Attempt<Installed>, go: Attempt<GoProgram> }} installed
 */
function contestantsOf({ node, kubewright, clientNode, go }) {
  /** @type {(id: string, script: string, modules?: Record<string, string>, variant?: string) => Subject} */
  const onNode = (id, script, modules = {}, variant = "default") => {
    const path = fileURLToPath(new URL(`subject/runtime/${script}`, import.meta.url));
    return { id, command: node, args: ["--expose-gc", path], variant, modules };
  };
  /** @type {(id: string, variant: string) => Contestant} */
  const onGo = (id, variant) =>
    go.value
      ? { id, subject: { id, command: go.value.program, args: [], variant, modules: {} } }
      : { id, problem: go.problem };
  /** @type {(id: string, variant: string) => Contestant} */
  const ours = (id, variant) => ({ id, subject: onNode(id, "kubewright.mjs", kubewright.modules, variant) });
  return {
    kubewright: ours("kubewright", "default"),
    // As the peers do: these are compared.
    kubewrightKeeping: ours("kubewright", "managed-fields-kept"),
    kubewrightStripping: ours(strippingId, "default"),
    go: onGo("controller-runtime", "default"),
    goConsistent: onGo("controller-runtime, read-your-writes", "read-your-writes"),
    clientNode: /** @type {Contestant} */ (
      clientNode.value
        ? { id: "client-node", subject: onNode("client-node", "client-node.mjs", clientNode.value.modules) }
        : { id: "client-node", problem: clientNode.problem }
    ),
    bare: /** @type {Contestant} */ ({ id: bareId, subject: onNode(bareId, "bare-list.mjs") }),
  };
}
