/** How a member of a JSON object is written: as a plain value, as YAML text, or as a message, which may be one of many. */
export type Member =
  | "text"
  | "texts"
  | "truth"
  | "integer"
  | "double"
  | "any"
  | "anys"
  | { readonly message: MessageName }
  | { readonly messages: MessageName };

export type MessageName =
  | "document"
  | "info"
  | "contact"
  | "license"
  | "externalDocs"
  | "tag"
  | "paths"
  | "pathItem"
  | "operation"
  | "parametersItem"
  | "bodyParameter"
  | "headerParameter"
  | "formParameter"
  | "queryParameter"
  | "pathParameter"
  | "parameterDefinitions"
  | "primitiveItems"
  | "responses"
  | "responseDefinitions"
  | "responseValue"
  | "response"
  | "headers"
  | "header"
  | "examples"
  | "schemaItem"
  | "schemas"
  | "schema"
  | "items"
  | "additionalProperties"
  | "type"
  | "securityDefinitions"
  | "securityRequirement"
  | "apiKey";

/** The message of a JSON object: fields by member, in the order of their numbers, and the field of members that begin with `x-`. */
export interface RecordShape {
  readonly fields: readonly (readonly [name: string, number: number, member: Member])[];
  readonly extension?: number;
}

function record(extension: number | undefined, ...fields: readonly (readonly [string, Member | ""])[]): RecordShape {
  const numbered = fields.map(([name, member], index) => [name, index + 1, member] as const);
  const used = numbered.filter((field): field is readonly [string, number, Member] => field[2] !== "");
  return { fields: used, ...(extension !== undefined && { extension }) };
}

/** Bounds of a plain value, in the order in which they follow each other in every message but that of schemas. */
const bounds: readonly (readonly [string, Member])[] = [
  ["maximum", "double"],
  ["exclusiveMaximum", "truth"],
  ["minimum", "double"],
  ["exclusiveMinimum", "truth"],
  ["maxLength", "integer"],
  ["minLength", "integer"],
  ["pattern", "text"],
  ["maxItems", "integer"],
  ["minItems", "integer"],
  ["uniqueItems", "truth"],
  ["enum", "anys"],
  ["multipleOf", "double"],
];

const plain: readonly (readonly [string, Member])[] = [
  ["type", "text"],
  ["format", "text"],
  ["items", { message: "primitiveItems" }],
  ["collectionFormat", "text"],
  ["default", "any"],
  ...bounds,
];

const parameter: readonly (readonly [string, Member])[] = [
  ["required", "truth"],
  ["in", "text"],
  ["description", "text"],
  ["name", "text"],
];

const operation = { message: "operation" } as const;

/** The messages of an OpenAPI 2 document that are written member by member. */
export const recordShapes: Partial<Record<MessageName, RecordShape>> = {
  document: record(
    16,
    ["swagger", "text"],
    ["info", { message: "info" }],
    ["host", "text"],
    ["basePath", "text"],
    ["schemes", "texts"],
    ["consumes", "texts"],
    ["produces", "texts"],
    ["paths", { message: "paths" }],
    ["definitions", { message: "schemas" }],
    ["parameters", { message: "parameterDefinitions" }],
    ["responses", { message: "responseDefinitions" }],
    ["security", { messages: "securityRequirement" }],
    ["securityDefinitions", { message: "securityDefinitions" }],
    ["tags", { messages: "tag" }],
    ["externalDocs", { message: "externalDocs" }],
  ),
  info: record(
    7,
    ["title", "text"],
    ["version", "text"],
    ["description", "text"],
    ["termsOfService", "text"],
    ["contact", { message: "contact" }],
    ["license", { message: "license" }],
  ),
  contact: record(4, ["name", "text"], ["url", "text"], ["email", "text"]),
  license: record(3, ["name", "text"], ["url", "text"]),
  externalDocs: record(3, ["description", "text"], ["url", "text"]),
  tag: record(4, ["name", "text"], ["description", "text"], ["externalDocs", { message: "externalDocs" }]),
  pathItem: record(
    10,
    ["$ref", "text"],
    ["get", operation],
    ["put", operation],
    ["post", operation],
    ["delete", operation],
    ["options", operation],
    ["head", operation],
    ["patch", operation],
    ["parameters", { messages: "parametersItem" }],
  ),
  operation: record(
    13,
    ["tags", "texts"],
    ["summary", "text"],
    ["description", "text"],
    ["externalDocs", { message: "externalDocs" }],
    ["operationId", "text"],
    ["produces", "texts"],
    ["consumes", "texts"],
    ["parameters", { messages: "parametersItem" }],
    ["responses", { message: "responses" }],
    ["schemes", "texts"],
    ["deprecated", "truth"],
    ["security", { messages: "securityRequirement" }],
  ),
  bodyParameter: record(
    6,
    ["description", "text"],
    ["name", "text"],
    ["in", "text"],
    ["required", "truth"],
    ["schema", { message: "schema" }],
  ),
  headerParameter: record(22, ...parameter, ...plain),
  formParameter: record(23, ...parameter, ["allowEmptyValue", "truth"], ...plain),
  queryParameter: record(23, ...parameter, ["allowEmptyValue", "truth"], ...plain),
  pathParameter: record(22, ...parameter, ...plain),
  primitiveItems: record(18, ...plain),
  header: record(19, ...plain, ["description", "text"]),
  response: record(
    5,
    ["description", "text"],
    ["schema", { message: "schemaItem" }],
    ["headers", { message: "headers" }],
    ["examples", { message: "examples" }],
  ),
  schema: record(
    31,
    ["$ref", "text"],
    ["format", "text"],
    ["title", "text"],
    ["description", "text"],
    ["default", "any"],
    ["multipleOf", "double"],
    ...bounds.slice(0, -2),
    ["maxProperties", "integer"],
    ["minProperties", "integer"],
    ["required", "texts"],
    ["enum", "anys"],
    ["additionalProperties", { message: "additionalProperties" }],
    ["type", { message: "type" }],
    ["items", { message: "items" }],
    ["allOf", { messages: "schema" }],
    ["properties", { message: "schemas" }],
    ["discriminator", "text"],
    ["readOnly", "truth"],
    ["xml", ""],
    ["externalDocs", { message: "externalDocs" }],
    ["example", "any"],
  ),
  apiKey: record(5, ["type", "text"], ["name", "text"], ["in", "text"], ["description", "text"]),
};
