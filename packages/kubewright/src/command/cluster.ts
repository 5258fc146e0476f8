import { ApiServer } from "@kubewright/apiserver";
import { Command, InvalidArgumentError, Option } from "commander";
import type { CommandHost } from "../host.ts";
import { styleFor } from "../terminal/style.ts";
import { KubeconfigFile } from "./kubeconfig-file.ts";

interface ClusterOptions {
  readonly port: number;
  readonly kubeconfig?: string;
  readonly force?: boolean;
  readonly output: "text" | "json";
}

/** `kubewright cluster`: the embedded cluster in the foreground, until the user ends it. */
export function clusterCommand(host: CommandHost): Command {
  return new Command("cluster")
    .description("run a Kubernetes API server on this machine, until Ctrl-C")
    .option("--port <port>", "port on 127.0.0.1; 0 takes one that is free", parsePort, 0)
    .option("--kubeconfig <file>", "where to write the kubeconfig (default: a temporary file)")
    .option("--force", "overwrite a kubeconfig that is not ours")
    .addOption(
      new Option("-o, --output <format>", "how to say that the server is ready")
        .choices(["text", "json"])
        .default("text"),
    )
    .addHelpText(
      "after",
      `
Objects are kept in memory and are gone when the server ends. There are no controllers and no nodes yet:
a Deployment is stored, and makes no pods.

Examples:
  kubewright cluster --kubeconfig ./kubeconfig
  kubectl --kubeconfig ./kubeconfig get namespaces

  kubewright cluster --output json                 one line of JSON for scripts, once the server is ready`,
    )
    .action((options: ClusterOptions) => runCluster(options, host));
}

async function runCluster(options: ClusterOptions, host: CommandHost): Promise<void> {
  const file = await KubeconfigFile.prepare(options, host);
  await using server = await ApiServer.start(host.clock === undefined ? {} : { clock: host.clock });
  const { url } = await server.listen({ port: options.port });
  await using _written = await file.write(server.kubeconfig());
  if (options.output === "json") {
    host.output.write(`${JSON.stringify({ url, kubeconfig: file.path, processId: host.processId })}\n`);
  } else {
    const style = styleFor(host.output, host.env);
    host.output.write(
      [
        `${style.green("Ready")}: Kubernetes API at ${style.bold(url)}`,
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

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return port;
}

/** Quoted where a shell would split or expand it. */
function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
