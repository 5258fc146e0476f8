import { Command } from "commander";
import type { InstallOptions, RemoveOptions } from "../../deploy/install-objects.ts";
import type { CommandHost } from "../../host.ts";
import { withChangeFlags, withIgnoreNotFound } from "./cluster-flags.ts";

/** `kubewright install`: the custom resource definitions of the project, in the cluster. */
export function installCommand(host: CommandHost): Command {
  return withChangeFlags(
    new Command("install").description("install the project's custom resource definitions in the cluster"),
    "config/crd",
  )
    .option("--force-conflicts", "take over fields that someone else set to other values")
    .addHelpText(
      "after",
      `
Acts on the current context of your kubeconfig, and says which that is. Applies on the server, as the field manager "kubewright", and waits
until the definitions are served. What is as it should be is left alone.

Examples:
  kubewright install
  kubewright install --context kind-dev
  kubewright install --dry-run
  kubewright install --output json      {"context":…,"objects":[{"kind":…,"name":…,"result":"created"}]}`,
    )
    .action(async (options: InstallOptions) => {
      const { install } = await import("../../deploy/install-objects.ts");
      await install(options, host);
    });
}

/** `kubewright uninstall`: the reverse of `install`. */
export function uninstallCommand(host: CommandHost): Command {
  return withIgnoreNotFound(
    withChangeFlags(
      new Command("uninstall").description(
        "remove the project's custom resource definitions, and with them their objects",
      ),
      "config/crd",
    ),
  )
    .addHelpText(
      "after",
      `
All custom resources of these definitions are deleted with them. Their finalizers run only while the operator does. Waits until they are gone.

Examples:
  kubewright uninstall
  kubewright uninstall --ignore-not-found`,
    )
    .action(async (options: RemoveOptions) => {
      const { remove } = await import("../../deploy/install-objects.ts");
      await remove(options, host);
    });
}
