import { isJsonObject, type JsonObject, ownMember, setOwnMember } from "../json/own-member.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { duplicateField, invalidField } from "../status/field-cause.ts";
import type { StatusCause } from "../status/status.ts";
import { orderMembers } from "../text/server-json.ts";
import type { StructuralSchema } from "./structural-schema.ts";

/** What is wrong with the lists of type `set` and `map` in an object: items that are there twice, by their value or their keys. */
export function validateListTypes(object: JsonObject, schema: StructuralSchema, path = ""): StatusCause[] {
  const causes: StatusCause[] = [];
  checkMembers(object, schema, path, causes);
  return causes;
}

function checkMembers(object: JsonObject, schema: StructuralSchema, path: string, causes: StatusCause[]): void {
  if (!schema.holds.keyedLists) return;
  const { properties, additionalProperties } = schema;
  for (const name of Object.keys(object)) {
    const property = properties.get(name);
    if (typeof additionalProperties === "object") check(object[name], additionalProperties, `${path}[${name}]`, causes);
    if (property !== undefined) check(object[name], property, path === "" ? name : `${path}.${name}`, causes);
  }
}

function check(value: unknown, schema: StructuralSchema, path: string, causes: StatusCause[]): void {
  if (Array.isArray(value)) checkList(value, schema, path, causes);
  else if (isJsonObject(value)) checkMembers(value, schema, path, causes);
}

function checkList(list: readonly unknown[], schema: StructuralSchema, path: string, causes: StatusCause[]): void {
  if (schema.listType === "set") {
    for (const index of repeated(list)) causes.push(duplicateField(`${path}[${index}]`, orderMembers(list[index])));
  } else if (schema.listType === "map") checkMap(list, schema.listMapKeys, path, causes);
  const { items } = schema;
  if (items?.holds.keyedLists) {
    for (const [index, item] of list.entries()) check(item, items, `${path}[${index}]`, causes);
  }
}

function checkMap(list: readonly unknown[], names: readonly string[], path: string, causes: StatusCause[]): void {
  const stranger = list.findIndex((item) => item !== null && !isJsonObject(item));
  if (stranger !== -1) {
    const problem = "must be an object for an array of list-type map";
    causes.push(invalidField(`${path}[${stranger}]`, orderMembers(list[stranger]), problem));
    return;
  }
  const keys = list.map((item) => keyOf(item as JsonObject | null, names));
  for (const index of repeated(keys)) causes.push(duplicateField(`${path}[${index}]`, keys[index]));
}

function keyOf(item: JsonObject | null, names: readonly string[]): JsonObject {
  const key: JsonObject = {};
  for (const name of [...names].sort()) {
    const value = item === null ? undefined : ownMember(item, name);
    if (value !== undefined) setOwnMember(key, name, orderMembers(value));
  }
  return key;
}

/** Where items stand that were there once before. The third and later are not named again. */
function repeated(items: readonly unknown[]): number[] {
  const counts = new Map<unknown, number>();
  return [...items.keys()].filter((index) => {
    const item = items[index];
    const key =
      typeof item === "object" && item !== null ? `json ${stringifyJson(orderMembers(item))}` : scalarKey(item);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 2;
  });
}

/** Strings are kept apart from everything that is written as JSON. */
function scalarKey(item: unknown): unknown {
  return typeof item === "string" ? `text ${item}` : item;
}
