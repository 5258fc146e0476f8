import { Command, InvalidArgumentError, Option } from "commander";
import type { CommandHost } from "../host.ts";
import { clusterLoadCommand } from "./cluster-load.ts";
import type { ClusterOptions } from "./run-cluster.ts";

/** `kubewright cluster`: the embedded cluster in the foreground, until the user ends it. */
export function clusterCommand(host: CommandHost): Command {
  return new Command("cluster")
    .description("run a small Kubernetes cluster on this machine, until Ctrl-C")
    .usage("[options]")
    .option("--port <port>", "port on 127.0.0.1; 0 takes one that is free", parseNumber("A port", 65535), 0)
    .option("--kubeconfig <file>", "where to write the kubeconfig (default: a temporary file)")
    .option("--force", "overwrite the file even if kubewright did not write it")
    .addOption(
      new Option(
        "--node <type>",
        "what pods run on: process nodes, whose containers are processes of this machine; simulated nodes, where pods become ready without running; or none",
      )
        .choices(["process", "simulated", "none"])
        .default("process"),
    )
    .option("--nodes <count>", "how many nodes", parseNumber("A count of nodes", 10_000), 1)
    .addOption(
      new Option("--controllers <list>", "which controllers work: * for all, -NAME for all but one")
        .argParser(parseList)
        .default(["*"], "*"),
    )
    .addOption(
      new Option("-o, --output <format>", "how to say that the cluster is ready")
        .choices(["text", "json"])
        .default("text"),
    )
    .addHelpText(
      "after",
      `
Objects are kept in memory and are gone when the cluster ends, and so are the processes of its pods.
A process node runs images of memcached and node with programs of this machine, and images from archives (kubewright cluster load) with
its Node; for memcached, a small server in Node stands in where there is no other. Other images are only pretended to run.
Your own kubeconfig is left alone.

Examples:
  kubewright cluster --kubeconfig ./kubeconfig
  kubectl --kubeconfig ./kubeconfig create deployment cache --image=memcached --replicas=3

  kubewright cluster load operator.tar --kubeconfig ./kubeconfig
  kubewright cluster --node simulated --nodes 100
  kubewright cluster --node none --controllers ''    the API server alone
  kubewright cluster --controllers '*,-deployment-controller'
  kubewright cluster --output json                   one line of JSON for scripts, once the cluster is ready`,
    )
    .action(async (options: ClusterOptions) => {
      // Not before it is needed: the other commands are quicker without.
      const { runCluster } = await import("./run-cluster.ts");
      await runCluster(options, host);
    })
    .addCommand(clusterLoadCommand(host))
    .helpCommand(false);
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
