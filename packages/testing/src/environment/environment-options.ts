import { ManualClock } from "@kubewright/api";
import type { FaultRule } from "@kubewright/apiserver";
import type { ProcessNodesOptions, SimulatedNodesOptions, StageTimes } from "@kubewright/devcluster";
import type { Logger } from "@kubewright/runtime";
import type { DefinitionSource } from "../definition/read-definitions.ts";
import type { TestHost } from "../host.ts";
import type { ReferenceServerOptions } from "../reference/reference-server.ts";
import { checkControllers, checkDefinitions, checkFaults } from "./check-lists.ts";
import { described, invalid } from "./invalid-option.ts";

/**
 * Where a test runs: on the cluster in this process; on the real etcd and kube-apiserver, with the same controllers and simulated nodes;
 * or on a cluster that is there.
 */
export type ClusterChoice = "embedded" | "assets" | "existing";

/** Which nodes there are, of one sort or of both. */
export interface NodeChoice {
  /** On which nothing runs: pods become ready by themselves, or as stages say. */
  readonly simulated?: number | SimulatedNodesOptions | { readonly count: number; readonly times?: StageTimes };
  /** On which containers are processes of this machine. Only of the embedded cluster. */
  readonly process?: number | ProcessNodesOptions;
}

export interface ExistingClusterOptions {
  /** A kubeconfig file. @default what kubectl would use */
  readonly kubeconfig?: string;
  /** @default the current context of `kubeconfig`; if that is not given either, it must be named, here or in KUBEWRIGHT_TEST_CONTEXT */
  readonly context?: string;
}

export interface EnvironmentOptions {
  /** @default what KUBEWRIGHT_TEST_CLUSTER says; "existing" if USE_EXISTING_CLUSTER is "true", as for envtest; else "embedded" */
  readonly cluster?: ClusterChoice;
  /** Which controllers work, as for kube-controller-manager: `["*", "-deployment-controller"]`; `[]` for none. @default ["*"] */
  readonly controllers?: readonly string[];
  /** 0 for none. @default { simulated: 1 } */
  readonly nodes?: 0 | NodeChoice;
  /** Kinds of one's own: files, folders or objects. They are served when the environment is there. @default none */
  readonly crds?: readonly DefinitionSource[];
  /** What goes wrong with requests from the moment the environment is there, the cluster's own included. Only of the embedded cluster. @default nothing */
  readonly faults?: readonly FaultRule[];
  /** "manual", or such a clock: time passes only as the test says. Only of the embedded cluster. @default "real" */
  readonly clock?: "real" | "manual" | ManualClock;
  /** Of the cluster "assets". */
  readonly assets?: Pick<ReferenceServerOptions, "programs" | "apiServerFlags" | "startTimeoutMs">;
  /** Of the cluster "existing". */
  readonly existing?: ExistingClusterOptions;
  /** Of the cluster's own parts. @default says nothing */
  readonly log?: Logger;
  /** Where environment, time and folders come from. @default the real host */
  readonly host?: TestHost;
}

/** What was asked for, complete and checked. */
export interface ResolvedOptions {
  readonly cluster: ClusterChoice;
  readonly controllers: readonly string[];
  readonly nodes: NodeChoice;
  readonly crds: readonly DefinitionSource[];
  readonly faults: readonly FaultRule[];
  readonly manualClock: ManualClock | undefined;
}

const clusters: readonly ClusterChoice[] = ["embedded", "assets", "existing"];

const names: ReadonlySet<string> = new Set<keyof EnvironmentOptions>([
  "cluster",
  "controllers",
  "nodes",
  "crds",
  "faults",
  "clock",
  "assets",
  "existing",
  "log",
  "host",
]);

