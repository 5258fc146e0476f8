import { fieldListNames, type TransformerConfig } from "../config/transformer-config.ts";
import { problemIn } from "../kustomization-error.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import { isEmpty, isMapping, toJson } from "../yaml/value.ts";
import { type FieldForm, formProblem, withKnownNames } from "./field-form.ts";

const fieldSpecs: FieldForm = {
  listOf: { members: { group: "text", version: "text", kind: "text", path: "text", create: "truth" } },
};
const nameReferences: FieldForm = {
  listOf: { members: { group: "text", version: "text", kind: "text", fieldSpecs } },
};

const form: FieldForm = {
  members: { ...Object.fromEntries(fieldListNames.map((name) => [name, fieldSpecs])), nameReference: nameReferences },
};

/** Reads one of the files of `configurations`: which fields hold names, namespaces, labels and images. */
export function readConfiguration(text: string, file: string): TransformerConfig {
  const [read] = readYaml(text, file, "settings");
  const document = withKnownNames(read, form);
  if (isEmpty(document)) return {};
  if (!isMapping(document)) throw problemIn(file, "is no mapping");
  const config: Record<string, unknown> = {};
  for (const name of [...fieldListNames, "nameReference"] as const) {
    const problem = formProblem(document[name], name === "nameReference" ? nameReferences : fieldSpecs, name);
    if (problem !== undefined) throw problemIn(file, problem);
    if (Array.isArray(document[name])) config[name] = toJson(document[name]);
  }
  return config as TransformerConfig;
}
