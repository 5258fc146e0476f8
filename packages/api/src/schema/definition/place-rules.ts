import { isJsonObject, type JsonObject, ownMember } from "../../json/own-member.ts";
import { forbiddenField, invalidField, requiredField, unsupportedField } from "../../status/field-cause.ts";
import type { StatusCause } from "../../status/status.ts";
import {
  flagIn,
  listIn,
  namedSchemasIn,
  optionalTextIn,
  schemaIn,
  schemasIn,
  textIn,
  textsIn,
  tryStructuralSchema,
} from "../structural-schema.ts";
import { resolveFieldPath } from "./field-path.ts";
import { printedItems } from "./printed-schema.ts";
import type { SchemaRules } from "./schema-definition.ts";

/** What the place of a schema in the whole says of it. */
interface Place {
  readonly isRoot: boolean;
  readonly isInsideMeta: boolean;
  /** Why there may be no default; undefined when there may. */
  readonly noDefault: string | undefined;
}

const types: readonly string[] = ["array", "boolean", "integer", "number", "object", "string"];
const ruleReasons: readonly string[] = [
  "FieldValueDuplicate",
  "FieldValueForbidden",
  "FieldValueInvalid",
  "FieldValueRequired",
];

/** Adds what is wrong at each place of a schema, taken by itself. */
export function checkPlaces(schema: JsonObject, path: string, rules: SchemaRules, causes: StatusCause[]): void {
  const noDefault = rules.allowsDefaults ? undefined : "";
  checkPlace(schema, path, { isRoot: true, isInsideMeta: false, noDefault }, rules, causes);
}

function checkPlace(schema: JsonObject, path: string, place: Place, rules: SchemaRules, causes: StatusCause[]): void {
  checkSupported(schema, path, place, rules, causes);
  const below = { ...place, isRoot: false };
  function descend(member: JsonObject | undefined, at: string, inner: Place): void {
    if (member !== undefined) checkPlace(member, `${path}.${at}`, inner, rules, causes);
  }

  if (flagIn(schema, "uniqueItems")) {
    const problem = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
    causes.push(forbiddenField(`${path}.uniqueItems`, problem));
  }
  const properties = namedSchemasIn(schema, "properties");
  const additional = ownMember(schema, "additionalProperties") ?? undefined;
  if (additional !== undefined) {
    if (properties.length > 0 && additional !== true) {
      const problem = "additionalProperties and properties are mutual exclusive";
      causes.push(forbiddenField(`${path}.additionalProperties`, problem));
    }
    const noDefault = "inside additionalProperties applying to object metadata";
    const inner = place.isInsideMeta ? { ...below, noDefault } : below;
    descend(schemaIn(schema, "additionalProperties"), "additionalProperties", inner);
  }
  const isResource = place.isRoot || flagIn(schema, "x-kubernetes-embedded-resource");
  for (const [name, property] of properties) {
    const isMeta = isResource && ["metadata", "kind", "apiVersion"].includes(name);
    descend(property, `properties[${name}]`, {
      isRoot: false,
      isInsideMeta: place.isInsideMeta || isMeta,
      noDefault: isMeta && place.isRoot ? `in top-level ${name}` : place.noDefault,
    });
  }
  descend(schemaIn(schema, "not"), "not", below);
  for (const member of ["allOf", "oneOf", "anyOf"]) {
    for (const [index, clause] of schemasIn(schema, member).entries()) descend(clause, `${member}[${index}]`, below);
  }
  for (const [name, definition] of namedSchemasIn(schema, "definitions"))
    descend(definition, `definitions[${name}]`, below);
  descend(schemaIn(schema, "items"), "items", below);
  for (const [index, item] of schemasIn(schema, "items").entries()) descend(item, `items[${index}]`, below);
  for (const [name, dependency] of namedSchemasIn(schema, "dependencies"))
    descend(dependency, `dependencies[${name}]`, below);

  checkExtensions(schema, path, rules, causes);
  checkListMap(schema, path, causes);
  if (rules.requiresMapKeys) causes.push(...mapKeyProblems(schema, path));
  for (const [index, rule] of listIn(schema, "x-kubernetes-validations").entries()) {
    if (isJsonObject(rule)) checkRule(rule, schema, `${path}.x-kubernetes-validations[${index}]`, causes);
  }
}

