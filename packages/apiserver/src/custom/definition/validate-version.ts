import type { StatusCause } from "@kubewright/api";
import {
  byteLength,
  duplicateField,
  invalidField,
  isPrintable,
  requiredField,
  resolveFieldPath,
  type SchemaRules,
  tooManyField,
  tryStructuralSchema,
  validateSchemaDefinition,
} from "@kubewright/api/server";
import { validateEmbeddedMeta } from "../../resource/object-meta/validate-object-meta.ts";
import type { SchemaSource } from "./definition.ts";
import type { HubVersion, VersionFacts } from "./hub-spec.ts";

const maxSelectableFields = 8;
const columnTypes: readonly string[] = ["boolean", "date", "integer", "number", "string"];
const columnFormats: readonly string[] = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

/** What is wrong with what is said of one version, or, at `spec`, of all of them. */
export function validateFacts(
  facts: VersionFacts,
  paths: { readonly schema: string; readonly base: string },
  options: { readonly hasStatus: boolean; readonly rules: SchemaRules },
): StatusCause[] {
  return [
    ...(facts.schema === undefined ? [] : validateSchema(facts.schema, paths.schema, options)),
    ...validateSubresources(facts.subresources, `${paths.base}.subresources`),
    ...facts.columns.flatMap((column, index) =>
      validateColumn(column, `${paths.base}.additionalPrinterColumns[${index}]`),
    ),
  ];
}

function validateSchema(
  schema: SchemaSource,
  path: string,
  { hasStatus, rules }: { readonly hasStatus: boolean; readonly rules: SchemaRules },
): StatusCause[] {
  return validateSchemaDefinition(schema, path, {
    hasStatus,
    rules,
    validateMetadata: validateEmbeddedMeta,
  });
}

/** What is wrong with what a version says to those who still use it. */
export function validateDeprecation({ deprecated, deprecationWarning }: HubVersion, path: string): StatusCause[] {
  if (deprecationWarning === undefined) return [];
  const problems: string[] = [];
  if (!deprecated) problems.push("can only be set for deprecated versions");
  else {
    if (byteLength(deprecationWarning) > 256) problems.push("must be <= 256 characters long");
    if (deprecationWarning === "") problems.push("must not be an empty string");
    const characters = Array.from(deprecationWarning);
    const bad = characters.findIndex((character) => !isPrintable(character));
    if (bad !== -1) {
      const index = byteLength(characters.slice(0, bad).join(""));
      const rule = "must only contain printable UTF-8 characters";
      problems.push(`${rule}; non-printable character found at index ${index}`);
    }
  }
  return problems.map((problem) => invalidField(`${path}.deprecationWarning`, deprecationWarning, problem));
}

function validateSubresources(subresources: VersionFacts["subresources"], path: string): StatusCause[] {
  const scale = subresources?.scale;
  if (scale === undefined) return [];
  return [
    ...validateReplicasPath(scale.specReplicasPath ?? "", `${path}.scale.specReplicasPath`, [".spec."]),
    ...validateReplicasPath(scale.statusReplicasPath ?? "", `${path}.scale.statusReplicasPath`, [".status."]),
    ...(scale.labelSelectorPath
      ? validateReplicasPath(scale.labelSelectorPath, `${path}.scale.labelSelectorPath`, [".spec.", ".status."])
      : []),
  ];
}

function validateReplicasPath(text: string, path: string, prefixes: readonly string[]): StatusCause[] {
  if (text === "") return [requiredField(path)];
  const problems = validateSimplePath(text, path);
  if (problems.length > 0 || prefixes.some((prefix) => text.startsWith(prefix))) return problems;
  const names = prefixes.map((prefix) => prefix.slice(0, -1));
  const where = names.length === 1 ? names[0] : `either ${names.join(" or ")}`;
  return [invalidField(path, text, `should be a json path under ${where}`)];
}

function validateSimplePath(text: string, path: string): StatusCause[] {
  return text.startsWith(".") ? [] : [invalidField(path, text, "must be a simple json path starting with .")];
}

function validateColumn(column: VersionFacts["columns"][number], path: string): StatusCause[] {
  const causes: StatusCause[] = [];
  if ((column.name ?? "") === "") causes.push(requiredField(`${path}.name`));
  const types = `must be one of ${columnTypes.join(",")}`;
  if ((column.type ?? "") === "") causes.push(requiredField(`${path}.type`, types));
  else if (!columnTypes.includes(column.type)) causes.push(invalidField(`${path}.type`, column.type, types));
  if (column.format && !columnFormats.includes(column.format)) {
    causes.push(invalidField(`${path}.format`, column.format, `must be one of ${columnFormats.join(",")}`));
  }
  if ((column.jsonPath ?? "") === "") causes.push(requiredField(`${path}.JSONPath`));
  else causes.push(...validateSimplePath(column.jsonPath, `${path}.JSONPath`));
  return causes;
}

/** What is wrong with the fields by which objects can be selected. `allowsTooMany`: the old definition had as many. */
export function validateSelectableFields(
  fields: VersionFacts["selectableFields"],
  schema: SchemaSource,
  path: string,
  allowsTooMany: boolean,
): StatusCause[] {
  const structure = tryStructuralSchema(schema);
  if (structure === undefined) return [];
  const causes: StatusCause[] = [];
  const seen = new Set<string>();
  for (const [index, { jsonPath = "" }] of fields.entries()) {
    const at = `${path}[${index}].jsonPath`;
    if (jsonPath === "") {
      causes.push(requiredField(at));
      continue;
    }
    const found = resolveFieldPath(jsonPath, structure, { allowsBrackets: false });
    if (found.problem !== undefined) {
      causes.push(invalidField(at, jsonPath, `is an invalid path: ${found.problem}`));
      continue;
    }
    if (found.path[0] === "metadata") causes.push(invalidField(at, jsonPath, "must not point to fields in metadata"));
    if (!["string", "boolean", "integer"].includes(found.schema?.type ?? "")) {
      const problem =
        "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
      causes.push(invalidField(at, jsonPath, problem));
    }
    const key = found.path.join(".");
    if (seen.has(key)) causes.push(duplicateField(at, jsonPath));
    seen.add(key);
  }
  if (seen.size > maxSelectableFields && !allowsTooMany)
    causes.push(tooManyField(path, seen.size, maxSelectableFields));
  return causes;
}
