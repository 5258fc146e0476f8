import { cloneJson } from "../json/clone-json.ts";
import { isJsonObject, type JsonObject, setOwnMember } from "../json/own-member.ts";
import { mapItems, mapMembers } from "./map-json.ts";
import { memberSchema, type StructuralSchema } from "./structural-schema.ts";

/**
 * The value with the defaults of its schema where members are absent, or null though they may not be.
 *
 * The value that was given when there is nothing to add; otherwise a new one that shares with it what stayed.
 */
export function defaultValue<T>(value: T, schema: StructuralSchema): T {
  return addDefaults(value, schema) as T;
}

/** The value without members that are null though their schema neither allows that nor has a default. Shares as `defaultValue` does. */
export function dropNulls<T>(value: T, schema: StructuralSchema): T {
  return dropNullMembers(value, schema) as T;
}

function addDefaults(value: unknown, schema: StructuralSchema | undefined): unknown {
  if (!schema?.holds.defaults) return value;
  if (Array.isArray(value)) {
    return mapItems(value, (item) => addDefaults(item === null ? replaceNull(schema.items) : item, schema.items));
  }
  if (!isJsonObject(value)) return value;
  return mapMembers(addMissing(value, schema), (member, name) => {
    const property = schema.properties.get(name);
    if (property !== undefined) return addDefaults(member, property);
    const { additionalProperties } = schema;
    if (typeof additionalProperties !== "object") return member;
    return addDefaults(member === null ? replaceNull(additionalProperties) : member, additionalProperties);
  });
}

function addMissing(object: JsonObject, schema: StructuralSchema): JsonObject {
  let copy: JsonObject | undefined;
  for (const [name, property] of schema.properties) {
    if (property.default === undefined) continue;
    if (Object.hasOwn(object, name) && (object[name] !== null || property.isNullable)) continue;
    copy ??= { ...object };
    setOwnMember(copy, name, cloneJson(property.default));
  }
  return copy ?? object;
}

function replaceNull(schema: StructuralSchema | undefined): unknown {
  return schema === undefined || schema.isNullable ? null : (cloneJson(schema.default) ?? null);
}

function dropNullMembers(value: unknown, schema: StructuralSchema | undefined): unknown {
  if (schema === undefined) return value;
  if (Array.isArray(value)) return mapItems(value, (item) => dropNullMembers(item, schema.items));
  if (!isJsonObject(value)) return value;
  return mapMembers(value, (member, name) => {
    const property = memberSchema(schema, name);
    const isDropped = member === null && property?.isNullable === false && property.default === undefined;
    return isDropped ? undefined : dropNullMembers(member, property);
  });
}
