import type { AnyType, FieldType, ListType, ScalarType, StructType, ValueType } from "../value/value-type.ts";
import type { StructuralSchema } from "./structural-schema.ts";

/** How a schema becomes a type. */
export interface ValueTypeOptions {
  /** The type of `metadata`, at the root and in embedded resources. */
  readonly metadata: ValueType;
}

const text: ScalarType = { shape: "scalar", scalar: "string" };
const untyped: ScalarType = { shape: "scalar", scalar: "untyped" };
const any: AnyType = { shape: "any" };

/** The type by which server-side apply merges objects of a schema, which is that of a whole resource. */
export function valueTypeOf(schema: StructuralSchema, { metadata }: ValueTypeOptions): ValueType {
  return objectType(schema, { metadata, isOpen: schema.preservesUnknownFields, isResource: true });
}

interface Context {
  readonly metadata: ValueType;
  /** Whether unknown members are kept here: below where a schema says so, they are kept everywhere. */
  readonly isOpen: boolean;
  readonly isResource: boolean;
}

function typeOf(schema: StructuralSchema, outer: Context): ValueType {
  const context = {
    ...outer,
    isOpen: outer.isOpen || schema.preservesUnknownFields,
    isResource: schema.isEmbeddedResource,
  };
  switch (schema.type) {
    case "object":
      return objectType(schema, context);
    case "array":
      return listType(schema, context);
    case "integer":
    case "number":
      return { shape: "scalar", scalar: "number" };
    case "boolean":
      return { shape: "scalar", scalar: "boolean" };
    case "string":
      return schema.format === "" || schema.format === "byte" ? text : untyped;
    default:
      if (schema.isIntOrString) return untyped;
      return schema.properties.size > 0 || schema.isEmbeddedResource ? objectType(schema, context) : any;
  }
}

function objectType(schema: StructuralSchema, context: Context): ValueType {
  const isAtomic = schema.mapType === "atomic";
  const fields = new Map<string, FieldType>();
  for (const [name, property] of schema.properties) {
    fields.set(name, {
      type: typeOf(property, context),
      patchStrategies: [],
      ...(property.default !== undefined && { default: property.default }),
    });
  }
  if (context.isResource) {
    fields.set("apiVersion", { type: text, patchStrategies: [] });
    fields.set("kind", { type: text, patchStrategies: [] });
    fields.set("metadata", { type: context.metadata, patchStrategies: [] });
  }
  const element = elementType(schema, fields.size, context);
  if (fields.size === 0) return { shape: "map", element: element ?? any, isAtomic };
  const struct: StructType = { shape: "struct", fields, isAtomic };
  return element === undefined ? struct : { ...struct, element };
}

function elementType(schema: StructuralSchema, fieldCount: number, context: Context): ValueType | undefined {
  const { additionalProperties } = schema;
  if (additionalProperties === undefined) return context.isOpen || fieldCount === 0 ? any : undefined;
  if (typeof additionalProperties === "object") return typeOf(additionalProperties, context);
  return additionalProperties ? any : undefined;
}

function listType(schema: StructuralSchema, context: Context): ListType {
  const isKeyed = schema.listType === "map" || schema.listType === "set";
  return {
    shape: "list",
    element: schema.items === undefined ? any : typeOf(schema.items, context),
    listType: isKeyed ? (schema.listType as "map" | "set") : "atomic",
    keys: schema.listType === "map" ? schema.listMapKeys : [],
  };
}
