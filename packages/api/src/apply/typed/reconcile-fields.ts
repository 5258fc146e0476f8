import type { ValueType } from "../../value/value-type.ts";
import type { FieldSet } from "../field/field-set.ts";
import type { PathElement } from "../field/path-element.ts";
import { type ConcreteType, defaultShape, isDeducedObject, memberType } from "./concrete-type.ts";

/**
 * A set that was made when the type was another: who owned parts of what is atomic now owns all of it.
 *
 * Gives the same set back when nothing changes.
 */
export function reconcileFields(type: ValueType, fields: FieldSet): FieldSet {
  const concrete = defaultShape(type);
  return concrete.shape === "scalar" || isDeducedObject(concrete) ? fields : reconcileBelow(concrete, fields);
}

function reconcileBelow(type: ConcreteType, fields: FieldSet): FieldSet {
  return fields.mapNodes((element, isMember, children) => {
    const below = elementType(type, element);
    if (below === undefined || children === undefined) return { isMember, children };
    const concrete = defaultShape(below);
    if (concrete.shape === "scalar" || isDeducedObject(concrete)) return { isMember, children };
    const isAtomic = concrete.shape === "list" ? concrete.listType === "atomic" : concrete.isAtomic;
    if (isAtomic) return { isMember: true, children: undefined };
    return { isMember, children: reconcileBelow(concrete, children) };
  });
}

/** The type of what an element leads to; undefined for what the type does not know. */
function elementType(type: ConcreteType, element: PathElement): ValueType | undefined {
  switch (type.shape) {
    case "scalar":
      return undefined;
    case "list":
      return type.element;
    case "map":
      return type.element;
    default:
      return typeof element === "string" ? memberType(type, element) : type.element;
  }
}

/** The set with every member that a type names and below which the set has paths. */
export function withNamedFields(type: ValueType, fields: FieldSet): FieldSet {
  const concrete = defaultShape(type);
  return fields.mapNodes((element, isMember, children) => {
    if (children === undefined) return { isMember, children };
    const isNamed = concrete.shape === "struct" && typeof element === "string" && concrete.fields.has(element);
    const below = typeof element === "string" ? namedMemberType(concrete, element) : namedItemType(type, element);
    return { isMember: isMember || isNamed, children: below ? withNamedFields(below, children) : children };
  });
}

function namedMemberType(type: ConcreteType, name: string): ValueType | undefined {
  return type.shape === "struct" || type.shape === "map" ? memberType(type, name) : undefined;
}

function namedItemType(type: ValueType, element: Exclude<PathElement, string>): ValueType | undefined {
  if (!("key" in element)) return undefined;
  if (type.shape === "any") return type.list?.element;
  return type.shape === "list" ? type.element : undefined;
}
