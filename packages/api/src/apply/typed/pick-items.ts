import { isJsonObject, type JsonObject, setOwnMember } from "../../json/own-member.ts";
import type { ListType, MapType, StructType, ValueType } from "../../value/value-type.ts";
import { FieldSet } from "../field/field-set.ts";
import { concreteType, deducedType, memberType } from "./concrete-type.ts";
import { fieldsOfValue } from "./fields-of-value.ts";
import { validItemElement } from "./list-item.ts";

/** A valid value without these fields. A container that becomes empty so is null. */
export function removeItems(type: ValueType, value: unknown, fields: FieldSet): unknown {
  return fields.isEmpty ? value : pick(type, value, fields, "remove");
}

/** Of a valid value only these fields. */
export function extractItems(type: ValueType, value: unknown, fields: FieldSet): unknown {
  return pick(type, value, fields, "extract");
}

/** Of a valid value only these fields, and the keys of the items that they are in. */
export function extractItemsWithKeys(type: ValueType, value: unknown, fields: FieldSet): unknown {
  const present = fieldsOfValue(type, value);
  const keys = fields
    .paths()
    .filter((path) => present.has(path))
    .flatMap((path) =>
      path.flatMap((element, index) => {
        if (typeof element === "string" || !("key" in element)) return [];
        return element.key.map(({ name }) => [...path.slice(0, index + 1), name]);
      }),
    );
  return pick(type, value, fields.union(FieldSet.of(...keys)), "extract");
}

type Mode = "remove" | "extract";

function pick(type: ValueType, value: unknown, fields: FieldSet, mode: Mode): unknown {
  const concrete = concreteType(type, value);
  switch (concrete.shape) {
    case "scalar":
      return value;
    case "list":
      if (!Array.isArray(value)) return null;
      if (value.length === 0 || concrete.listType === "atomic") return mode === "extract" ? value : null;
      return pickFromList(concrete, value, fields, mode);
    default:
      if (!isJsonObject(value)) return null;
      if (Object.keys(value).length === 0 || concrete.isAtomic) return mode === "extract" ? value : null;
      return pickFromObject(concrete, value, fields, mode);
  }
}

function pickFromList(type: ListType, items: readonly unknown[], fields: FieldSet, mode: Mode): unknown {
  const kept: unknown[] = [];
  for (const item of items) {
    const element = validItemElement(type, item);
    const isMember = fields.hasMember(element);
    const below = fields.below(element);
    if (mode === "remove" ? isMember : !isMember && below === undefined) continue;
    kept.push(below === undefined ? item : pick(type.element, item, below, mode));
  }
  return kept.length === 0 ? null : kept;
}

function pickFromObject(type: StructType | MapType, object: JsonObject, fields: FieldSet, mode: Mode): unknown {
  const kept: JsonObject = {};
  let isEmpty = true;
  for (const name of Object.keys(object)) {
    const member = object[name];
    if (member === undefined) continue;
    const isMember = fields.hasMember(name);
    const below = fields.below(name);
    if (mode === "remove" ? isMember : !isMember && below === undefined) continue;
    const memberOf = memberType(type, name) ?? deducedType;
    // The reference looks below a member that is to be extracted with the same set again.
    const rest = isMember ? fields : below;
    setOwnMember(kept, name, rest === undefined ? member : pick(memberOf, member, rest, mode));
    isEmpty = false;
  }
  return isEmpty ? null : kept;
}
