import { checkDevClusterGoals } from "./devcluster-goal.mjs";
import { bytes, ratio, seconds } from "./number-text.mjs";
import { renderPart } from "./part.mjs";
import { table } from "./table.mjs";

/** @typedef {import("../measure/devcluster/deployments.mjs").DeploymentPlan} DeploymentPlan */
/** @typedef {import("../measure/devcluster/up.mjs").ClusterUp} ClusterUp */
/** @typedef {import("../measure/devcluster/up.mjs").UpPlan} UpPlan */
/** @typedef {import("../measure/spread.mjs").Spread} Spread */

/** @typedef {{ up: UpPlan, rollout: DeploymentPlan, crowd: DeploymentPlan & { nodes: number } }} DevClusterPlan */

/**
 * Everything that a run found about the dev cluster. Rows: ours first.
 * @typedef {import("./part.mjs").Measured & {
 *   up?: { plan: UpPlan, rows: ReadonlyMap<string, ClusterUp> },
 *   rollout?: { plan: DeploymentPlan, rows: ReadonlyMap<string, Spread> },
 *   crowd?: { plan: DevClusterPlan["crowd"], rows: ReadonlyMap<string, Spread> },
 * }} DevClusterResult
 */

/**
 * The results as Markdown.
 * @param {DevClusterResult} result
 */
export function renderDevClusterPart(result) {
  const { up, rollout, crowd } = result;
  return renderPart("Dev cluster", result, {
    goals: checkDevClusterGoals(result),
    sections: [
      ...(up ? upSections(up) : []),
      ...(rollout ? rolloutSections(rollout) : []),
      ...(crowd ? crowdSections(crowd) : []),
    ],
  });
}

/** @param {NonNullable<DevClusterResult["up"]>} up */
function upSections({ plan, rows }) {
  const [ours] = rows.values();
  return [
    "### Start and memory",
    "From nothing to a node that is ready, and what all programs of the cluster have resident, pages that they share counted " +
      `once, ${plan.settleMs / 1000} s later: median (least to most) of ${plan.rounds} starts, which take turns. kubewright is ` +
      "`kubewright cluster` with a process node. The real cluster is etcd, kube-apiserver, kube-controller-manager, " +
      "kube-scheduler, containerd and kubelet; keys, files and its image are made while the programs start.",
    table(
      ["", "ready (s)", "resident"],
      [...rows].map(([id, { readyMs, residentBytes }]) => [
        id,
        `${seconds(readyMs)}${times(readyMs.median, ours?.readyMs.median)}`,
        `${bytes(residentBytes.median)}${times(residentBytes.median, ours?.residentBytes.median)}`,
      ]),
    ),
  ];
}

/** @param {NonNullable<DevClusterResult["rollout"]>} rollout */
function rolloutSections({ plan, rows }) {
  return [
    "### A Deployment",
    `From the start of \`kubectl apply\` until ${plan.replicas} replicas are available, each a Node that does nothing: median (least ` +
      `to most) of ${plan.rounds} in the same cluster, after one that does not count. What kubectl and Node take to start is in ` +
      "both.",
    timeTable(rows),
  ];
}

/** @param {NonNullable<DevClusterResult["crowd"]>} crowd */
function crowdSections({ plan, rows }) {
  return [
    "### Many pods",
    `From a Deployment that is created until its ${plan.replicas} replicas are available on ${plan.nodes} simulated nodes, where pods ` +
      `are ready at once: median (least to most) of ${plan.rounds} in the same cluster, after one that does not count. The real ` +
      "programs are etcd, kube-apiserver, kube-controller-manager and kube-scheduler; the nodes are ours in both, in a process of " +
      "their own beside the real programs.",
    timeTable(rows),
  ];
}

/** @param {ReadonlyMap<string, Spread>} rows */
function timeTable(rows) {
  const [ours] = rows.values();
  return table(
    ["", "available (s)"],
    [...rows].map(([id, spread]) => [id, `${seconds(spread)}${times(spread.median, ours?.median)}`]),
  );
}

/**
 * @param {number} theirs
 * @param {number | undefined} ours
 */
function times(theirs, ours) {
  return ours === undefined || theirs === ours ? "" : ` = ${ratio(theirs / ours)}×`;
}