function checkSupported(
  schema: JsonObject,
  path: string,
  place: Place,
  rules: SchemaRules,
  causes: StatusCause[],
): void {
  const type = textIn(schema, "type");
  if (rules.requiresValidTypes && type !== "" && !types.includes(type)) {
    causes.push(unsupportedField(`${path}.type`, type, types));
  }
  if (isThere(schema, "default") && place.noDefault !== undefined) {
    causes.push(forbiddenField(`${path}.default`, `must not be set ${place.noDefault}`.trim()));
  }
  if (textIn(schema, "id") !== "") causes.push(forbiddenField(`${path}.id`, "id is not supported"));
  for (const [member, isSet] of [
    ["additionalItems", isThere(schema, "additionalItems")],
    ["patternProperties", namedSchemasIn(schema, "patternProperties").length > 0],
    ["definitions", namedSchemasIn(schema, "definitions").length > 0],
    ["dependencies", isThere(schema, "dependencies")],
    ["$ref", isThere(schema, "$ref")],
  ] as const) {
    if (isSet) causes.push(forbiddenField(`${path}.${member}`, `${member} is not supported`));
  }
  if (type === "null") {
    causes.push(forbiddenField(`${path}.type`, "type cannot be set to null, use nullable as an alternative"));
  }
  if (schemasIn(schema, "items").length > 0) {
    causes.push(forbiddenField(`${path}.items`, "items must be a schema object and not an array"));
  }
  if (place.isInsideMeta && flagIn(schema, "x-kubernetes-embedded-resource")) {
    causes.push(forbiddenField(`${path}.x-kubernetes-embedded-resource`, "must not be used inside of resource meta"));
  }
}

function checkExtensions(schema: JsonObject, path: string, rules: SchemaRules, causes: StatusCause[]): void {
  const type = textIn(schema, "type");
  function checkType(expected: string, extension: string): void {
    const problem = `must be ${expected} if ${extension} is specified`;
    causes.push(type === "" ? requiredField(`${path}.type`, problem) : invalidField(`${path}.type`, type, problem));
  }
  const preserves = "x-kubernetes-preserve-unknown-fields";
  if (ownMember(schema, preserves) === false) {
    causes.push(invalidField(`${path}.${preserves}`, false, "must be true or undefined"));
  }
  const mapType = optionalTextIn(schema, "x-kubernetes-map-type");
  if (mapType !== undefined) {
    if (type !== "object") checkType("object", "x-kubernetes-map-type");
    if (mapType !== "atomic" && mapType !== "granular") {
      causes.push(unsupportedField(`${path}.x-kubernetes-map-type`, mapType, ["atomic", "granular"]));
    }
  }
  const listType = optionalTextIn(schema, "x-kubernetes-list-type");
  if (listType !== undefined) {
    if (type !== "array") checkType("array", "x-kubernetes-list-type");
    else if (rules.requiresAtomicSets && isGranularSet(schema)) {
      const items = schemaIn(schema, "items")!;
      const extension = textIn(items, "type") === "array" ? "x-kubernetes-list-type" : "x-kubernetes-map-type";
      const found = optionalTextIn(items, "x-kubernetes-list-type") ?? null;
      const problem = "must be atomic as item of a list with x-kubernetes-list-type=set";
      causes.push(invalidField(`${path}.items.${extension}`, found, problem));
    }
    if (!["atomic", "set", "map"].includes(listType)) {
      causes.push(unsupportedField(`${path}.x-kubernetes-list-type`, listType, ["atomic", "set", "map"]));
    }
  }
}

/** Whether a schema is of a set whose items are not merged as a whole. */
export function isGranularSet(schema: JsonObject): boolean {
  const items = schemaIn(schema, "items");
  if (optionalTextIn(schema, "x-kubernetes-list-type") !== "set" || items === undefined) return false;
  const type = textIn(items, "type");
  if (type === "array") return (optionalTextIn(items, "x-kubernetes-list-type") ?? "atomic") !== "atomic";
  return type === "object" && optionalTextIn(items, "x-kubernetes-map-type") !== "atomic";
}

