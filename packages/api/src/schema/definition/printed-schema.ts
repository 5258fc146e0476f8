import { isJsonObject, type JsonObject, ownMember, setOwnMember } from "../../json/own-member.ts";
import { orderMembers } from "../../text/server-json.ts";

type Printer = (value: unknown) => unknown;

/** In the order of the server's own type, which is the order in messages. */
const members: readonly [name: string, printedName: string, print: Printer, absent: unknown][] = [
  ["id", "ID", orderMembers, ""],
  ["$schema", "Schema", orderMembers, ""],
  ["$ref", "Ref", orderMembers, null],
  ["description", "Description", orderMembers, ""],
  ["type", "Type", orderMembers, ""],
  ["nullable", "Nullable", orderMembers, false],
  ["format", "Format", orderMembers, ""],
  ["title", "Title", orderMembers, ""],
  ["default", "Default", orderMembers, null],
  ["maximum", "Maximum", orderMembers, null],
  ["exclusiveMaximum", "ExclusiveMaximum", orderMembers, false],
  ["minimum", "Minimum", orderMembers, null],
  ["exclusiveMinimum", "ExclusiveMinimum", orderMembers, false],
  ["maxLength", "MaxLength", orderMembers, null],
  ["minLength", "MinLength", orderMembers, null],
  ["pattern", "Pattern", orderMembers, ""],
  ["maxItems", "MaxItems", orderMembers, null],
  ["minItems", "MinItems", orderMembers, null],
  ["uniqueItems", "UniqueItems", orderMembers, false],
  ["multipleOf", "MultipleOf", orderMembers, null],
  ["enum", "Enum", orderMembers, null],
  ["maxProperties", "MaxProperties", orderMembers, null],
  ["minProperties", "MinProperties", orderMembers, null],
  ["required", "Required", orderMembers, null],
  ["items", "Items", printedItems, null],
  ["allOf", "AllOf", printedList, null],
  ["oneOf", "OneOf", printedList, null],
  ["anyOf", "AnyOf", printedList, null],
  ["not", "Not", printedSchema, null],
  ["properties", "Properties", printedMap, null],
  ["additionalProperties", "AdditionalProperties", printedSchemaOrFlag, null],
  ["patternProperties", "PatternProperties", printedMap, null],
  ["dependencies", "Dependencies", printedDependencies, null],
  ["additionalItems", "AdditionalItems", printedSchemaOrFlag, null],
  ["definitions", "Definitions", printedMap, null],
  ["externalDocs", "ExternalDocs", printedDocs, null],
  ["example", "Example", orderMembers, null],
  ["x-kubernetes-preserve-unknown-fields", "XPreserveUnknownFields", orderMembers, null],
  ["x-kubernetes-embedded-resource", "XEmbeddedResource", orderMembers, false],
  ["x-kubernetes-int-or-string", "XIntOrString", orderMembers, false],
  ["x-kubernetes-list-map-keys", "XListMapKeys", orderMembers, null],
  ["x-kubernetes-list-type", "XListType", orderMembers, null],
  ["x-kubernetes-map-type", "XMapType", orderMembers, null],
  ["x-kubernetes-validations", "XValidations", printedRules, null],
];

/** A schema as it stands in messages of the server, which prints its own type: `{"ID":"","Schema":"",…}`. */
export function printedSchema(schema: unknown): unknown {
  if (!isJsonObject(schema)) return null;
  const printed: JsonObject = {};
  for (const [name, printedName, print, absent] of members) {
    const value = ownMember(schema, name) ?? undefined;
    printed[printedName] = value === undefined ? absent : print(value);
  }
  return printed;
}

/** The members that a schema sets, by the names that the server prints, in its order. */
export function printedMembersOf(schema: JsonObject): string[] {
  return members
    .filter(([name, , , absent]) => {
      const value = ownMember(schema, name) ?? undefined;
      return value !== undefined && value !== absent;
    })
    .map(([, printedName]) => printedName);
}

/** What `items` is, as the server prints it. */
export function printedItems(items: unknown): unknown {
  return Array.isArray(items)
    ? { Schema: null, JSONSchemas: printedList(items) }
    : { Schema: printedSchema(items), JSONSchemas: null };
}

function printedList(schemas: unknown): unknown {
  return Array.isArray(schemas) ? schemas.map(printedSchema) : null;
}

function printedMap(schemas: unknown): unknown {
  if (!isJsonObject(schemas)) return null;
  const printed: JsonObject = {};
  for (const name of Object.keys(schemas).sort()) setOwnMember(printed, name, printedSchema(schemas[name]));
  return printed;
}

function printedSchemaOrFlag(value: unknown): unknown {
  return typeof value === "boolean" ? { Allows: value, Schema: null } : { Allows: true, Schema: printedSchema(value) };
}

function printedDependencies(dependencies: unknown): unknown {
  if (!isJsonObject(dependencies)) return null;
  const printed: JsonObject = {};
  for (const name of Object.keys(dependencies).sort()) {
    const value = dependencies[name];
    setOwnMember(printed, name, { Schema: printedSchema(value), Property: Array.isArray(value) ? value : null });
  }
  return printed;
}

function printedDocs(docs: unknown): unknown {
  const { description = "", url = "" } = isJsonObject(docs) ? docs : {};
  return { Description: description, URL: url };
}

function printedRules(rules: unknown): unknown {
  if (!Array.isArray(rules)) return null;
  return rules.filter(isJsonObject).map((rule) => ({
    Rule: rule.rule ?? "",
    Message: rule.message ?? "",
    MessageExpression: rule.messageExpression ?? "",
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? "",
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  }));
}
