import { DevCluster, DevClusterError, machineMemcached } from "@kubewright/devcluster";
import { CommandError, exitCodes } from "../errors.ts";
import type { CommandHost } from "../host.ts";
import { messageLog } from "../terminal/message-log.ts";
import { sayWhen } from "../terminal/say-when.ts";
import { shellWord } from "../terminal/shell-word.ts";
import { styleFor } from "../terminal/style.ts";
import { KubeconfigFile } from "./kubeconfig-file.ts";

/** The flags of `kubewright cluster`. */
export interface ClusterOptions {
  readonly port: number;
  readonly kubeconfig?: string;
  readonly force?: boolean;
  readonly node: "process" | "simulated" | "none";
  readonly nodes: number;
  readonly controllers: readonly string[];
  readonly output: "text" | "json";
}

/** Each is watched over by a process of its own. */
const maxProcessNodes = 16;

/** Runs a cluster until the user ends it. */
export async function runCluster(options: ClusterOptions, host: CommandHost): Promise<void> {
  await using file = await KubeconfigFile.prepare(options, host);
  const what = `the API server, controllers and ${describeNodes(options)}`;
  const cluster = await sayWhen(`Starting ${what}`, startCluster(options, host), host);
  try {
    await file.write(cluster.kubeconfig());
    const memcached = cluster.processNodes.length > 0 ? await machineMemcached() : undefined;
    const { url } = cluster.address!;
    host.output.write(
      options.output === "json"
        ? `${JSON.stringify(readyDocument(options, { url, kubeconfig: file.path, memcached }, host))}\n`
        : readyText(options, { url, kubeconfig: file.path, memcached }, host),
    );
    await aborted(host.interrupted);
  } finally {
    await sayWhen("Stopping the cluster", cluster.close(), host);
  }
}

interface ReadyCluster {
  readonly url: string;
  readonly kubeconfig: string;
  /** Of this machine; undefined: a stand-in. */
  readonly memcached: string | undefined;
}

function readyDocument(
  options: ClusterOptions,
  { url, kubeconfig, memcached }: ReadyCluster,
  { processId }: CommandHost,
): object {
  const type = nodeType(options);
  return {
    ...{ url, kubeconfig, processId },
    nodes: { type, count: type === "none" ? 0 : options.nodes },
    ...(type === "process" && { memcached: memcached ?? "stand-in" }),
  };
}

/** What to do with the cluster; the last line says that it is there. */
function readyText(options: ClusterOptions, { url, kubeconfig, memcached }: ReadyCluster, host: CommandHost): string {
  const style = styleFor(host.output, host.env);
  const standIn = nodeType(options) === "process" && memcached === undefined;
  // Something that works: without a node, pods would stay Pending.
  const example =
    nodeType(options) === "none" ? "get namespaces" : "create deployment cache --image=memcached --replicas=3";
  return [
    "Use the cluster from another terminal:",
    `  export KUBECONFIG=${shellWord(kubeconfig)}`,
    `  kubectl ${example}`,
    "",
    ...(standIn ? ["memcached runs as a small stand-in in Node: this machine has no memcached program.", ""] : []),
    `${style.green("Ready")}: Kubernetes API at ${style.bold(url)}, ${describeNodes(options)}. ${style.dim("Ctrl-C stops it; its objects are gone then.")}`,
    "",
  ].join("\n");
}

/** What there are nodes of, if any. */
function nodeType({ node, nodes }: ClusterOptions): ClusterOptions["node"] {
  return nodes === 0 ? "none" : node;
}

function describeNodes(options: ClusterOptions): string {
  const { nodes } = options;
  const type = nodeType(options);
  return type === "none" ? "no nodes" : `${nodes} ${type} ${nodes === 1 ? "node" : "nodes"}`;
}

async function startCluster(
  { port, node, nodes, controllers }: ClusterOptions,
  host: CommandHost,
): Promise<DevCluster> {
  if (node === "process" && nodes > maxProcessNodes) {
    throw new CommandError(
      `--nodes ${nodes}: there are at most ${maxProcessNodes} process nodes; with --node simulated there can be more`,
      { exitCode: exitCodes.usage },
    );
  }
  try {
    return await DevCluster.start({
      listen: { port },
      controllers,
      log: messageLog(host),
      ...(node === "process" && nodes > 0 && { processNodes: { count: nodes } }),
      ...(node === "simulated" && { simulatedNodes: { count: nodes } }),
      ...(host.clock !== undefined && { clock: host.clock }),
    });
  } catch (error) {
    if (!(error instanceof DevClusterError) || error.code !== "INVALID_OPTION") throw error;
    throw new CommandError(error.message, { cause: error, exitCode: exitCodes.usage });
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
