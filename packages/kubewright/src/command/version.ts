import { Command, Option } from "commander";
import type { CommandHost } from "../host.ts";
import { version } from "../version.ts";

/** `kubewright version`: of this program, and of what it runs on. */
export function versionCommand(host: CommandHost): Command {
  return new Command("version")
    .description("print the version of this program, of Node and of the Kubernetes that it is made for")
    .addOption(new Option("-o, --output <format>", "how to print it").choices(["text", "json"]).default("text"))
    .addHelpText(
      "after",
      `
Examples:
  kubewright version
  kubewright version --output json`,
    )
    .action(({ output }: { readonly output: "text" | "json" }) => {
      const versions = { kubewright: version, kubernetes: kubernetesVersion, node: process.versions.node };
      if (output === "json") host.output.write(`${JSON.stringify(versions)}\n`);
      else host.output.write(`kubewright ${version} (Kubernetes ${kubernetesVersion}, Node ${versions.node})\n`);
    });
}

/** Of the embedded server, and of the kinds in @kubewright/api. */
const kubernetesVersion = "1.36.3";
