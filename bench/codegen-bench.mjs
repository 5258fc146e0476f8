import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPrograms, programFolder, systemTestHost } from "@kubewright/testing";
import { installKubewright, measuredNode } from "./install/contestants.mjs";
import { runProgram } from "./install/program.mjs";
import { measureGenerate } from "./measure/codegen/generate.mjs";
import { describeMachine } from "./measure/machine.mjs";
import { processorTime } from "./measure/stolen-time.mjs";
import { writeKinds, writeMemcached } from "./subject/codegen/projects.mjs";

/** @typedef {import("./options.mjs").BenchOptions} BenchOptions */
/** @typedef {import("./report/codegen-report.mjs").CodegenPlan} CodegenPlan */
/** @typedef {import("./report/codegen-report.mjs").CodegenResult} CodegenResult */
/** @typedef {import("./measure/codegen/generate.mjs").Generator} Generator */
/** @typedef {import("./measure/codegen/generate.mjs").RunContext} RunContext */
/** @typedef {import("./subject/codegen/projects.mjs").TwinProject} TwinProject */

/** Of what is measured; installing comes before. */
const limitMs = 300_000;

/** @type {CodegenPlan} */
const full = { memcached: { rounds: 15 }, kinds: { rounds: 10, kinds: 60 } };
/** @type {CodegenPlan} */
const quick = { memcached: { rounds: 2 }, kinds: { rounds: 1, kinds: 60 } };

/**
 * Measures `kubewright manifests` beside controller-gen, as far as the options ask for it. Linux.
 * @param {BenchOptions} options
 * @param {RunContext} context
 * @returns {Promise<CodegenResult>}
 */
export async function runCodegenBench({ quick: isQuick, only }, { signal, progress }) {
  const node = await measuredNode({ signal, progress });
  const { folder, version } = await installKubewright("codegen", { signal, progress });
  const { "controller-gen": peer } = await findPrograms(programFolder(systemTestHost()), ["controller-gen"]);
  const peerVersion = (await runProgram(peer, ["--version"], { signal })).replace(/^Version: v?/, "").trim();
  const plan = isQuick ? quick : full;
  const context = { signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]), progress };
  const main = join(folder, "node_modules/kubewright/dist/main.js");
  /** @param {TwinProject} project @returns {Record<string, Generator>} */
  const generators = (project) => {
    const options = ["crd", "rbac:roleName=manager-role", "paths=./...", "output:dir=out"];
    return {
      kubewright: { command: node.program, args: [main, "manifests", ...options], folder: project.typeScript },
      "controller-gen": { command: peer, args: options, folder: project.go },
    };
  };
  const isWanted = (/** @type {keyof CodegenPlan} */ section) => only === undefined || only === section;
  const date = new Date().toISOString();
  const before = processorTime();
  const work = await mkdtemp(join(tmpdir(), "kubewright-bench-codegen-"));
  try {
    /** @type {Pick<CodegenResult, keyof CodegenPlan>} */
    const measured = {};
    if (isWanted("memcached")) {
      const project = generators(await writeMemcached(join(work, "memcached")));
      measured.memcached = {
        plan: plan.memcached,
        rows: await measureGenerate("memcached", project, plan.memcached, context),
      };
    }
    if (isWanted("kinds")) {
      const project = generators(await writeKinds(join(work, "kinds"), plan.kinds.kinds));
      measured.kinds = { plan: plan.kinds, rows: await measureGenerate("kinds", project, plan.kinds, context) };
    }
    return {
      date,
      isQuick,
      machine: describeMachine(before),
      versions: { "@kubewright/codegen": version, "controller-gen": peerVersion, Node: node.version },
      ...measured,
    };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
