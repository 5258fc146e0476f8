import type { ArgumentValue } from "../../marker/marker.ts";
import type { SourceType } from "../../source/source-module.ts";

/** A value of JSON; integers beyond 2^53 are bigint. */
export type JsonValue = ArgumentValue;

/** A rule in CEL. */
export interface ValidationRule {
  rule: string;
  message?: string | undefined;
  messageExpression?: string | undefined;
  reason?: string | undefined;
  fieldPath?: string | undefined;
  optionalOldSelf?: boolean | undefined;
}

/**
 * A schema as a CustomResourceDefinition has it, and before that, while it still refers to others.
 *
 * A member that says nothing (`""`, `false`, an empty list of `required`) is left out.
 */
export interface JsonSchema {
  /** A type of the user, or the name of a recorded one. None is left in what is written. */
  $ref?: SourceType | string | undefined;
  description?: string | undefined;
  type?: string | undefined;
  format?: string | undefined;
  title?: string | undefined;
  default?: JsonValue | undefined;
  maximum?: number | undefined;
  exclusiveMaximum?: boolean | undefined;
  minimum?: number | undefined;
  exclusiveMinimum?: boolean | undefined;
  maxLength?: number | bigint | undefined;
  minLength?: number | bigint | undefined;
  pattern?: string | undefined;
  maxItems?: number | bigint | undefined;
  minItems?: number | bigint | undefined;
  uniqueItems?: boolean | undefined;
  multipleOf?: number | undefined;
  enum?: readonly JsonValue[] | undefined;
  maxProperties?: number | bigint | undefined;
  minProperties?: number | bigint | undefined;
  required?: readonly string[] | undefined;
  items?: JsonSchema | undefined;
  allOf?: readonly JsonSchema[] | undefined;
  oneOf?: readonly JsonSchema[] | undefined;
  anyOf?: readonly JsonSchema[] | undefined;
  not?: JsonSchema | undefined;
  properties?: Readonly<Record<string, JsonSchema>> | undefined;
  additionalProperties?: JsonSchema | true | undefined;
  externalDocs?: { readonly url: string; readonly description?: string | undefined } | undefined;
  example?: JsonValue | undefined;
  nullable?: boolean | undefined;
  "x-kubernetes-preserve-unknown-fields"?: boolean | undefined;
  "x-kubernetes-embedded-resource"?: boolean | undefined;
  "x-kubernetes-int-or-string"?: boolean | undefined;
  "x-kubernetes-list-map-keys"?: readonly string[] | undefined;
  "x-kubernetes-list-type"?: string | undefined;
  "x-kubernetes-map-type"?: string | undefined;
  "x-kubernetes-validations"?: readonly ValidationRule[] | undefined;
}

/** A schema with its direct parts replaced; the schema itself where each of them stays. */
export function mapParts(schema: JsonSchema, map: (part: JsonSchema) => JsonSchema): JsonSchema {
  let changed: JsonSchema | undefined;
  const set = (change: JsonSchema): void => {
    changed = { ...(changed ?? schema), ...change };
  };
  const { items, not, additionalProperties, properties } = schema;
  if (items !== undefined) {
    const mapped = map(items);
    if (mapped !== items) set({ items: mapped });
  }
  for (const name of ["allOf", "oneOf", "anyOf"] as const) {
    const parts = schema[name];
    if (parts === undefined) continue;
    const mapped = parts.map(map);
    if (mapped.some((part, i) => part !== parts[i])) set({ [name]: mapped });
  }
  if (not !== undefined) {
    const mapped = map(not);
    if (mapped !== not) set({ not: mapped });
  }
  if (properties !== undefined) {
    let isChanged = false;
    const mapped: Record<string, JsonSchema> = {};
    for (const name of Object.keys(properties)) {
      const part = properties[name] as JsonSchema;
      const result = map(part);
      isChanged ||= result !== part;
      define(mapped, name, result);
    }
    if (isChanged) set({ properties: mapped });
  }
  if (typeof additionalProperties === "object") {
    const mapped = map(additionalProperties);
    if (mapped !== additionalProperties) set({ additionalProperties: mapped });
  }
  return changed ?? schema;
}

/** Sets a member also where its name means something to JavaScript, as `__proto__` does. */
export function define<T>(record: Record<string, T>, name: string, value: T): void {
  Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
}
