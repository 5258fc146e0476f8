import { fileURLToPath } from "node:url";
import { referenceVersion } from "@kubewright/testing";
import { attempt, buildGoPeer, installClientNode, installKubewright, measuredNode } from "./install/contestants.mjs";
import { measureImports, measureInstalled } from "./measure/footprint.mjs";
import { describeMachine } from "./measure/machine.mjs";
import { measureRequests } from "./measure/requests.mjs";
import { processorTime } from "./measure/stolen-time.mjs";

/** @typedef {import("./install/contestants.mjs").GoProgram} GoProgram */
/** @typedef {import("./install/contestants.mjs").Installed} Installed */
/** @typedef {import("./install/contestants.mjs").NodeProgram} NodeProgram */
/** @typedef {import("./options.mjs").BenchOptions} BenchOptions */
/** @typedef {import("./report/client-report.mjs").ClientResult} ClientResult */
/** @typedef {import("./report/client-report.mjs").FootprintRow} FootprintRow */
/** @typedef {import("./report/client-report.mjs").RequestRow} RequestRow */
/** @typedef {import("./measure/requests.mjs").RequestPlan} RequestPlan */
/** @typedef {import("./measure/requests.mjs").Subject} Subject */

/**
 * @template T
 * @typedef {import("./install/contestants.mjs").Attempt<T>} Attempt
 */

/** @typedef {{ signal: AbortSignal, progress: (line: string) => void }} RunContext */

/**
 * What a run compares, ready to be used.
 * @typedef {object} Contestants
 * @property {NodeProgram} node
 * @property {Installed} kubewright
 * @property {Attempt<Installed>} clientNode
 * @property {Attempt<GoProgram>} [clientGo]
 */

/** Of what is measured; installing comes before. */
const limitMs = 2_400_000;

/**
 * What both kinds of run have.
 * @satisfies {Partial<RequestPlan>}
 */
const scale = { objects: 500, concurrencies: [1, 16], compared: /** @type {const} */ (["kubewright", "client-go"]) };
/** @type {{ runs: number, plan: RequestPlan }} */
const full = {
  runs: 21,
  plan: {
    ...scale,
    rounds: 3,
    firstWarmUpMs: 2000,
    warmUpMs: 400,
    turns: 12,
    turnMs: 200,
    leadInMs: 50,
    listTurns: 3,
    listTurnMs: 800,
    maxRequests: 10_000,
    maxDuelRounds: 12,
  },
};
/** @type {{ runs: number, plan: RequestPlan }} */
const quick = {
  runs: 3,
  plan: {
    ...scale,
    rounds: 1,
    firstWarmUpMs: 300,
    warmUpMs: 100,
    turns: 2,
    turnMs: 100,
    leadInMs: 25,
    listTurns: 1,
    listTurnMs: 200,
    maxRequests: 2_000,
    maxDuelRounds: 0,
  },
};

/**
 * Measures the client, as far as the options ask for it. A peer that cannot be had on this machine is a row that says why.
 * @param {BenchOptions} options
 * @param {RunContext} context
 * @returns {Promise<ClientResult>}
 */
export async function runClientBench(options, { signal, progress }) {
  const contestants = await prepare(options, { signal, progress });
  const { node, kubewright, clientNode, clientGo } = contestants;
  const { runs, plan } = options.quick ? quick : full;
  const limited = { signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]), progress };
  const date = new Date().toISOString();
  const before = processorTime();
  const footprint = options.only !== "requests" && { runs, rows: await footprintRows(contestants, runs, limited) };
  const requests = options.only !== "import" && { plan, rows: await requestRows(contestants, plan, limited) };
  return {
    date,
    isQuick: options.quick,
    machine: describeMachine(before),
    versions: {
      "@kubewright/client": kubewright.version,
      "@kubernetes/client-node": clientNode.value?.version ?? "none",
      ...(clientGo && {
        "k8s.io/client-go": clientGo.value ? `${clientGo.value.version} with Go ${clientGo.value.goVersion}` : "none",
        "kube-apiserver": referenceVersion,
      }),
      Node: node.version,
    },
    ...(footprint && { footprint }),
    ...(requests && { requests }),
  };
}

