import type { ArgumentValue, Marker } from "../../marker/marker.ts";
import type { JsonSchema, ValidationRule } from "../schema/json-schema.ts";

/** Changes a schema as a marker says, or tells why it cannot: completes "the marker … ". */
export type SchemaRule = (schema: JsonSchema, args: Marker["args"]) => string | undefined;

/** Rules of markers by name; those of validation without their prefix, which is also how `items:` finds them. */
export const schemaRules: Readonly<Record<string, SchemaRule>> = {
  Maximum: bound("maximum"),
  Minimum: bound("minimum"),
  MultipleOf: bound("multipleOf"),
  ExclusiveMaximum: flag("exclusiveMaximum", needNumber),
  ExclusiveMinimum: flag("exclusiveMinimum", needNumber),
  MaxLength: value("maxLength", needText),
  MinLength: value("minLength", needText),
  Pattern: text("pattern", needText),
  MaxItems: value("maxItems", needArray),
  MinItems: value("minItems", needArray),
  UniqueItems: flag("uniqueItems", needArray),
  MaxProperties: value("maxProperties", needObject),
  MinProperties: value("minProperties", needObject),
  Enum: (schema, { "": values }) => {
    delete schema.enum;
    if (!Array.isArray(values) || values.length === 0) return undefined;
    schema.enum = values as readonly ArgumentValue[];
    return enumProblem(schema, schema.enum);
  },
  Format: text("format"),
  Type: text("type"),
  XPreserveUnknownFields: preserveUnknownFields,
  XEmbeddedResource: embeddedResource,
  EmbeddedResource: embeddedResource,
  XIntOrString: (schema) => {
    schema["x-kubernetes-int-or-string"] = true;
    return undefined;
  },
  XValidation: (schema, args) => addRule(schema, args as unknown as ValidationRule),
  AtMostOneOf: (schema, { "": fields }) =>
    oneOf(schema, fields, "at most one of the fields in [] may be set", (names) => `${countOf(names)} <= 1`),
  ExactlyOneOf: (schema, { "": fields }) =>
    oneOf(schema, fields, "exactly one of the fields in [] must be set", (names) => `${countOf(names)} == 1`),
  AtLeastOneOf: (schema, { "": fields }) =>
    oneOf(schema, fields, "at least one of the fields in [] must be set", (names) =>
      names.map((name) => `has(self.${name})`).join("||"),
    ),
  "k8s:maxItems": value("maxItems", needArray),
  "k8s:minimum": bound("minimum"),
  "k8s:maximum": bound("maximum"),
  "k8s:immutable": (schema) => addRule(schema, { rule: "self == oldSelf", message: "field is immutable" }),
  "k8s:required": needSomething,
  "k8s:enum": enumOfLiterals,
  nullable: (schema) => {
    schema.nullable = true;
    return undefined;
  },
  default: setDefault,
  "kubebuilder:default": (schema, args) => {
    const given = args[""];
    const isEmptyObject = typeof given === "object" && given !== null && Object.keys(given).length === 0;
    // `{}` is how a marker writes an empty list too.
    schema.default = isEmptyObject && schema.type === "array" ? [] : given;
    return undefined;
  },
  "kubebuilder:example": (schema, args) => {
    schema.example = args[""];
    return undefined;
  },
  "kubebuilder:title": (schema, { "": title }) => {
    if (title === undefined || title === null) return undefined;
    if (typeof title !== "string") return `needs a text, such as +kubebuilder:title="Replica count"`;
    setText(schema, "title", title);
    return undefined;
  },
  "kubebuilder:pruning:PreserveUnknownFields": preserveUnknownFields,
  "kubebuilder:externalDocs": externalDocs,
  listType,
  "k8s:listType": listType,
  listMapKey,
  "k8s:listMapKey": listMapKey,
  mapType: mergeType("object"),
  structType: mergeType("object", undefined),
};

