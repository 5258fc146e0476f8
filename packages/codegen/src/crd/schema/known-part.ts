import type { KnownPart } from "../../source/source-module.ts";
import { Flattener, type SchemaSource } from "./flattener.ts";
import type { JsonSchema } from "./json-schema.ts";
import { AllOfMerger } from "./merge-all-of.ts";

/** What `Pick`, `Omit`, `Partial` or `Required` leave of a known type: an object with some of its fields. */
export function knownPart(type: JsonSchema, part: KnownPart, source: SchemaSource): JsonSchema {
  const { properties = {}, required = [] } = wholeSchema(type, source);
  const names = Object.keys(properties).filter(
    (property) => (part.keep?.includes(property) ?? true) && !part.drop?.includes(property),
  );
  const schema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(names.map((property) => [property, properties[property] as JsonSchema])),
  };
  const needed =
    part.presence === "optional"
      ? []
      : names.filter((property) => part.presence === "required" || required.includes(property));
  if (needed.length > 0) schema.required = needed.sort();
  return schema;
}

/** The schema of a member of a known type, of an element (`[]`) or of a value (`{}`), with its own references kept. */
export function knownMember(type: JsonSchema, member: string, source: SchemaSource): JsonSchema | undefined {
  if (type.$ref !== undefined) return knownMember(source.schemaOf(type.$ref), member, source);
  if (member === "[]") return type.items;
  const { additionalProperties } = type;
  if (type.properties !== undefined && Object.hasOwn(type.properties, member)) return type.properties[member];
  for (const part of type.allOf ?? []) {
    const found = knownMember(part, member, source);
    if (found !== undefined) return found;
  }
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

/** What a schema says of the type alone: a type that has a name, or scalars, lists and maps of them. */
export function typeOnly({ $ref, type, format, items, additionalProperties, ...rest }: JsonSchema): JsonSchema {
  if ($ref !== undefined) return { $ref };
  const schema: JsonSchema = {};
  if (type !== undefined) schema.type = type;
  if (format !== undefined) schema.format = format;
  if (items !== undefined) schema.items = items;
  if (additionalProperties !== undefined) schema.additionalProperties = additionalProperties;
  if (rest["x-kubernetes-preserve-unknown-fields"]) schema["x-kubernetes-preserve-unknown-fields"] = true;
  return schema;
}

function wholeSchema(type: JsonSchema, source: SchemaSource): JsonSchema {
  if (typeof type.$ref !== "string") return type;
  return new AllOfMerger(() => {}).merge(new Flattener(source, () => {}).flatten(type.$ref));
}