/**
 * @param {BenchOptions} options
 * @param {RunContext} context
 * @returns {Promise<Contestants>}
 */
async function prepare({ only }, context) {
  return {
    node: await measuredNode(context),
    kubewright: await installKubewright("client", context),
    clientNode: await attempt(() => installClientNode(context)),
    ...(only !== "import" && { clientGo: await attempt(() => buildGoPeer("client-go", context)) }),
  };
}

/**
 * @param {Contestants} contestants
 * @param {number} runs
 * @param {RunContext} context
 * @returns {Promise<FootprintRow[]>}
 */
async function footprintRows({ node, kubewright, clientNode }, runs, context) {
  /**
   * @param {FootprintRow["id"]} id
   * @param {string} label
   * @param {Installed} installed
   * @param {{ urls?: readonly string[], on?: { program: string, version: string } }} [how]
   */
  const contestant = (id, label, installed, { urls = Object.values(installed.modules), on = node } = {}) => ({
    row: { id, label, node: on.version },
    folder: installed.folder,
    import: { node: on.program, urls },
  });
  const client = Object.values(kubewright.modules).slice(0, 1);
  const host = { program: process.execPath, version: process.versions.node };
  const wanted = [
    contestant("kubewright", "kubewright: client and core/v1", kubewright),
    ...(clientNode.value ? [contestant("client-node", "client-node", clientNode.value)] : []),
    contestant("other", "kubewright: client alone", kubewright, { urls: client }),
    ...(host.version === node.version
      ? []
      : [contestant("other", "kubewright: client and core/v1", kubewright, { on: host })]),
  ];
  const measured = await measureImports(
    wanted.map((each) => each.import),
    { runs, ...context },
  );
  /** @type {FootprintRow[]} */
  const rows = [];
  for (const [index, { row, folder }] of wanted.entries()) {
    const imported = measured[index];
    rows.push({ ...row, ...(imported && { imported }), installed: await measureInstalled(folder) });
  }
  if (clientNode.problem !== undefined) {
    rows.push({ id: "client-node", label: "client-node", node: node.version, problem: clientNode.problem });
  }
  return rows;
}

/**
 * @param {Contestants} contestants
 * @param {RequestPlan} plan
 * @param {RunContext} context
 * @returns {Promise<RequestRow[]>}
 */
async function requestRows({ node, kubewright, clientNode, clientGo }, plan, context) {
  /** @type {(id: string, script: string, installed: Installed, variant?: string) => Subject} */
  const onNode = (id, script, { modules }, variant = "") => {
    const path = fileURLToPath(new URL(`subject/${script}`, import.meta.url));
    return { id, command: node.program, args: [path], variant, modules };
  };
  /** @type {(id: string, problem: string | undefined, subject: Subject | undefined) => RequestRow & { subject: Subject | undefined }} */
  const row = (id, problem, subject) => ({ id, ...(problem !== undefined && { problem }), subject });
  /** @type {(id: string, variant: string) => ReturnType<typeof row>} */
  const official = (id, variant) =>
    row(id, clientNode.problem, clientNode.value && onNode(id, "client-node.mjs", clientNode.value, variant));
  /** @type {(id: string, variant: string) => ReturnType<typeof row>} */
  const go = (id, variant) =>
    row(
      id,
      clientGo?.problem,
      clientGo?.value && { id, command: clientGo.value.program, args: [], variant, modules: {} },
    );

  const wanted = [
    row("kubewright", undefined, onNode("kubewright", "kubewright.mjs", kubewright)),
    official("client-node", "documented"),
    official("client-node, connections kept", "kept-connections"),
    go("client-go", "json"),
    go("client-go, protobuf", "protobuf"),
  ];
  const subjects = wanted.flatMap(({ subject }) => subject ?? []);
  const rates = await measureRequests(subjects, plan, context);
  return wanted.map(({ subject: _, ...each }) => ({ ...each, ...rates.get(each.id) }));
}
