import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bareEnvironment, runProgram } from "../../install/program.mjs";
import { spreadOf } from "../spread.mjs";
import { until } from "./measured-cluster.mjs";

/** @typedef {import("../spread.mjs").Spread} Spread */
/** @typedef {import("./measured-cluster.mjs").MeasuredCluster} MeasuredCluster */
/** @typedef {import("./measured-cluster.mjs").StartCluster} StartCluster */
/** @typedef {{ signal: AbortSignal, progress: (line: string) => void }} RunContext */
/** @typedef {{ rounds: number, replicas: number }} DeploymentPlan */

const path = "/apis/apps/v1/namespaces/default/deployments";
const pods = "/api/v1/namespaces/default/pods";

/** Does nothing until it is told to end. */
const idle = "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1e6)";

/**
 * From a Deployment that is written until it is as large as it should be, again and again in the same cluster.
 * @param {Readonly<Record<string, StartCluster>>} clusters by id
 * @param {DeploymentPlan} plan
 * @param {RunContext & { what: string, kubectl?: string }} context with kubectl, which writes it, its own time is in the result
 * @returns {Promise<Map<string, Spread>>} milliseconds, by id
 */
export async function measureDeployments(clusters, { rounds, replicas }, { what, kubectl, signal, progress }) {
  const folder = await mkdtemp(join(tmpdir(), "kubewright-bench-"));
  /** @type {Map<string, Spread>} */
  const measured = new Map();
  try {
    const file = join(folder, "deployment.json");
    await writeFile(file, JSON.stringify(deployment(replicas)));
    for (const [id, start] of Object.entries(clusters)) {
      const cluster = await start(signal);
      try {
        const apply = async () => {
          if (kubectl === undefined) await cluster.api.call("POST", path, deployment(replicas));
          else {
            const args = [`--kubeconfig=${cluster.kubeconfig}`, `--cache-dir=${folder}/${id}`, "apply", "-f", file];
            await runProgram(kubectl, args, { env: bareEnvironment(), signal });
          }
        };
        /** @type {number[]} */
        const all = [];
        for (let round = 0; round <= rounds; round++) {
          progress(
            round === 0 ? `${what}: ${id}, once without counting` : `${what}: round ${round} of ${rounds}, ${id}`,
          );
          const ms = await untilAvailable(cluster, apply, replicas, signal);
          if (round > 0) all.push(ms);
          await removed(cluster, signal);
        }
        measured.set(id, spreadOf(all));
      } finally {
        await cluster.close();
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return measured;
}

/**
 * @param {MeasuredCluster} cluster
 * @param {() => Promise<void>} apply
 * @param {number} replicas
 * @param {AbortSignal} signal
 */
async function untilAvailable({ api }, apply, replicas, signal) {
  const startedAt = performance.now();
  await apply();
  await until(signal, 10, async () => {
    const { status } = await api.call("GET", `${path}/bench`);
    return status?.availableReplicas === replicas;
  });
  return performance.now() - startedAt;
}

/**
 * @param {MeasuredCluster} cluster
 * @param {AbortSignal} signal
 */
async function removed({ api }, signal) {
  await api.call("DELETE", `${path}/bench`);
  await until(signal, 200, async () => (await api.call("GET", pods)).items.length === 0);
}

/** @param {number} replicas */
function deployment(replicas) {
  const labels = { app: "bench" };
  const container = { name: "node", image: "node", imagePullPolicy: "IfNotPresent", command: ["node", "-e", idle] };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "bench", namespace: "default" },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { terminationGracePeriodSeconds: 5, containers: [container] } },
    },
  };
}
