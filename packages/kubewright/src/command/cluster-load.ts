import { Argument, Command, Option } from "commander";
import type { CommandHost } from "../host.ts";
import type { LoadOptions } from "./load-image.ts";

/** `kubewright cluster load FILE`: makes an image archive runnable in a cluster that runs. */
export function clusterLoadCommand(host: CommandHost): Command {
  return new Command("load")
    .description("make an image archive runnable in a running cluster with process nodes")
    .addArgument(
      new Argument("<file>", "archive of docker save, podman save, or an OCI layout as tar; it may be gzipped"),
    )
    .option("--kubeconfig <file>", "of the running cluster (default: as for kubectl)")
    .addOption(
      new Option("-o, --output <format>", "how to say what was loaded").choices(["text", "json"]).default("text"),
    )
    .addHelpText(
      "after",
      `
Pods of the image run its entrypoint with the Node and the files of this machine, so it should be a program for Node.
The cluster reads the archive from this machine. It keeps the image until it ends. Pods that were started before go on as they are:
delete them, and others take their place with the image. An operator needs its roles, too, as in any cluster.

Examples:
  docker save example.com/operator:v1 -o operator.tar
  kubewright cluster load operator.tar --kubeconfig ./kubeconfig
  kubectl --kubeconfig ./kubeconfig apply -f manifests    its CRDs, roles and Deployment

  kubewright cluster load operator.tar --output json    {"references":["example.com/operator:v1"]}`,
    )
    .action(async (file: string, options: LoadOptions) => {
      const { loadImage } = await import("./load-image.ts");
      await loadImage(file, options, host);
    });
}
