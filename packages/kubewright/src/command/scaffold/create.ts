import { Command, Option } from "commander";
import type { CommandHost } from "../../host.ts";
import { onOffOption, wholeNumber } from "./go-flag.ts";
import type { CreateApiOptions } from "./run-create-api.ts";

/** `kubewright create`: what a project can have more of. */
export function createCommand(host: CommandHost): Command {
  return new Command("create")
    .description("add a kind with its controller to the project")
    .addCommand(createApiCommand(host))
    .helpCommand(false)
    .addHelpText(
      "after",
      `
Examples:
  kubewright create api --group cache --version v1alpha1 --kind Memcached`,
    );
}

function createApiCommand(host: CommandHost): Command {
  return new Command("api")
    .description("add a kind with its controller, tests, roles and a sample")
    .option("--group <group>", "API group of the kind, without the project's domain: cache")
    .option("--version <version>", "of the API: v1alpha1, v1beta1, v1")
    .option("--kind <kind>", "in CamelCase: Memcached")
    .option("--plural <plural>", "of the kind, in small letters (default: as English has it)")
    .addOption(onOffOption("resource", "write the type (default: true; asked on a terminal)"))
    .addOption(onOffOption("controller", "write the controller (default: true; asked on a terminal)"))
    .addOption(onOffOption("namespaced", "its objects are in namespaces (default: true)"))
    .addOption(onOffOption("make", "generate code and manifests afterwards (default: true)"))
    .option(
      "--external-api-domain <domain>",
      "with --resource=false, for a kind of another project: the domain of its group",
    )
    .option("--external-api-path <module>", "with it: where its type is imported from (default: one is written)")
    .option("--force", "overwrite files of this kind that differ")
    .option("--plugins <plugin>", "deploy-image/v1-alpha: a complete operator that deploys an image")
    .option("--image <image>", "with deploy-image: the image")
    .option("--image-container-command <list>", "with deploy-image: program and arguments, with commas between them")
    .option("--image-container-port <port>", "with deploy-image: the port it listens on", wholeNumber(1, 65_535))
    .option("--run-as-user <uid>", "with deploy-image: the user it runs as", wholeNumber(1, 2_147_483_647))
    .option("-y, --yes", "ask nothing: take the defaults for what no flag says")
    .option("--dry-run", "write nothing, and tell which files there would be")
    .addOption(
      new Option("-o, --output <format>", "how to say what was done").choices(["text", "json"]).default("text"),
    )
    .addHelpText(
      "after",
      `
On a terminal, it asks for what no flag says. Files that you changed are left as they are, unless there is --force; running it again is safe.

A second version of a kind gets no controller of its own; objects stay stored in the first one, until you move its marker +kubebuilder:storageversion.
With --resource=false, the controller is for a type that is there: one of the project, of Kubernetes, or with --external-api-domain of another project.

Examples:
  kubewright create api --group cache --version v1alpha1 --kind Memcached
  kubewright create api --group shop --version v1 --kind Order --namespaced=false --controller=false
  kubewright create api --group cache --version v1 --kind Memcached         the same kind in a second version
  kubewright create api --group apps --version v1 --kind Deployment --resource=false
  kubewright create api --group cert-manager --version v1 --kind Certificate --resource=false --external-api-domain io
  kubewright create api --group cache --version v1alpha1 --kind Memcached --plugins deploy-image/v1-alpha \\
    --image memcached:1.6.26-alpine3.19 --image-container-command memcached,--memory-limit=64,-o,modern,-v \\
    --image-container-port 11211 --run-as-user 1001`,
    )
    .action(async (options: CreateApiOptions) => {
      const { runCreateApi } = await import("./run-create-api.ts");
      await runCreateApi(options, host);
    });
}