function checkListMap(schema: JsonObject, path: string, causes: StatusCause[]): void {
  const listType = optionalTextIn(schema, "x-kubernetes-list-type");
  const keys = textsIn(schema, "x-kubernetes-list-map-keys");
  if (keys.length > 0 && listType !== "map") {
    const at = `${path}.x-kubernetes-list-type`;
    const problem = "must be map if x-kubernetes-list-map-keys is non-empty";
    causes.push(listType === undefined ? requiredField(at, problem) : invalidField(at, listType, problem));
  }
  if (listType !== "map") return;
  const keysAt = `${path}.x-kubernetes-list-map-keys`;
  if (keys.length === 0) causes.push(requiredField(keysAt, "must not be empty if x-kubernetes-list-type is map"));
  const items = schemaIn(schema, "items");
  if (!isThere(schema, "items")) {
    causes.push(requiredField(`${path}.items`, "must have a schema if x-kubernetes-list-type is map"));
  } else if (items === undefined) {
    const problem = "must only have a single schema if x-kubernetes-list-type is map";
    causes.push(invalidField(`${path}.items`, printedItems(ownMember(schema, "items")), problem));
  } else if (textIn(items, "type") !== "object") {
    const problem = "must be object if parent array's x-kubernetes-list-type is map";
    causes.push(invalidField(`${path}.items.type`, textIn(items, "type"), problem));
  } else {
    const properties = new Map(namedSchemasIn(items, "properties"));
    for (const [index, key] of keys.entries()) {
      const property = properties.get(key);
      if (property === undefined) {
        causes.push(invalidField(keysAt, keys, "entries must all be names of item properties"));
      } else if (["array", "object"].includes(textIn(property, "type"))) {
        const problem = "must be a scalar type if parent array's x-kubernetes-list-type is map";
        causes.push(invalidField(`${path}.items.properties[${key}].type`, "object", problem));
      }
      if (keys.indexOf(key) !== index) causes.push(invalidField(keysAt, keys, "must not contain duplicate entries"));
    }
  }
}

/** What is wrong with the keys of a list of type `map`, and the items of keyed lists, taken by themselves. */
export function mapKeyProblems(schema: JsonObject, path: string): StatusCause[] {
  const listType = textIn(schema, "x-kubernetes-list-type");
  const items = schemaIn(schema, "items");
  if (items === undefined || (listType !== "set" && listType !== "map")) return [];
  const causes: StatusCause[] = [];
  if (flagIn(items, "nullable")) {
    causes.push(
      forbiddenField(`${path}.items.nullable`, `cannot be nullable when x-kubernetes-list-type is ${listType}`),
    );
  }
  if (listType === "set") return causes;
  const required = textsIn(items, "required");
  const properties = new Map(namedSchemasIn(items, "properties"));
  for (const key of textsIn(schema, "x-kubernetes-list-map-keys")) {
    const property = properties.get(key);
    if (property === undefined) continue;
    const at = `${path}.items.properties[${key}]`;
    const because = "this property is in x-kubernetes-list-map-keys, so it";
    if (!required.includes(key) && !isThere(property, "default")) {
      causes.push(requiredField(`${at}.default`, `${because} must have a default or be a required property`));
    }
    if (flagIn(property, "nullable")) causes.push(forbiddenField(`${at}.nullable`, `${because} cannot be nullable`));
  }
  return causes;
}

function checkRule(rule: JsonObject, schema: JsonObject, path: string, causes: StatusCause[]): void {
  const [text, message, messageExpression] = [
    textIn(rule, "rule").trim(),
    textIn(rule, "message"),
    textIn(rule, "messageExpression"),
  ];
  if (text === "") causes.push(requiredField(`${path}.rule`, "rule is not specified"));
  else if (message !== "" && message.trim() === "") {
    causes.push(invalidField(`${path}.message`, message, "must be non-empty if specified"));
  } else if (/[\n\r]/.test(message.trim())) {
    causes.push(invalidField(`${path}.message`, message, "must not contain line breaks"));
  } else if (/[\n\r]/.test(text) && message.trim() === "") {
    causes.push(requiredField(`${path}.message`, "message must be specified if rule contains line breaks"));
  }
  if (messageExpression !== "" && messageExpression.trim() === "") {
    const problem = "messageExpression must be non-empty if specified";
    causes.push(requiredField(`${path}.messageExpression`, problem));
  }
  const reason = optionalTextIn(rule, "reason");
  if (reason !== undefined && !ruleReasons.includes(reason)) {
    causes.push(unsupportedField(`${path}.reason`, reason, ruleReasons));
  }
  const fieldPath = textIn(rule, "fieldPath");
  if (fieldPath === "") return;
  const at = `${path}.fieldPath`;
  if (fieldPath.trim() === "") causes.push(invalidField(at, fieldPath, "must be non-empty if specified"));
  if (/[\n\r]/.test(fieldPath)) causes.push(invalidField(at, fieldPath, "must not contain line breaks"));
  if (!leadsSomewhere(fieldPath, schema)) causes.push(invalidField(at, fieldPath, "must be a valid path"));
}

function leadsSomewhere(fieldPath: string, schema: JsonObject): boolean {
  const structure = tryStructuralSchema(schema);
  if (structure === undefined) return true;
  return resolveFieldPath(fieldPath, structure, { allowsBrackets: true }).problem === undefined;
}

function isThere(schema: JsonObject, member: string): boolean {
  return (ownMember(schema, member) ?? undefined) !== undefined;
}
