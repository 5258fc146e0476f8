import { ApiError } from "../errors.ts";
import { isJsonObject, type JsonObject, ownMember } from "../json/own-member.ts";

/**
 * What a schema says of the shape of a value: the part of it that defaulting, pruning and merging follow.
 *
 * Rules on values (`minimum`, `anyOf`, …) are not here; a `SchemaValidator` checks them.
 */
export interface StructuralSchema {
  /** Empty when the schema has none. */
  readonly type: string;
  /** Undefined when there is none; `null` counts as none. */
  readonly default: unknown;
  readonly isNullable: boolean;
  readonly format: string;
  readonly items: StructuralSchema | undefined;
  readonly properties: ReadonlyMap<string, StructuralSchema>;
  /** The schema of members that `properties` does not name, or whether there may be such. */
  readonly additionalProperties: StructuralSchema | boolean | undefined;
  readonly preservesUnknownFields: boolean;
  readonly isEmbeddedResource: boolean;
  readonly isIntOrString: boolean;
  readonly listType: string | undefined;
  readonly listMapKeys: readonly string[];
  readonly mapType: string | undefined;
  /** The CEL rules at this place (`x-kubernetes-validations`), as written. */
  readonly rules: readonly unknown[];
  /** What there is here or below, so that what is not there need not be looked for. */
  readonly holds: SchemaContents;
  /** What it was made of. */
  readonly source: JsonObject;
}

/** What a schema has at its root or anywhere below. */
export interface SchemaContents {
  readonly defaults: boolean;
  readonly embeddedResources: boolean;
  /** Lists of type `set` or `map`. */
  readonly keyedLists: boolean;
  readonly rules: boolean;
}

const unsupportedMembers = [
  ["id", "id"],
  ["$schema", "schema"],
  ["$ref", "$ref"],
  ["patternProperties", "patternProperties"],
  ["dependencies", "dependencies"],
  ["additionalItems", "additionalItems"],
  ["definitions", "definitions"],
] as const;

const noProperties: ReadonlyMap<string, StructuralSchema> = new Map();

/** The structural schema of an `openAPIV3Schema`. Throws ApiError `INVALID_SCHEMA`, in the server's words, when it uses what such schemas cannot. */
export function structuralSchemaOf(source: JsonObject): StructuralSchema {
  refuseUnsupported(source);
  for (const member of ["allOf", "anyOf", "oneOf"]) for (const clause of schemasIn(source, member)) checkNested(clause);
  const not = schemaIn(source, "not");
  if (not !== undefined) checkNested(not);

  const items = itemsOf(source);
  const properties = propertiesOf(source);
  const additionalProperties = additionalPropertiesOf(source);
  const below = [...properties.values()];
  if (items !== undefined) below.push(items);
  if (typeof additionalProperties === "object") below.push(additionalProperties);
  const schema = {
    type: textIn(source, "type"),
    default: ownMember(source, "default") ?? undefined,
    isNullable: flagIn(source, "nullable"),
    format: textIn(source, "format"),
    items,
    properties,
    additionalProperties,
    preservesUnknownFields: flagIn(source, "x-kubernetes-preserve-unknown-fields"),
    isEmbeddedResource: flagIn(source, "x-kubernetes-embedded-resource"),
    isIntOrString: flagIn(source, "x-kubernetes-int-or-string"),
    listType: optionalTextIn(source, "x-kubernetes-list-type"),
    listMapKeys: textsIn(source, "x-kubernetes-list-map-keys"),
    mapType: optionalTextIn(source, "x-kubernetes-map-type"),
    rules: listIn(source, "x-kubernetes-validations"),
    source,
  };
  const isKeyed = schema.listType === "set" || schema.listType === "map";
  return {
    ...schema,
    holds: {
      defaults: schema.default !== undefined || below.some(({ holds }) => holds.defaults),
      embeddedResources: schema.isEmbeddedResource || below.some(({ holds }) => holds.embeddedResources),
      keyedLists: isKeyed || below.some(({ holds }) => holds.keyedLists),
      rules: schema.rules.length > 0 || below.some(({ holds }) => holds.rules),
    },
  };
}

