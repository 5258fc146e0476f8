import { DevCluster, DevClusterError } from "@kubewright/devcluster";
import { Command, InvalidArgumentError, Option } from "commander";
import { CommandError, exitCodes } from "../errors.ts";
import type { CommandHost } from "../host.ts";
import { styleFor } from "../terminal/style.ts";
import { KubeconfigFile } from "./kubeconfig-file.ts";

interface ClusterOptions {
  readonly port: number;
  readonly kubeconfig?: string;
  readonly force?: boolean;
  readonly node: "simulated" | "none";
  readonly nodes: number;
  readonly controllers: readonly string[];
  readonly output: "text" | "json";
}

/** `kubewright cluster`: the embedded cluster in the foreground, until the user ends it. */
export function clusterCommand(host: CommandHost): Command {
  return new Command("cluster")
    .description("run a small Kubernetes cluster on this machine, until Ctrl-C")
    .option("--port <port>", "port on 127.0.0.1; 0 takes one that is free", parseNumber("A port", 65535), 0)
    .option("--kubeconfig <file>", "where to write the kubeconfig (default: a temporary file)")
    .option("--force", "overwrite a kubeconfig that is not ours")
    .addOption(
      new Option("--node <type>", "what pods run on: simulated nodes, where they become ready without running, or none")
        .choices(["simulated", "none"])
        .default("simulated"),
    )
    .option("--nodes <count>", "how many nodes", parseNumber("A count of nodes", 10_000), 1)
    .option("--controllers <list>", "which controllers work: * for all, -NAME for all but one", parseList, ["*"])
    .addOption(
      new Option("-o, --output <format>", "how to say that the cluster is ready")
        .choices(["text", "json"])
        .default("text"),
    )
    .addHelpText(
      "after",
      `
Objects are kept in memory and are gone when the cluster ends.

Examples:
  kubewright cluster --kubeconfig ./kubeconfig
  kubectl --kubeconfig ./kubeconfig create deployment web --image=nginx --replicas=3

  kubewright cluster --nodes 3
  kubewright cluster --node none --controllers ''    the API server alone
  kubewright cluster --controllers '*,-deployment-controller'
  kubewright cluster --output json                   one line of JSON for scripts, once the cluster is ready`,
    )
    .action((options: ClusterOptions) => runCluster(options, host));
}

async function runCluster(options: ClusterOptions, host: CommandHost): Promise<void> {
  const file = await KubeconfigFile.prepare(options, host);
  await using cluster = await startCluster(options, host);
  await using _written = await file.write(cluster.kubeconfig());
  const { url } = cluster.address!;
  if (options.output === "json") {
    host.output.write(`${JSON.stringify({ url, kubeconfig: file.path, processId: host.processId })}\n`);
  } else {
    const style = styleFor(host.output, host.env);
    const nodes =
      options.node === "none" ? "no nodes" : `${options.nodes} simulated ${options.nodes === 1 ? "node" : "nodes"}`;
    host.output.write(
      [
        `${style.green("Ready")}: Kubernetes API at ${style.bold(url)}, ${nodes}`,
        "",
        "Use it from another terminal:",
        `  export KUBECONFIG=${shellWord(file.path)}`,
        "  kubectl get namespaces",
        "",
        style.dim("Ctrl-C stops it; its objects are gone then."),
        "",
      ].join("\n"),
    );
  }
  await aborted(host.interrupted);
}

async function startCluster(
  { port, node, nodes, controllers }: ClusterOptions,
  host: CommandHost,
): Promise<DevCluster> {
  try {
    return await DevCluster.start({
      listen: { port },
      controllers,
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

function parseNumber(what: string, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number > most) throw new InvalidArgumentError(`${what} is a number from 0 to ${most}.`);
    return number;
  };
}

function parseList(text: string): string[] {
  return text.split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
}

/** Quoted where a shell would split or expand it. */
function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
