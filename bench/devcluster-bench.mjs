import { join } from "node:path";
import { findPrograms, programFolder, referenceVersion, systemTestHost } from "@kubewright/testing";
import { installKubewright, measuredNode } from "./install/contestants.mjs";
import { measureDeployments } from "./measure/devcluster/deployments.mjs";
import { ours, theirs } from "./measure/devcluster/measured-cluster.mjs";
import { measureUp } from "./measure/devcluster/up.mjs";
import { describeMachine } from "./measure/machine.mjs";
import { processorTime } from "./measure/stolen-time.mjs";

/** @typedef {import("./options.mjs").BenchOptions} BenchOptions */
/** @typedef {import("./report/devcluster-report.mjs").DevClusterPlan} DevClusterPlan */
/** @typedef {import("./report/devcluster-report.mjs").DevClusterResult} DevClusterResult */
/** @typedef {{ signal: AbortSignal, progress: (line: string) => void }} RunContext */

/** Of what is measured; installing comes before. */
const limitMs = 900_000;

/** @type {DevClusterPlan} */
const full = {
  up: { rounds: 5, settleMs: 5000 },
  rollout: { rounds: 10, replicas: 3 },
  crowd: { rounds: 3, replicas: 500, nodes: 10 },
};
/** @type {DevClusterPlan} */
const quick = {
  up: { rounds: 1, settleMs: 1000 },
  rollout: { rounds: 2, replicas: 3 },
  crowd: { rounds: 1, replicas: 100, nodes: 2 },
};

/**
 * Measures `kubewright cluster` beside a real cluster of one node, as far as the options ask for it. Linux, as root.
 * @param {BenchOptions} options
 * @param {RunContext} context
 * @returns {Promise<DevClusterResult>}
 */
export async function runDevClusterBench({ quick: isQuick, only }, { signal, progress }) {
  const { program: node, version: nodeVersion } = await measuredNode({ signal, progress });
  const { folder, version } = await installKubewright("devcluster", { signal, progress });
  const { kubectl } = await findPrograms(programFolder(systemTestHost()), ["kubectl"]);
  const main = join(folder, "node_modules/kubewright/dist/main.js");
  const plan = isQuick ? quick : full;
  const context = { signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]), progress };
  const isWanted = (/** @type {keyof DevClusterPlan} */ section) => only === undefined || only === section;
  const date = new Date().toISOString();
  const before = processorTime();

  /** @type {Pick<DevClusterResult, keyof DevClusterPlan>} */
  const measured = {};
  const small = {
    kubewright: ours({ node, main, nodes: 1 }, ["--node", "process"]),
    "real node": theirs(node, "one-node.mjs"),
  };
  if (isWanted("up")) measured.up = { plan: plan.up, rows: await measureUp(small, plan.up, context) };
  if (isWanted("rollout")) {
    const rows = await measureDeployments(small, plan.rollout, { ...context, what: "rollout", kubectl });
    measured.rollout = { plan: plan.rollout, rows };
  }
  if (isWanted("crowd")) {
    const { nodes } = plan.crowd;
    const clusters = {
      kubewright: ours({ node, main, nodes }, ["--node", "simulated", "--nodes", String(nodes)]),
      "real control plane": theirs(node, "control-plane.mjs", [String(nodes)]),
    };
    const rows = await measureDeployments(clusters, plan.crowd, { ...context, what: "crowd" });
    measured.crowd = { plan: plan.crowd, rows };
  }
  return {
    date,
    isQuick,
    machine: describeMachine(before),
    versions: { "@kubewright/devcluster": version, Kubernetes: referenceVersion, Node: nodeVersion },
    ...measured,
  };
}
