import type { MarkerDefinition } from "../marker/marker.ts";
import { bool, integer, optional, required, text, texts } from "../marker/table/define-markers.ts";

/** What can be asked for. */
export type GeneratorName = "crd" | "rbac" | "object" | "webhook";

/** Every option of a run, in the form of a marker: its grammar is that of markers. */
export const optionDefinitions: readonly MarkerDefinition[] = [
  option("crd", "a CustomResourceDefinition for each kind", {
    maxDescLen: optional(integer, "longest description; 0 leaves all out"),
    generateEmbeddedObjectMeta: optional(
      bool,
      "names, labels and annotations in the schema of metadata that is not an object's own",
    ),
    allowDangerousTypes: optional(bool, "fields of type Float"),
    headerFile: optional(text, "file with the text that each manifest begins with"),
    year: optional(text, 'what " YEAR" in that text becomes'),
    omitToolVersion: optional(bool, "no annotation with the version of the generator"),
    crdVersions: optional(texts, "versions of CustomResourceDefinition; only v1 is left"),
    deprecatedV1beta1CompatibilityPreserveUnknownFields: optional(
      bool,
      "spec.preserveUnknownFields, for CRDs that were created as v1beta1",
    ),
    ignoreUnexportedFields: optional(bool, "without meaning in TypeScript"),
  }),
  option(
    "rbac",
    "roles from +kubebuilder:rbac markers",
    {
      roleName: required(text, "name of the role"),
      fileName: optional(text, "file that it is written to (default: role.yaml)"),
      headerFile: optional(text, "file with the text that it begins with"),
      year: optional(text, 'what " YEAR" in that text becomes'),
    },
    "rbac:roleName=manager-role",
  ),
  option("object", "type guards, and the list of kinds", {
    headerFile: optional(text, "file with the text that it begins with"),
    year: optional(text, 'what " YEAR" in that text becomes'),
  }),
  option("webhook", "not there yet: accepted, so that command lines of controller-gen work", {
    headerFile: optional(text, "not used"),
    year: optional(text, "not used"),
  }),
  option("paths", "files and folders to read; ./... is all below", { "": required(texts, "") }),
  ...outputRules("output", "all generators"),
  ...(["crd", "rbac", "object", "webhook"] as const).flatMap((name) => outputRules(`output:${name}`, name)),
];

/** Generators of controller-gen that are not here, and why. */
export const missingGenerators: Readonly<Record<string, string>> = {
  applyconfiguration: "server-side apply needs no generated code here: `client.apply` takes the object",
  schemapatch: "it patches schemas into CRDs that are written by hand; generate them with crd",
};

function outputRules(prefix: string, of: string): MarkerDefinition[] {
  return [
    option(`${prefix}:dir`, `the folder for what ${of} makes`, { "": required(text, "") }),
    option(`${prefix}:artifacts`, `folders for manifests and for code that ${of} makes`, {
      config: required(text, "folder for manifests"),
      code: optional(text, "folder for code (default: beside the types)"),
    }),
    option(`${prefix}:stdout`, `what ${of} makes is printed`, {}),
    option(`${prefix}:none`, `what ${of} makes is written nowhere`, {}),
  ];
}

function option(name: string, summary: string, args: MarkerDefinition["args"], example = ""): MarkerDefinition {
  return { name, target: "package", category: "", args, summary, details: "", example };
}
