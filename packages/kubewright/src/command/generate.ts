import { Command } from "commander";
import type { CommandHost } from "../host.ts";
import { withGeneratorOptions } from "./run-generators.ts";

/** `kubewright generate`: code for types. */
export function generateCommand(host: CommandHost): Command {
  const command = new Command("generate")
    .description("write code for TypeScript types: type guards, and the list of kinds")
    .addHelpText(
      "after",
      `
Without options: reads all below this folder, and writes zz_generated.kinds.ts into each folder that defines kinds. Files are
written only when they change. Options are those of controller-gen, as arguments; see "kubewright help manifests".

Examples:
  kubewright generate
  kubewright generate --check                     for CI: ends with 1 when a file is not up to date
  kubewright generate object:headerFile=hack/boilerplate.txt paths=./api/...`,
    );
  return withGeneratorOptions(command, "generate", host);
}
