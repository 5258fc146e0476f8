import { isJsonObject, type JsonObject, ownMember } from "../../json/own-member.ts";
import { isKnownFormat, type StringFormat, stringFormat } from "../format/string-format.ts";
import { Pattern } from "../pattern/pattern.ts";
import {
  flagIn,
  listIn,
  namedSchemasIn,
  numberIn,
  optionalTextIn,
  schemaIn,
  schemasIn,
  textIn,
  textsIn,
} from "../structural-schema.ts";

/** The rules at one place of a schema, ready to be checked. */
export interface CheckNode {
  readonly types: readonly string[];
  readonly isNullable: boolean;
  /** Empty when there is none or the server does not know it for the type. */
  readonly format: string;
  readonly stringFormat: StringFormat | undefined;
  readonly enum: readonly unknown[];
  readonly number: NumberRules | undefined;
  readonly maxLength: number | undefined;
  readonly minLength: number | undefined;
  readonly pattern: string;
  readonly expression: Expression | undefined;
  readonly maxItems: number | undefined;
  readonly minItems: number | undefined;
  readonly hasUniqueItems: boolean;
  readonly items: CheckNode | undefined;
  readonly maxProperties: number | undefined;
  readonly minProperties: number | undefined;
  readonly required: readonly string[];
  readonly properties: ReadonlyMap<string, CheckNode>;
  readonly additionalProperties: CheckNode | boolean | undefined;
  /** Undefined when there is none of the four below, as almost everywhere. */
  readonly combination: Combination | undefined;
  readonly listType: string | undefined;
  readonly listMapKeys: readonly string[];
}

/** What holds of numbers. */
export interface NumberRules {
  /** Only where the schema has exactly one type. */
  readonly type: string;
  readonly format: string;
  readonly multipleOf: number | undefined;
  readonly minimum: number | undefined;
  readonly isMinimumExclusive: boolean;
  readonly maximum: number | undefined;
  readonly isMaximumExclusive: boolean;
}

/** Schemas that hold together. */
export interface Combination {
  readonly allOf: readonly CheckNode[];
  readonly anyOf: readonly CheckNode[];
  readonly oneOf: readonly CheckNode[];
  readonly not: CheckNode | undefined;
}

/** Whether a text matches, or why the pattern cannot tell. */
export interface Expression {
  matches(text: string): boolean;
  readonly problem?: string;
}

/** The rules of a schema and all below it. */
export function checkNodeOf(source: JsonObject): CheckNode {
  const isIntOrString = flagIn(source, "x-kubernetes-int-or-string");
  const type = textIn(source, "type");
  const types = isIntOrString ? ["integer", "string"] : type === "" ? [] : [type];
  const format = supportedFormat(textIn(source, "format"), types);
  const pattern = textIn(source, "pattern");
  return {
    types,
    isNullable: flagIn(source, "nullable"),
    format,
    stringFormat: stringFormat(format),
    enum: listIn(source, "enum"),
    number: numberRules(source, types, format),
    maxLength: numberIn(source, "maxLength"),
    minLength: numberIn(source, "minLength"),
    pattern,
    expression: pattern === "" ? undefined : lazyExpression(pattern),
    maxItems: numberIn(source, "maxItems"),
    minItems: numberIn(source, "minItems"),
    hasUniqueItems: flagIn(source, "uniqueItems"),
    items: optionalNode(schemaIn(source, "items")),
    maxProperties: numberIn(source, "maxProperties"),
    minProperties: numberIn(source, "minProperties"),
    required: textsIn(source, "required"),
    properties: new Map(namedSchemasIn(source, "properties").map(([name, schema]) => [name, checkNodeOf(schema)])),
    additionalProperties: additionalNode(source),
    combination: combinationOf(source),
    listType: optionalTextIn(source, "x-kubernetes-list-type"),
    listMapKeys: textsIn(source, "x-kubernetes-list-map-keys"),
  };
}

function optionalNode(source: JsonObject | undefined): CheckNode | undefined {
  return source && checkNodeOf(source);
}

function additionalNode(source: JsonObject): CheckNode | boolean | undefined {
  const additional = ownMember(source, "additionalProperties");
  if (isJsonObject(additional)) return checkNodeOf(additional);
  return typeof additional === "boolean" ? additional : undefined;
}

function combinationOf(source: JsonObject): Combination | undefined {
  const allOf = schemasIn(source, "allOf").map(checkNodeOf);
  const anyOf = schemasIn(source, "anyOf").map(checkNodeOf);
  const oneOf = schemasIn(source, "oneOf").map(checkNodeOf);
  const not = optionalNode(schemaIn(source, "not"));
  if (allOf.length + anyOf.length + oneOf.length === 0 && not === undefined) return undefined;
  return { allOf, anyOf, oneOf, not };
}

/** The server ignores formats that it does not know for the type. */
function supportedFormat(format: string, types: readonly string[]): string {
  return format !== "" && isKnownFormat(format, types.length === 1 ? types[0]! : "") ? format : "";
}

function numberRules(source: JsonObject, types: readonly string[], format: string): NumberRules | undefined {
  const type = types.length === 1 && (types[0] === "integer" || types[0] === "number") ? types[0] : "";
  const multipleOf = numberIn(source, "multipleOf");
  const minimum = numberIn(source, "minimum");
  const maximum = numberIn(source, "maximum");
  if (type === "" && multipleOf === undefined && minimum === undefined && maximum === undefined) return undefined;
  return {
    type,
    format: type === "" ? "" : format,
    multipleOf,
    minimum,
    isMinimumExclusive: flagIn(source, "exclusiveMinimum"),
    maximum,
    isMaximumExclusive: flagIn(source, "exclusiveMaximum"),
  };
}

/** Patterns are made when first needed: many schemas have hundreds that no object meets. */
function lazyExpression(pattern: string): Expression {
  let made: Pattern | undefined;
  let problem: string | undefined;
  function make(): void {
    if (made !== undefined || problem !== undefined) return;
    try {
      made = new Pattern(pattern);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
  }
  return {
    matches(text) {
      make();
      return made?.matches(text) ?? false;
    },
    get problem() {
      make();
      return problem!;
    },
  };
}