/** The same; undefined for a source of which none can be made. */
export function tryStructuralSchema(source: JsonObject): StructuralSchema | undefined {
  try {
    return structuralSchemaOf(source);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The schema as it counts at the root of an object, which is an embedded resource whether it says so or not. */
export function asResourceRoot(schema: StructuralSchema): StructuralSchema {
  if (schema.isEmbeddedResource) return schema;
  return { ...schema, isEmbeddedResource: true, holds: { ...schema.holds, embeddedResources: true } };
}

/** The schema of the member of that name, undefined when the schema does not know it. */
export function memberSchema(schema: StructuralSchema, name: string): StructuralSchema | undefined {
  const property = schema.properties.get(name);
  if (property !== undefined) return property;
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

/** The schema at that member of `source`, if there is one. */
export function schemaIn(source: JsonObject, member: string): JsonObject | undefined {
  const value = ownMember(source, member);
  return isJsonObject(value) ? value : undefined;
}

/** The schemas in that list of `source`. */
export function schemasIn(source: JsonObject, member: string): JsonObject[] {
  return listIn(source, member).filter(isJsonObject);
}

/** The schemas in that map of `source`, by name, in the order of their names. */
export function namedSchemasIn(source: JsonObject, member: string): [name: string, schema: JsonObject][] {
  const named = schemaIn(source, member);
  if (named === undefined) return [];
  return Object.keys(named)
    .sort()
    .flatMap((name) => (isJsonObject(named[name]) ? [[name, named[name]]] : []));
}

/** The text at that member of `source`; empty when there is none. */
export function textIn(source: JsonObject, member: string): string {
  return optionalTextIn(source, member) ?? "";
}

/** The text at that member of `source`, if there is one. */
export function optionalTextIn(source: JsonObject, member: string): string | undefined {
  const value = ownMember(source, member);
  return typeof value === "string" ? value : undefined;
}

/** Whether that member of `source` is true. */
export function flagIn(source: JsonObject, member: string): boolean {
  return ownMember(source, member) === true;
}

/** The number at that member of `source`, if there is one. */
export function numberIn(source: JsonObject, member: string): number | undefined {
  const value = ownMember(source, member);
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}

/** The list at that member of `source`; empty when there is none. */
export function listIn(source: JsonObject, member: string): readonly unknown[] {
  const value = ownMember(source, member);
  return Array.isArray(value) ? value : [];
}

/** The texts in the list at that member of `source`. */
export function textsIn(source: JsonObject, member: string): string[] {
  return listIn(source, member).filter((item) => typeof item === "string");
}

function itemsOf(source: JsonObject): StructuralSchema | undefined {
  const items = ownMember(source, "items");
  if (Array.isArray(items)) refuse("OpenAPIV3Schema 'items' must be a schema, but is an array");
  return isJsonObject(items) ? structuralSchemaOf(items) : undefined;
}

function propertiesOf(source: JsonObject): ReadonlyMap<string, StructuralSchema> {
  const named = namedSchemasIn(source, "properties");
  return named.length === 0 ? noProperties : new Map(named.map(([name, schema]) => [name, structuralSchemaOf(schema)]));
}

function additionalPropertiesOf(source: JsonObject): StructuralSchema | boolean | undefined {
  const additional = ownMember(source, "additionalProperties");
  if (isJsonObject(additional)) return structuralSchemaOf(additional);
  return typeof additional === "boolean" ? additional : undefined;
}

/** Below `allOf`, `anyOf`, `oneOf` and `not` schemas say nothing of the structure, but may not use more than others. */
function checkNested(source: JsonObject): void {
  structuralSchemaOf(source);
}

function refuseUnsupported(source: JsonObject): void {
  for (const [member, name] of unsupportedMembers) {
    if (isSet(ownMember(source, member), member === "additionalItems")) {
      refuse(`OpenAPIV3Schema '${name}' is not supported`);
    }
  }
  if (ownMember(source, "x-kubernetes-preserve-unknown-fields") === false) {
    refuse("internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined");
  }
}

function isSet(value: unknown, evenWhenEmpty: boolean): boolean {
  if (value === undefined || value === null) return false;
  if (evenWhenEmpty) return true;
  if (typeof value === "string") return value !== "";
  return typeof value === "object" && Object.keys(value).length > 0;
}

function refuse(problem: string): never {
  throw new ApiError("INVALID_SCHEMA", problem);
}