/** Throws TestingError `INVALID_OPTION`, which names the option, what is wrong and what to do. */
export function resolveOptions(options: EnvironmentOptions, env: TestHost["env"]): ResolvedOptions {
  for (const name of Object.keys(options)) {
    if (!names.has(name)) throw invalid(name, `there is no such option; there are ${[...names].join(", ")}`);
  }
  const cluster = options.cluster === undefined ? clusterFrom(env) : clusterNamed("cluster", options.cluster);
  if (cluster !== "embedded") refuseEmbeddedOnly(options, cluster);
  if (cluster === "existing") refuseOwn(options);
  const controllers = checkControllers(options.controllers ?? ["*"]);
  const crds = checkDefinitions(options.crds ?? []);
  const faults = checkFaults(options.faults ?? []);
  const manualClock = manualClockOf(options.clock);
  const nodes = nodesOf(options.nodes);
  if (manualClock !== undefined && nodes.process !== undefined) {
    throw invalid("clock", "processes run in real time; take simulated nodes, or leave the clock out");
  }
  return { cluster, controllers, nodes: cluster === "existing" ? {} : nodes, crds, faults, manualClock };
}

function clusterFrom(env: TestHost["env"]): ClusterChoice {
  const { KUBEWRIGHT_TEST_CLUSTER: named = "", USE_EXISTING_CLUSTER: existing = "" } = env;
  const isExisting = existing.toLowerCase() === "true";
  if (named === "") return isExisting ? "existing" : "embedded";
  const cluster = clusterNamed("KUBEWRIGHT_TEST_CLUSTER", named);
  if (!isExisting || cluster === "existing") return cluster;
  throw invalid(
    "KUBEWRIGHT_TEST_CLUSTER",
    `it is ${quoted(named)}, and USE_EXISTING_CLUSTER is ${existing}; unset one`,
  );
}

function clusterNamed(field: string, value: string): ClusterChoice {
  const cluster = clusters.find((candidate) => candidate === value);
  if (cluster !== undefined) return cluster;
  throw invalid(field, `there is no ${quoted(value)}; take ${clusters.map(quoted).join(", ")}`);
}

function refuseEmbeddedOnly({ faults, clock, nodes }: EnvironmentOptions, cluster: ClusterChoice): void {
  const elsewhere = `the cluster ${quoted(cluster)}`;
  const fix = 'leave it out, or take cluster: "embedded"';
  if (faults !== undefined) throw invalid("faults", `${elsewhere} cannot fail on purpose; ${fix}`);
  if (clock !== undefined && clock !== "real") throw invalid("clock", `${elsewhere} has its own time; ${fix}`);
  if (nodes !== undefined && nodes !== 0 && nodes.process !== undefined) {
    const why = "refuses the loopback addresses that pods have on process nodes";
    throw invalid("nodes.process", `${elsewhere} ${why}; take simulated nodes, or cluster: "embedded"`);
  }
}

function refuseOwn(options: EnvironmentOptions): void {
  for (const name of ["controllers", "nodes"] as const) {
    if (options[name] === undefined) continue;
    throw invalid(name, `the cluster "existing" has its own, whose work ours would do twice; leave it out`);
  }
}

function manualClockOf(clock: EnvironmentOptions["clock"]): ManualClock | undefined {
  if (clock === undefined || clock === "real") return undefined;
  if (clock === "manual") return new ManualClock();
  if (clock instanceof ManualClock) return clock;
  throw invalid("clock", `it is ${described(clock)}; give "real", "manual" or a ManualClock`);
}

function nodesOf(nodes: EnvironmentOptions["nodes"] = { simulated: 1 }): NodeChoice {
  if (nodes === 0) return {};
  const wanted = "0, { simulated: 3 } or { process: 1 }";
  if (typeof nodes !== "object" || nodes === null) {
    throw invalid("nodes", `it is ${described(nodes)}; give ${wanted}`);
  }
  for (const [name, value] of Object.entries(nodes)) {
    if (name !== "simulated" && name !== "process") {
      throw invalid(`nodes.${name}`, `there are no such nodes; give ${wanted}`);
    }
    const count: unknown = typeof value === "number" ? value : (value as { count?: unknown } | undefined)?.count;
    if (count === undefined) continue;
    if (!Number.isInteger(count) || (count as number) < 0) {
      throw invalid(`nodes.${name}`, `there cannot be ${described(count)} nodes; give a whole number from 0 on`);
    }
  }
  return {
    ...(hasAny(nodes.simulated) && { simulated: nodes.simulated }),
    ...(hasAny(nodes.process) && { process: nodes.process }),
  };
}

function hasAny<T>(value: T | undefined): value is T {
  return value !== undefined && value !== 0 && (value as { count?: number }).count !== 0;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
