import { hasNoMembers, isJsonObject } from "../../json/own-member.ts";
import type { ListType, MapType, StructType, ValueType } from "../../value/value-type.ts";
import { FieldSet, FieldSetBuilder } from "../field/field-set.ts";
import type { PathElement } from "../field/path-element.ts";
import { concreteType, deducedType, isNamedField, memberType } from "./concrete-type.ts";
import { itemIdentity, validItemElement } from "./list-item.ts";

/** The fields that a valid value sets: its leaves, the members of maps and the items of lists. */
export function fieldsOfValue(type: ValueType, value: unknown): FieldSet {
  return visit(type, value).children ?? FieldSet.empty;
}

interface Found {
  /** Whether the value is owned as a whole. */
  readonly isLeaf: boolean;
  readonly children: FieldSet | undefined;
}

const leaf: Found = { isLeaf: true, children: undefined };
const nothing: Found = { isLeaf: false, children: undefined };

function visit(type: ValueType, value: unknown): Found {
  const concrete = concreteType(type, value);
  switch (concrete.shape) {
    case "scalar":
      return leaf;
    case "list":
      if (concrete.listType === "atomic") return leaf;
      return Array.isArray(value) ? { isLeaf: false, children: fieldsOfList(concrete, value) } : nothing;
    default:
      if (concrete.isAtomic) return leaf;
      return isJsonObject(value) ? { isLeaf: false, children: fieldsOfObject(concrete, value) } : nothing;
  }
}

function fieldsOfObject(type: StructType | MapType, object: Record<string, unknown>): FieldSet {
  const builder = new FieldSetBuilder();
  for (const name of Object.keys(object)) {
    const member = object[name];
    if (member === undefined) continue;
    const { isLeaf, children } = visit(memberType(type, name) ?? deducedType, member);
    builder.add(name, isLeaf || isEmptyObject(member) || !isNamedField(type, name), children);
  }
  return builder.build();
}

function fieldsOfList(type: ListType, items: readonly unknown[]): FieldSet {
  const builder = new FieldSetBuilder();
  for (const { element, values } of indexItems(type, items).values()) {
    // Items that repeat are owned as one, whatever is in them.
    const children = values.length > 1 ? undefined : visit(type.element, values[0]).children;
    builder.add(element, true, children);
  }
  return builder.build();
}

/** Items of a list that cannot be told apart. */
export interface ItemGroup {
  readonly element: PathElement;
  readonly values: unknown[];
}

/** The items of a valid list by what tells them apart (`itemIdentity`), in the order in which each is seen first. */
export function indexItems(type: ListType, items: readonly unknown[]): Map<string, ItemGroup> {
  const groups = new Map<string, ItemGroup>();
  for (const item of items) {
    const element = validItemElement(type, item);
    const identity = itemIdentity(element);
    const group = groups.get(identity);
    if (group === undefined) groups.set(identity, { element, values: [item] });
    else group.values.push(item);
  }
  return groups;
}

function isEmptyObject(value: unknown): boolean {
  return value === null || (isJsonObject(value) && hasNoMembers(value));
}
