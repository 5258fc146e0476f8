import type { KnownPart } from "../../source/source-module.ts";
import { Flattener, type SchemaSource } from "./flattener.ts";
import type { JsonSchema } from "./json-schema.ts";
import { AllOfMerger } from "./merge-all-of.ts";

/** What `Pick`, `Omit`, `Partial` or `Required` leave of a known type: an object with some of its fields. */
export function knownPart(name: string, part: KnownPart, source: SchemaSource): JsonSchema {
  const flattened = new Flattener(source, () => {}).flatten(name);
  const { properties = {}, required = [] } = new AllOfMerger(() => {}).merge(flattened);
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
