import { quote } from "../../text/byte-text.ts";
import type { FieldType, StructType, ValueType } from "../../value/value-type.ts";
import { mismatch } from "./strategic-patch-error.ts";

/** How a member is patched. */
export interface PatchRule {
  /** Of the member, or of the items of a list. */
  readonly type: ValueType;
  /** `merge` or `replace`; empty: objects are merged and lists replaced. */
  readonly strategy: string;
  /** Whether a patch made for it lists the members to keep. */
  readonly retainsKeys: boolean;
  /** Which member tells items apart; empty: none. */
  readonly mergeKey: string;
}

/** How the member of that name, an object, is patched. Throws where the type has no such member. */
export function objectRuleOf(type: ValueType, key: string): PatchRule {
  const field = fieldOf(type, key);
  return ruleOf(field, field.type);
}

/** How the member of that name, a list, is patched. Throws where the type has no such member. */
export function listRuleOf(type: ValueType, key: string): PatchRule {
  const field = fieldOf(type, key);
  switch (field.type.shape) {
    case "list":
      if (field.type.element.shape === "list") throw mismatch("unexpected slice of slice");
      return ruleOf(field, field.type.element);
    // The server takes a pointer to a struct for a list of that struct.
    case "struct":
      return ruleOf(field, field.type);
    default:
      throw mismatch(`expected slice or array type, but got: ${kindOf(type)}`);
  }
}

function ruleOf(field: FieldType, type: ValueType): PatchRule {
  const strategies = field.patchStrategies;
  const others = strategies.filter((strategy) => strategy !== "retainKeys");
  if (others.length > 1 || strategies.length > 2) {
    throw mismatch(`unexpected patch strategy: [${strategies.join(" ")}]`);
  }
  return {
    type,
    strategy: others[0] ?? "",
    retainsKeys: others.length < strategies.length,
    mergeKey: field.patchMergeKey ?? "",
  };
}

function fieldOf(type: ValueType, key: string): FieldType {
  switch (type.shape) {
    case "struct": {
      const field = type.fields.get(key) ?? foldedFieldOf(type, key);
      if (field !== undefined) return field;
      if (type.element !== undefined) return { type: type.element, patchStrategies: [] };
      throw mismatch(`unable to find api field in struct ${type.name ?? ""} for the json field ${quote(key)}`);
    }
    default:
      if (isOpaque(type)) {
        throw mismatch(`unable to find api field in struct RawExtension for the json field ${quote(key)}`);
      }
      throw mismatch(`merging an object in json but data type is not struct, instead is: ${kindOf(type)}`);
  }
}

/** Values of any type are raw extensions in the server, a struct without members. */
function isOpaque(type: ValueType): boolean {
  return type.shape === "any" || (type.shape === "map" && type.element.shape === "any");
}

/** The first field whose name differs in case only. */
function foldedFieldOf({ fields }: StructType, key: string): FieldType | undefined {
  const folded = key.toLowerCase();
  for (const [name, field] of fields) if (name.toLowerCase() === folded) return field;
  return undefined;
}

/** What the server calls values of the type. */
export function kindOf(type: ValueType): string {
  switch (type.shape) {
    case "list":
      return "slice";
    case "scalar":
      return scalarKinds[type.scalar];
    case "any":
      return "struct";
    default:
      return type.shape;
  }
}

const scalarKinds = { string: "string", number: "int32", boolean: "bool", untyped: "struct" } as const;