/** Which rules come first: those that others look at. */
export function priorityOf(name: string): number {
  switch (name) {
    case "Type":
    case "XIntOrString":
    case "listType":
    case "k8s:listType":
    case "default":
      return 9;
    case "AtMostOneOf":
      return 11;
    case "ExactlyOneOf":
      return 12;
    case "AtLeastOneOf":
      return 13;
    default:
      return 10;
  }
}

type Need = (schema: JsonSchema) => string | undefined;

function needNumber(schema: JsonSchema): string | undefined {
  return schema.type === "integer" || schema.type === "number"
    ? undefined
    : `is for numbers, and this is ${nameOf(schema)}`;
}

function needText(schema: JsonSchema): string | undefined {
  const isText = schema.type === "string" || schema["x-kubernetes-int-or-string"] === true;
  return isText ? undefined : `is for texts, and this is ${nameOf(schema)}`;
}

function needArray(schema: JsonSchema): string | undefined {
  return schema.type === "array" ? undefined : `is for lists, and this is ${nameOf(schema)}`;
}

function needObject(schema: JsonSchema): string | undefined {
  return schema.type === "object" ? undefined : `is for objects and maps, and this is ${nameOf(schema)}`;
}

function enumProblem({ type }: JsonSchema, values: readonly ArgumentValue[]): string | undefined {
  const fits: Readonly<Record<string, (value: ArgumentValue) => boolean>> = {
    string: (value) => typeof value === "string",
    boolean: (value) => typeof value === "boolean",
    integer: (value) => typeof value === "bigint" || Number.isInteger(value),
    number: (value) => typeof value === "bigint" || typeof value === "number",
  };
  const fit = type === undefined ? undefined : fits[type];
  const wrong = fit === undefined ? undefined : values.find((value) => value !== null && !fit(value));
  if (wrong === undefined) return undefined;
  const hint = type === "string" ? `; a text is in quotes: "${wrong}"` : "";
  return `has the value ${JSON.stringify(wrong)} for ${nameOf({ type })}${hint}`;
}

const anyNumberOrText: ReadonlySet<unknown> = new Set([
  "k8s.io/apimachinery/pkg/util/intstr.IntOrString",
  "k8s.io/apimachinery/pkg/api/resource.Quantity",
]);

function nameOf(schema: JsonSchema): string {
  switch (schema.type) {
    case undefined:
      if (schema.$ref === undefined) return "a value of any type";
      if (anyNumberOrText.has(schema.$ref))
        return "a number or a text: write +kubebuilder:validation:XIntOrString before it";
      return "a value whose type has a name of its own";
    case "array":
      return "a list";
    case "integer":
    case "object":
      return `an ${schema.type}`;
    default:
      return `a ${schema.type}`;
  }
}

function bound(name: "maximum" | "minimum" | "multipleOf"): SchemaRule {
  return (schema, { "": given }) => {
    const problem = needNumber(schema);
    if (problem !== undefined) return problem;
    const limit = Number(given);
    if (schema.type === "integer" && !Number.isInteger(limit)) return `needs an integer for an integer, not ${limit}`;
    schema[name] = limit;
    return undefined;
  };
}

function value(
  name: "maxLength" | "minLength" | "maxItems" | "minItems" | "maxProperties" | "minProperties",
  need: Need,
): SchemaRule {
  return (schema, { "": given }) => {
    const problem = need(schema);
    if (problem === undefined) schema[name] = given as number | bigint;
    return problem;
  };
}

function flag(name: "exclusiveMaximum" | "exclusiveMinimum" | "uniqueItems", need: Need): SchemaRule {
  return (schema, { "": given }) => {
    const problem = need(schema);
    if (problem !== undefined) return problem;
    if (given === true) schema[name] = true;
    else delete schema[name];
    return undefined;
  };
}

function text(name: "pattern" | "format" | "type", need: Need = () => undefined): SchemaRule {
  return (schema, { "": given }) => {
    const problem = need(schema);
    if (problem === undefined) setText(schema, name, given as string);
    return problem;
  };
}

function setText(schema: JsonSchema, name: "pattern" | "format" | "type" | "title", given: string): void {
  if (given === "") delete schema[name];
  else schema[name] = given;
}

