import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ServiceCIDR } from "@kubewright/api/networking/v1";
import { connect } from "@kubewright/client";
import { installDefinitions, referenceVersion } from "@kubewright/testing";
import { attempt, buildGoPeer, installKubewright, measuredNode } from "./install/contestants.mjs";
import { embeddedStarter, startReference } from "./measure/apiserver/measured-server.mjs";
import { describeMachine } from "./measure/machine.mjs";
import { measureLoad } from "./measure/memcached/load.mjs";
import { processorTime } from "./measure/stolen-time.mjs";
import { sampleId, twinId, updatingTwinId } from "./report/memcached-report.mjs";

/** @typedef {import("./options.mjs").BenchOptions} BenchOptions */
/** @typedef {import("./measure/memcached/load.mjs").LoadPlan} LoadPlan */
/** @typedef {import("./measure/memcached/load.mjs").RunContext} RunContext */
/** @typedef {import("./measure/memcached/operator-process.mjs").Operator} Operator */
/** @typedef {import("./report/memcached-report.mjs").MemcachedResult} MemcachedResult */

/** Of what is measured; installing comes before. */
const limitMs = 2_700_000;

/** As many rounds as there are operators, so that each has each place once; a cycle of one takes about a minute on the real server. @type {Record<"embedded" | "real", LoadPlan>} */
const full = {
  embedded: { rounds: 4, cycles: 4, objects: 1000, quietMs: 1000 },
  real: { rounds: 4, cycles: 1, lastCycles: 3, objects: 1000, quietMs: 1000 },
};
/** @type {LoadPlan} */
const quickly = { rounds: 1, cycles: 3, objects: 50, quietMs: 300 };
const quick = { embedded: quickly, real: quickly };

const operatorFolder = fileURLToPath(new URL("../operators/memcached", import.meta.url));

/**
 * Measures the Memcached operator beside one in Go, on both API servers, as far as the options ask for it. Linux.
 * @param {BenchOptions} options
 * @param {RunContext} context
 * @returns {Promise<MemcachedResult>}
 */
export async function runMemcachedBench({ quick: isQuick, only }, { signal, progress }) {
  const node = await measuredNode({ signal, progress });
  const { folder, version } = await installKubewright("apiserver", { signal, progress });
  const go = await attempt(() => buildGoPeer("memcached-operator", { signal, progress }));
  const plans = isQuick ? quick : full;
  const context = { signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]), progress };
  const operators = operatorsOf(node.program, go.value?.program);
  const main = join(folder, "node_modules/kubewright/dist/main.js");
  const servers = { embedded: embeddedStarter({ node: node.program, main }), real: startReference };
  const date = new Date().toISOString();
  const before = processorTime();

  /** @type {Pick<MemcachedResult, "embedded" | "real">} */
  const measured = {};
  for (const [name, start] of /** @type {["embedded" | "real", typeof startReference][]} */ (Object.entries(servers))) {
    if (only !== undefined && only !== name) continue;
    const plan = plans[name];
    progress(`starting the ${name} server`);
    const server = await start(context.signal);
    try {
      await install(server.kubeconfig);
      const rows = await measureLoad(operators, plan, {
        ...context,
        server,
        what: `${plan.objects} Memcacheds, ${name}`,
      });
      measured[name] = { plan, rows };
    } finally {
      await server.close();
    }
  }
  return {
    date,
    isQuick,
    machine: describeMachine(before),
    versions: {
      "@kubewright/operator": version,
      "sigs.k8s.io/controller-runtime": go.value ? `${go.value.version} with Go ${go.value.goVersion}` : "none",
      "kube-apiserver": referenceVersion,
      Node: node.version,
    },
    ...(go.problem !== undefined && { problem: go.problem }),
    ...measured,
  };
}

/**
 * @param {string} node
 * @param {string | undefined} go
 * @returns {Operator[]}
 */
function operatorsOf(node, go) {
  const main = join(operatorFolder, "dist/main.js");
  const collecting = new URL("subject/memcached/collect-when-told.mjs", import.meta.url).href;
  const ours = "kubewright";
  const twinArgs = ["--companions", "--max-concurrent-reconciles=8"];
  return [
    { id: ours, command: node, args: ["--expose-gc", "--import", collecting, main, "--metrics-secure=false"] },
    ...(go === undefined
      ? []
      : [
          { id: sampleId, command: go, args: [] },
          { id: twinId, command: go, args: [...twinArgs, "--apply"], sameAs: ours },
          { id: updatingTwinId, command: go, args: twinArgs, sameAs: ours },
        ]),
  ];
}

/**
 * More than the 254 that both servers have for Services by default. No controller is there to say that they are ready.
 * @param {import("@kubewright/client").Client} client
 */
export async function addServiceAddresses(client) {
  const metadata = { name: "load" };
  await client.create(ServiceCIDR.of({ metadata, spec: { cidrs: ["10.100.0.0/16"] } }));
  const lastTransitionTime = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  const ready = {
    type: "Ready",
    status: /** @type {const} */ ("True"),
    reason: "Load",
    message: "",
    lastTransitionTime,
  };
  await client.status.patch(ServiceCIDR, metadata, { merge: { status: { conditions: [ready] } } });
}

/** @param {string} kubeconfig */
async function install(kubeconfig) {
  const client = await connect({ kubeconfig });
  try {
    await installDefinitions(client, [join(operatorFolder, "config/crd/bases")]);
    await addServiceAddresses(client);
  } finally {
    await client.close();
  }
}
