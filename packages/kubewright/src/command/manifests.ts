import { Command } from "commander";
import type { CommandHost } from "../host.ts";
import { withGeneratorOptions } from "./run-generators.ts";

/** `kubewright manifests`: CRDs and roles from types and their markers. */
export function manifestsCommand(host: CommandHost): Command {
  const command = new Command("manifests")
    .description("write CRDs and roles from TypeScript types and kubebuilder markers")
    .addHelpText(
      "after",
      `
Without options: CRDs of all kinds below this folder go to config/crd/bases, and rules of +kubebuilder:rbac markers to
config/rbac/role.yaml as ClusterRole manager-role. Files are written only when they change. Objects in config/samples that these CRDs
do not fit, as after a field was renamed, are named in warnings.

Options are those of controller-gen, as arguments:
  crd:maxDescLen=0,…                CRDs, with maxDescLen, generateEmbeddedObjectMeta, allowDangerousTypes, headerFile, year,
                                    omitToolVersion
  rbac:roleName=manager-role,…      roles, with roleName, fileName, headerFile, year
  paths=./api/...                   what to read: a file, a folder, or with /... all below it; ./... by default
  output:crd:artifacts:config=DIR   where to write; also output:dir=DIR, output:stdout, output:none

Examples:
  kubewright manifests
  kubewright manifests --check                    for CI: ends with 1 when a file is not up to date
  kubewright manifests crd paths=./api/... output:stdout
  kubewright manifests rbac:roleName=manager-role crd paths=./... output:crd:artifacts:config=config/crd/bases
  kubewright manifests -w                         the markers`,
    );
  return withGeneratorOptions(command, "manifests", host);
}
