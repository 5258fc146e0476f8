import { type JsonObject, ownMember } from "../../json/own-member.ts";
import { forbiddenField, invalidField, requiredField } from "../../status/field-cause.ts";
import type { StatusCause } from "../../status/status.ts";
import { compareBytes } from "../../text/byte-text.ts";
import { Pattern } from "../pattern/pattern.ts";
import { flagIn, listIn, namedSchemasIn, optionalTextIn, schemaIn, schemasIn, textIn } from "../structural-schema.ts";

type Level = "root" | "item" | "field";

const emptyTypeProblems: Readonly<Record<Level, string>> = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

/**
 * What keeps an `openAPIV3Schema` from being structural, in the server's words and order.
 *
 * A schema is structural when each place has a type, and what is said below `allOf`, `anyOf`, `oneOf` and `not` only restricts values
 * whose structure is told outside of them.
 */
export function validateStructural(schema: JsonObject, path: string): StatusCause[] {
  const causes: StatusCause[] = [];
  checkInvariants(schema, "root", path, causes);
  checkCompleteness(schema, schema, path, path, causes);
  return causes
    .map((cause) => ({ cause, text: `${cause.field}: ${cause.message}` }))
    .sort((a, b) => compareBytes(a.text, b.text))
    .map(({ cause }) => cause);
}

function checkInvariants(schema: JsonObject, level: Level, path: string, causes: StatusCause[]): void {
  const type = textIn(schema, "type");
  const items = schemaIn(schema, "items");
  const properties = namedSchemasIn(schema, "properties");
  const additional = ownMember(schema, "additionalProperties") ?? undefined;
  const isEmbedded = flagIn(schema, "x-kubernetes-embedded-resource");
  const preserves = flagIn(schema, "x-kubernetes-preserve-unknown-fields");
  const isIntOrString = flagIn(schema, "x-kubernetes-int-or-string");

  if (type === "array" && items === undefined) causes.push(requiredField(`${path}.items`, "must be specified"));
  if (items !== undefined) checkInvariants(items, "item", `${path}.items`, causes);
  for (const [name, property] of properties) {
    checkInvariants(property, "field", `${path}.properties[${name}]`, causes);
  }
  if (additional !== undefined) {
    const at = `${path}.additionalProperties`;
    if (level === "root") causes.push(forbiddenField(at, "must not be used at the root"));
    const below = schemaIn(schema, "additionalProperties");
    if (below !== undefined) checkInvariants(below, "field", at, causes);
  }
  if (isIntOrString) {
    const problem = "must be false if x-kubernetes-int-or-string is true";
    if (preserves) causes.push(invalidField(`${path}.x-kubernetes-preserve-unknown-fields`, true, problem));
    if (isEmbedded) causes.push(invalidField(`${path}.x-kubernetes-embedded-resource`, true, problem));
  }
  checkValueRules(schema, path, isIntOrStringChoice(schema), startsWithIntOrStringChoice(schema), causes);

  if (isEmbedded && type !== "object") {
    const problem = "must be object if x-kubernetes-embedded-resource is true";
    causes.push(type === "" ? requiredField(`${path}.type`, problem) : invalidField(`${path}.type`, type, problem));
  } else if (type === "" && !isIntOrString && !preserves) {
    causes.push(requiredField(`${path}.type`, emptyTypeProblems[level]));
  }
  if (isEmbedded && additional !== undefined) {
    const problem = "must not be used if x-kubernetes-embedded-resource is set";
    causes.push(forbiddenField(`${path}.additionalProperties`, problem));
  }
  if (level === "root" && type !== "" && type !== "object") {
    causes.push(invalidField(`${path}.type`, type, "must be object at the root"));
  }
  checkMetaFields(new Map(properties), level, isEmbedded, path, causes);
  if (isEmbedded && !preserves && properties.length === 0) {
    const problem =
      "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
    causes.push(requiredField(`${path}.properties`, problem));
  }
}

function checkMetaFields(
  properties: ReadonlyMap<string, JsonObject>,
  level: Level,
  isEmbedded: boolean,
  path: string,
  causes: StatusCause[],
): void {
  const isResource = level === "root" || isEmbedded;
  for (const [name, expected] of [
    ["kind", "string"],
    ["apiVersion", "string"],
    ["metadata", "object"],
  ] as const) {
    const property = properties.get(name);
    if (property === undefined || !isResource) continue;
    const type = textIn(property, "type");
    if (type !== expected) {
      causes.push(invalidField(`${path}.properties[${name}].type`, type, `must be ${expected}`));
    }
  }
  const metadata = properties.get("metadata");
  if (level === "root" && metadata !== undefined && !restrictsOnlyName(metadata)) {
    const problem = "must not specify anything other than name and generateName, but metadata is implicitly specified";
    causes.push(forbiddenField(`${path}.properties[metadata]`, problem));
  }
}

function restrictsOnlyName(metadata: JsonObject): boolean {
  const properties = namedSchemasIn(metadata, "properties").map(([name]) => name);
  const others = Object.keys(metadata).filter((name) => !["type", "default", "properties"].includes(name));
  return (
    properties.every((name) => name === "name" || name === "generateName") &&
    others.every((name) => isZero(metadata[name]))
  );
}

