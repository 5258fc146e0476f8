import { readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { findPrograms, programFolder, startReferenceServer, systemTestHost } from "@kubewright/testing";
import { attempt, buildKubebuilder, installKubewright, measuredNode } from "./install/contestants.mjs";
import { measureFirstReconcile } from "./measure/cli/first-reconcile.mjs";
import { describeMachine } from "./measure/machine.mjs";
import { processorTime } from "./measure/stolen-time.mjs";

/** @typedef {import("./options.mjs").BenchOptions} BenchOptions */
/** @typedef {import("./report/cli-report.mjs").CliPlan} CliPlan */
/** @typedef {import("./report/cli-report.mjs").CliResult} CliResult */
/** @typedef {import("./measure/cli/first-reconcile.mjs").Path} Path */
/** @typedef {{ signal: AbortSignal, progress: (line: string) => void }} RunContext */

/** @type {CliPlan} */
const full = { reconcile: { rounds: 5 } };
/** @type {CliPlan} */
const quick = { reconcile: { rounds: 1 } };

/** Where operators serve their health: another program may have port 8081. */
const anyPort = "127.0.0.1:0";
const kind = "--group cache --version v1alpha1 --kind Memcached";

/**
 * Measures how one gets from an empty folder to a first reconcile, beside Kubebuilder. Linux.
 * @param {BenchOptions} options
 * @param {RunContext} context
 * @returns {Promise<CliResult>}
 */
export async function runCliBench({ quick: isQuick }, { signal, progress }) {
  const node = await measuredNode({ signal, progress });
  const { folder, version } = await installKubewright("operator", { signal, progress });
  const { kubectl } = await findPrograms(programFolder(systemTestHost()), ["kubectl"]);
  const kubebuilder = await attempt(() => buildKubebuilder({ signal, progress }));
  const plan = isQuick ? quick : full;
  const PATH = [dirname(node.program), dirname(kubectl), process.env.PATH].join(delimiter);
  const date = new Date().toISOString();
  const before = processorTime();
  /** @type {Record<string, Path>} */
  const paths = { kubewright: ours(join(folder, "node_modules"), PATH) };
  if (kubebuilder.value) paths.kubebuilder = theirs(kubebuilder.value.program, PATH);
  const rows = await measureFirstReconcile(paths, plan.reconcile, { signal, progress });
  return {
    date,
    isQuick,
    machine: describeMachine(before),
    versions: {
      kubewright: version,
      Node: node.version,
      ...(kubebuilder.value && { kubebuilder: kubebuilder.value.version, Go: kubebuilder.value.goVersion }),
    },
    reconcile: { plan: plan.reconcile, rows },
  };
}

/**
 * @param {string} modules where the packages are installed
 * @param {string} PATH
 * @returns {Path}
 */
function ours(modules, PATH) {
  return {
    lines: [
      { what: "init", line: "npx kubewright init --domain example.com" },
      { what: "create api", line: `npx kubewright create api ${kind}` },
      { what: "a cluster", line: "npx kubewright cluster --kubeconfig ./kubeconfig", until: /Ready: / },
      { what: "make install run", line: "make install run", until: /Starting workers/ },
      { what: "the sample", line: "kubectl apply -k config/samples" },
    ],
    done: /"reconciled"| reconciled/,
    env: { PATH, npm_config_update_notifier: "false", ARGS: `-- --health-probe-bind-address=${anyPort}` },
    // npx finds the program that it would download.
    prepare: (root) => symlink(modules, join(root, "node_modules")),
    install: (folder) => symlink(modules, join(folder, "node_modules")),
  };
}

/**
 * Its modules, and the programs that its Makefile downloads, are there from the first round on. There is no Docker here for kind: its cluster is
 * an API server with its store.
 * @param {string} program
 * @param {string} PATH
 * @returns {Path}
 */
function theirs(program, PATH) {
  return {
    lines: [
      { what: "init", line: `${program} init --domain example.com --repo example.com/shop` },
      { what: "create api", line: `${program} create api ${kind} --resource --controller` },
      { what: "make install run", line: "make install run", until: /Starting workers/ },
      { what: "the sample", line: "kubectl apply -k config/samples" },
    ],
    done: /reconciled/,
    env: { PATH },
    // As they are scaffolded, its controller says nothing, and its sample is refused.
    edit: async (folder) => {
      const controller = join(folder, "internal/controller/memcached_controller.go");
      await replaceIn(controller, "_ = logf.FromContext(ctx)", 'logf.FromContext(ctx).Info("reconciled")');
      await replaceIn(join(folder, "cmd/main.go"), '":8081"', JSON.stringify(anyPort));
      await replaceIn(join(folder, "config/samples/cache_v1alpha1_memcached.yaml"), "spec:\n", "spec:\n  foo: bar\n");
    },
    cluster: async (folder) => {
      const start = performance.now();
      const server = await startReferenceServer();
      await server.writeKubeconfig(join(folder, "kubeconfig"));
      return { ms: performance.now() - start, close: () => server.close() };
    },
  };
}

/**
 * @param {string} file
 * @param {string} before
 * @param {string} after
 */
async function replaceIn(file, before, after) {
  const text = await readFile(file, "utf8");
  if (!text.includes(before)) throw new Error(`${file} has no ${JSON.stringify(before)}`);
  await writeFile(file, text.replace(before, after));
}
