import { ApiError } from "../../errors.ts";
import { isJsonObject, type JsonObject, ownMember } from "../../json/own-member.ts";
import { forbiddenField, invalidField } from "../../status/field-cause.ts";
import type { StatusCause } from "../../status/status.ts";
import type { MetadataCheck } from "../embedded/validate-embedded.ts";
import { flagIn, type StructuralSchema, structuralSchemaOf, textIn } from "../structural-schema.ts";
import { validateDefaults } from "./default-rules.ts";
import { checkPlaces } from "./place-rules.ts";
import { printedMembersOf, printedSchema } from "./printed-schema.ts";
import { validateStructural } from "./structural-rules.ts";

/** Which rules a schema must keep. Those that an old definition broke, its updates may break too. */
export interface SchemaRules {
  readonly allowsDefaults: boolean;
  readonly requiresValidTypes: boolean;
  readonly requiresStructural: boolean;
  readonly requiresPrunedDefaults: boolean;
  readonly requiresAtomicSets: boolean;
  readonly requiresMapKeys: boolean;
}

/** How the schema of a definition is checked. */
export interface SchemaDefinitionOptions {
  /** Whether the version has a `status` subresource, whose schema is then used apart. */
  readonly hasStatus: boolean;
  readonly rules: SchemaRules;
  readonly validateMetadata: MetadataCheck;
}

/** All rules, as for new definitions. */
export const strictSchemaRules: SchemaRules = {
  allowsDefaults: true,
  requiresValidTypes: true,
  requiresStructural: true,
  requiresPrunedDefaults: true,
  requiresAtomicSets: true,
  requiresMapKeys: true,
};

const allowedAtRoot: readonly string[] = [
  "Description",
  "Type",
  "Format",
  "Title",
  "Maximum",
  "ExclusiveMaximum",
  "Minimum",
  "ExclusiveMinimum",
  "MaxLength",
  "MinLength",
  "Pattern",
  "MaxItems",
  "MinItems",
  "UniqueItems",
  "MultipleOf",
  "Required",
  "Items",
  "Properties",
  "ExternalDocs",
  "Example",
  "XPreserveUnknownFields",
  "XValidations",
];

/**
 * What is wrong with an `openAPIV3Schema` of a CustomResourceDefinition, whose `validation` or `schema` is at `path`.
 *
 * CEL rules are kept, but neither compiled nor evaluated: only what can be told from their members is.
 */
export function validateSchemaDefinition(
  schema: JsonObject,
  path: string,
  { hasStatus, rules, validateMetadata }: SchemaDefinitionOptions,
): StatusCause[] {
  const at = `${path}.openAPIV3Schema`;
  const causes: StatusCause[] = hasStatus ? checkRoot(schema, at) : [];
  if (flagIn(schema, "nullable")) causes.push(forbiddenField(`${at}.nullable`, "nullable cannot be true at the root"));
  let unsupported: string | undefined;
  if (rules.requiresStructural) {
    const made = structureOf(schema);
    if (typeof made === "string") unsupported = made;
    else {
      const problems = validateStructural(schema, at);
      const requiresPruned = rules.requiresPrunedDefaults;
      causes.push(
        ...(problems.length > 0 ? problems : validateDefaults(made, at, { requiresPruned, validateMetadata })),
      );
    }
  }
  checkPlaces(schema, at, rules, causes);
  if (causes.length === 0 && unsupported !== undefined) causes.push(invalidField(at, "", unsupported));
  return causes;
}

function structureOf(schema: JsonObject): StructuralSchema | string {
  try {
    return structuralSchemaOf(schema);
  } catch (error) {
    if (error instanceof ApiError && error.code === "INVALID_SCHEMA") return error.message;
    throw error;
  }
}

/** At the root only rules may stand that are not lost when the schema of `status` is used apart. */
function checkRoot(schema: JsonObject, path: string): StatusCause[] {
  for (const name of printedMembersOf(schema)) {
    if (name === "Type") {
      const type = textIn(schema, "type");
      if (type === "object") continue;
      const problem =
        'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
      return [invalidField(`${path}.type`, type, problem)];
    }
    if (allowedAtRoot.includes(name)) continue;
    const allowed = `only [${allowedAtRoot.join(" ")}] fields are allowed`;
    return [
      invalidField(
        path,
        printedSchema(schema),
        `${allowed} at the root of the schema if the status subresource is enabled`,
      ),
    ];
  }
  return [];
}

/** Whether a schema, or one in it, is such. */
export function hasSchema(schema: unknown, isSuch: (schema: JsonObject) => boolean): boolean {
  if (!isJsonObject(schema)) return false;
  if (isSuch(schema)) return true;
  for (const name of ["items", "not", "additionalProperties", "additionalItems"]) {
    const below = ownMember(schema, name);
    if (Array.isArray(below) ? below.some((item) => hasSchema(item, isSuch)) : hasSchema(below, isSuch)) return true;
  }
  for (const name of ["allOf", "anyOf", "oneOf"]) {
    const below = ownMember(schema, name);
    if (Array.isArray(below) && below.some((item) => hasSchema(item, isSuch))) return true;
  }
  for (const name of ["properties", "patternProperties", "definitions", "dependencies"]) {
    const below = ownMember(schema, name);
    if (isJsonObject(below) && Object.values(below).some((item) => hasSchema(item, isSuch))) return true;
  }
  return false;
}