/** `anyOf: [{type: integer}, {type: string}]`, the one place where a type may stand below a combination. */
function isIntOrStringChoice(schema: JsonObject): boolean {
  const [integer, string, ...others] = listIn(schema, "anyOf");
  return others.length === 0 && isOnlyType(integer, "integer") && isOnlyType(string, "string");
}

function startsWithIntOrStringChoice(schema: JsonObject): boolean {
  const [first] = schemasIn(schema, "allOf");
  return first !== undefined && isIntOrStringChoice(first);
}

function isOnlyType(schema: unknown, type: string): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const members = schema as JsonObject;
  return members.type === type && Object.keys(members).every((name) => name === "type" || isZero(members[name]));
}

function isZero(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Array.isArray(value) && value.length === 0;
  return value === undefined || value === null || value === "" || value === false;
}

function checkValueRules(
  schema: JsonObject,
  path: string,
  skipsAnyOf: boolean,
  skipsFirstAllOf: boolean,
  causes: StatusCause[],
): void {
  if (!skipsAnyOf) {
    for (const [index, clause] of schemasIn(schema, "anyOf").entries()) {
      checkNested(clause, `${path}.anyOf[${index}]`, false, causes);
    }
  }
  for (const [index, clause] of schemasIn(schema, "allOf").entries()) {
    checkNested(clause, `${path}.allOf[${index}]`, skipsFirstAllOf && index === 0, causes);
  }
  for (const [index, clause] of schemasIn(schema, "oneOf").entries()) {
    checkNested(clause, `${path}.oneOf[${index}]`, false, causes);
  }
  const not = schemaIn(schema, "not");
  if (not !== undefined) checkNested(not, `${path}.not`, false, causes);
  checkPattern(textIn(schema, "pattern"), path, causes);
}

function checkPattern(pattern: string, path: string, causes: StatusCause[]): void {
  try {
    if (pattern !== "") new Pattern(pattern);
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    causes.push(invalidField(`${path}.pattern`, pattern, `must be a valid regular expression, but isn't: ${because}`));
  }
}

function checkNested(schema: JsonObject, path: string, skipsAnyOf: boolean, causes: StatusCause[]): void {
  checkValueRules(schema, path, skipsAnyOf, false, causes);
  const items = schemaIn(schema, "items");
  if (items !== undefined) checkNested(items, `${path}.items`, false, causes);
  for (const [name, property] of namedSchemasIn(schema, "properties")) {
    checkNested(property, `${path}.properties[${name}]`, false, causes);
    if (name === "metadata") {
      causes.push(forbiddenField(`${path}.properties[metadata]`, "must not be specified in a nested context"));
    }
  }
  function forbid(isThere: boolean, member: string, rule: string): void {
    if (isThere) causes.push(forbiddenField(`${path}.${member}`, `must be ${rule} to be structural`));
  }
  const additional = ownMember(schema, "additionalProperties");
  forbid(textIn(schema, "type") !== "", "type", "empty");
  forbid(
    additional === true || schemaIn(schema, "additionalProperties") !== undefined,
    "additionalProperties",
    "undefined",
  );
  forbid((ownMember(schema, "default") ?? undefined) !== undefined, "default", "undefined");
  forbid(textIn(schema, "title") !== "", "title", "empty");
  forbid(textIn(schema, "description") !== "", "description", "empty");
  forbid(flagIn(schema, "nullable"), "nullable", "false");
  for (const member of [
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
  ]) {
    forbid(flagIn(schema, member), member, "false");
  }
  forbid(listIn(schema, "x-kubernetes-list-map-keys").length > 0, "x-kubernetes-list-map-keys", "empty");
  for (const member of ["x-kubernetes-list-type", "x-kubernetes-map-type"]) {
    forbid(optionalTextIn(schema, member) !== undefined, member, "undefined");
  }
  forbid(listIn(schema, "x-kubernetes-validations").length > 0, "x-kubernetes-validations", "empty");
}

/** What combinations of `rules` speak of must be in the structure of `schema`, which is that of the same value. */
function checkCompleteness(
  rules: JsonObject,
  schema: JsonObject,
  path: string,
  rulesPath: string,
  causes: StatusCause[],
): void {
  const not = schemaIn(rules, "not");
  if (not !== undefined) checkNestedCompleteness(not, schema, path, `${rulesPath}.not`, causes);
  for (const member of ["allOf", "anyOf", "oneOf"]) {
    for (const [index, clause] of schemasIn(rules, member).entries()) {
      checkNestedCompleteness(clause, schema, path, `${rulesPath}.${member}[${index}]`, causes);
    }
  }
}

function checkNestedCompleteness(
  rules: JsonObject,
  schema: JsonObject | undefined,
  path: string,
  rulesPath: string,
  causes: StatusCause[],
): void {
  if (schema === undefined) {
    causes.push(requiredField(path, `because it is defined in ${rulesPath}`));
    return;
  }
  checkCompleteness(rules, schema, path, rulesPath, causes);
  const items = schemaIn(rules, "items");
  if (items !== undefined) {
    checkNestedCompleteness(items, schemaIn(schema, "items"), `${path}.items`, `${rulesPath}.items`, causes);
  }
  const properties = new Map(namedSchemasIn(schema, "properties"));
  for (const [name, property] of namedSchemasIn(rules, "properties")) {
    const at = `.properties[${name}]`;
    checkNestedCompleteness(property, properties.get(name), `${path}${at}`, `${rulesPath}${at}`, causes);
  }
}