function preserveUnknownFields(schema: JsonSchema): undefined {
  schema["x-kubernetes-preserve-unknown-fields"] = true;
}

function embeddedResource(schema: JsonSchema): undefined {
  schema["x-kubernetes-embedded-resource"] = true;
}

const reasons = ["FieldValueRequired", "FieldValueInvalid", "FieldValueForbidden", "FieldValueDuplicate"];

function addRule(schema: JsonSchema, given: ValidationRule): string | undefined {
  const { rule, message, messageExpression, reason, fieldPath, optionalOldSelf } = given;
  if (reason && !reasons.includes(reason)) return `has the reason "${reason}"; there are ${reasons.join(", ")}`;
  const added: ValidationRule = { rule };
  if (message) added.message = message;
  if (messageExpression) added.messageExpression = messageExpression;
  if (reason) added.reason = reason;
  if (fieldPath) added.fieldPath = fieldPath;
  if (optionalOldSelf !== undefined) added.optionalOldSelf = optionalOldSelf;
  schema["x-kubernetes-validations"] = [...(schema["x-kubernetes-validations"] ?? []), added];
  return undefined;
}

function oneOf(
  schema: JsonSchema,
  fields: ArgumentValue | undefined,
  message: string,
  ruleOf: (names: readonly string[]) => string,
): string | undefined {
  const names = (fields ?? []) as readonly string[];
  if (names.length === 0) return undefined;
  return addRule(schema, { rule: ruleOf(names), message: message.replace("[]", `[${names.join(" ")}]`) });
}

function countOf(names: readonly string[]): string {
  return names.map((name) => `(has(self.${name})?1:0)`).join("+");
}

/** A value that has to be there is not empty either, unless its own limit says more. */
function needSomething(schema: JsonSchema): undefined {
  if (schema.type === "string") schema.minLength ??= 1;
  else if (schema.type === "array") schema.minItems ??= 1;
  // The reference generator takes all other references for objects, named numbers too.
  else if (schema.type === "object" || schema.$ref !== undefined) schema.minProperties ??= 1;
}

function enumOfLiterals(schema: JsonSchema): string | undefined {
  const values = schema.enum ?? [];
  if (schema.type !== "string" || values.length === 0)
    return `is for a type that is a union of texts, such as "a" | "b"`;
  schema.enum = [...values].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return undefined;
}

function setDefault(schema: JsonSchema, { value: given }: Marker["args"]): undefined {
  if (given !== undefined && given !== null) schema.default = given;
}

function externalDocs(schema: JsonSchema, args: Marker["args"]): string | undefined {
  const url = args.url as string;
  if (!/^(?:\/|[a-zA-Z][a-zA-Z\d+.-]*:)/.test(url) || /[\0-\x20\x7f]/.test(url)) {
    return `needs a URL, such as https://example.com/docs, not "${url}"`;
  }
  schema.externalDocs = args.description ? { url, description: args.description as string } : { url };
  return undefined;
}

function listType(schema: JsonSchema, { "": given }: Marker["args"]): string | undefined {
  const problem = needArray(schema);
  if (problem !== undefined) return problem;
  if (given !== "map" && given !== "set" && given !== "atomic") return `needs map, set or atomic, not "${given}"`;
  schema["x-kubernetes-list-type"] = given;
  return undefined;
}

function listMapKey(schema: JsonSchema, { "": given }: Marker["args"]): string | undefined {
  const problem = needArray(schema);
  if (problem !== undefined) return problem;
  if (schema["x-kubernetes-list-type"] !== "map") return "is for lists with +listType=map";
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  if (!keys.includes(given as string)) schema["x-kubernetes-list-map-keys"] = [...keys, given as string];
  return undefined;
}

function mergeType(...types: readonly (string | undefined)[]): SchemaRule {
  return (schema, { "": given }) => {
    if (!types.includes(schema.type)) return needObject(schema);
    if (given !== "atomic" && given !== "granular") return `needs atomic or granular, not "${given}"`;
    schema["x-kubernetes-map-type"] = given;
    return undefined;
  };
}
