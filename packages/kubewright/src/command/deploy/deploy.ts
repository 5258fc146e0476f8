import { Command } from "commander";
import type { DeployOptions, RemoveOptions } from "../../deploy/install-objects.ts";
import type { CommandHost } from "../../host.ts";
import { withChangeFlags, withIgnoreNotFound } from "./cluster-flags.ts";

/** `kubewright deploy`: the operator, running in the cluster. */
export function deployCommand(host: CommandHost): Command {
  return withChangeFlags(
    new Command("deploy").description("run the operator in the cluster, with its definitions and roles"),
    "config/default",
  )
    .option("--image <name>", "the operator's image (default: the one that the config has)")
    .option("--force-conflicts", "take over fields that someone else set to other values")
    .option("--no-wait", "do not wait until the operator is available")
    .option("--no-load", 'do not give the image to a cluster of "kubewright cluster"')
    .option("--no-build", "do not build the project before its image is given to such a cluster")
    .addHelpText(
      "after",
      `
Acts on the current context of your kubeconfig, and says which that is. Applies on the server, as the field manager "kubewright": namespaces and
definitions first, then the rest; what is as it should be is left alone. Waits until the operator is available and, if it does not become so,
tells why from its events and logs.
A cluster of "kubewright cluster" is given the image of the project in this folder: neither Docker nor a registry is needed. Other clusters take
images from where they always do: see "kubewright help image".

Examples:
  kubewright deploy --image example.com/operator:v1
  kubewright deploy --image example.com/operator:v1 --context kind-dev
  kubewright deploy --image example.com/operator:v1 --dry-run
  kubewright deploy --filename dist/install.yaml`,
    )
    .action(async (options: DeployOptions) => {
      const { deploy } = await import("../../deploy/install-objects.ts");
      await deploy(options, host);
    });
}

/** `kubewright undeploy`: the reverse of `deploy`. */
export function undeployCommand(host: CommandHost): Command {
  return withIgnoreNotFound(
    withChangeFlags(
      new Command("undeploy").description("remove the operator, its definitions and their objects from the cluster"),
      "config/default",
    ),
  )
    .addHelpText(
      "after",
      `
Definitions go first, with all custom resources of them, while the operator is still there to remove its finalizers; then all else, in the reverse
of how it came. Waits until it is gone.

Examples:
  kubewright undeploy
  kubewright undeploy --ignore-not-found`,
    )
    .action(async (options: RemoveOptions) => {
      const { remove } = await import("../../deploy/install-objects.ts");
      await remove(options, host);
    });
}
