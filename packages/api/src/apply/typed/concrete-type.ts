import { isJsonObject } from "../../json/own-member.ts";
import type { AnyType, ListType, MapType, ScalarType, StructType, ValueType } from "../../value/value-type.ts";

/** A type with one shape. */
export type ConcreteType = Exclude<ValueType, AnyType>;

/** Anything, owned member by member: what is taken where nothing is known. */
export const deducedType: AnyType = { shape: "any" };

const untypedScalar: ScalarType = { shape: "scalar", scalar: "untyped" };
const atomicAny: AnyType = { shape: "any", isAtomic: true };
const deducedObject: MapType = { shape: "map", element: deducedType, isAtomic: false };
const atomicObject: MapType = { shape: "map", element: atomicAny, isAtomic: true };
const atomicList: ListType = { shape: "list", element: atomicAny, listType: "atomic", keys: [] };

/** The shape in which `type` takes `value`. Null can be any shape, and is taken as an object. */
export function concreteType(type: ValueType, value: unknown): ConcreteType {
  if (type.shape !== "any") return type;
  if (Array.isArray(value)) return type.list ?? atomicList;
  if (value === null || isJsonObject(value)) return objectTypeOf(type);
  return untypedScalar;
}

/** The shape that `type` has when nothing is known of the value. */
export function defaultShape(type: ValueType): ConcreteType {
  return type.shape === "any" ? objectTypeOf(type) : type;
}

/** The type of a member, or undefined when the object may not have it. */
export function memberType(type: StructType | MapType, name: string): ValueType | undefined {
  if (type.shape === "map") return type.element;
  return type.fields.get(name)?.type ?? type.element;
}

/** Whether the type names the member, rather than letting it be data. */
export function isNamedField(type: StructType | MapType, name: string): boolean {
  return type.shape === "struct" && type.fields.has(name);
}

/** Whether nothing is known of the object but that it is one. */
export function isDeducedObject(type: ConcreteType): boolean {
  return type.shape === "map" && type.element.shape === "any" && !type.element.isAtomic;
}

function objectTypeOf(type: AnyType): StructType | MapType {
  return type.object ?? (type.isAtomic ? atomicObject : deducedObject);
}
