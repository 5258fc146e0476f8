import { hasNoMembers, isJsonObject, type JsonObject, ownMember } from "../../json/own-member.ts";
import type { ListType, MapType, StructType, ValueType } from "../../value/value-type.ts";
import { equalValues } from "../field/compare-value.ts";
import type { FieldFilter } from "../field/field-filter.ts";
import { FieldSet, FieldSetBuilder } from "../field/field-set.ts";
import type { PathElement } from "../field/path-element.ts";
import { type ConcreteType, concreteType, deducedType, memberType } from "./concrete-type.ts";
import { indexItems } from "./fields-of-value.ts";

/** Which fields differ between two values. No field is in more than one of the sets. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

const noDifference: Comparison = { added: FieldSet.empty, modified: FieldSet.empty, removed: FieldSet.empty };

/** Which fields it takes to come from `before` to `after`, both valid. `undefined` is a value that is not there. */
export function compareTyped(type: ValueType, before: unknown, after: unknown): Comparison {
  if (before === after) return noDifference;
  const level = new Level();
  compareAsAny(level, type, before, after);
  return {
    added: level.take("added") ?? FieldSet.empty,
    modified: level.take("modified") ?? FieldSet.empty,
    removed: level.take("removed") ?? FieldSet.empty,
  };
}

/** The comparison with what `filter` leaves of each set. */
export function filterComparison(comparison: Comparison, filter: FieldFilter | undefined): Comparison {
  if (filter === undefined) return comparison;
  const { added, modified, removed } = comparison;
  return { added: filter(added), modified: filter(modified), removed: filter(removed) };
}

/** What differs below one place. */
class Level {
  #added: FieldSetBuilder | undefined;
  #modified: FieldSetBuilder | undefined;
  #removed: FieldSetBuilder | undefined;

  /** Adds what differs at `element` and below it. */
  compare(element: PathElement, type: ValueType, before: unknown, after: unknown): void {
    if (before === after) return;
    let below: Level | undefined;
    let isModified: boolean;
    // Two that are no containers are compared as a whole, whatever their type.
    if (isLeaf(before) && isLeaf(after)) {
      isModified = compareLeaves(before, after);
    } else {
      below = new Level();
      isModified = compareAsAny(below, type, before, after);
    }
    this.mark("added", element, before === undefined, below);
    this.mark("modified", element, isModified, below);
    this.mark("removed", element, after === undefined, below);
  }

  /** Adds the element itself, if it is a member, and what `below` has. */
  mark(kind: keyof Comparison, element: PathElement, isMember: boolean, below?: Level): void {
    const children = below?.take(kind);
    if (!isMember && children === undefined) return;
    if (kind === "added") this.#added ??= new FieldSetBuilder();
    else if (kind === "modified") this.#modified ??= new FieldSetBuilder();
    else this.#removed ??= new FieldSetBuilder();
    this.#builder(kind)!.add(element, isMember, children);
  }

  take(kind: keyof Comparison): FieldSet | undefined {
    return this.#builder(kind)?.build();
  }

  #builder(kind: keyof Comparison): FieldSetBuilder | undefined {
    if (kind === "added") return this.#added;
    return kind === "modified" ? this.#modified : this.#removed;
  }
}

/** Whether the value is there on both sides, is owned as a whole, and differs. What differs below goes to `level`. */
function compareAsAny(level: Level, type: ValueType, before: unknown, after: unknown): boolean {
  if (before === undefined) return compareAs(level, concreteType(type, after), before, after);
  if (after === undefined) return compareAs(level, concreteType(type, before), before, after);
  const old = concreteType(type, before);
  const concrete = concreteType(type, after);
  const wasModified = old !== concrete && compareAs(level, old, before, after);
  return compareAs(level, concrete, before, after) || wasModified;
}

function compareAs(level: Level, type: ConcreteType, before: unknown, after: unknown): boolean {
  switch (type.shape) {
    case "scalar":
      return compareLeaves(before, after);
    case "list": {
      const old = Array.isArray(before) ? before : [];
      const current = Array.isArray(after) ? after : [];
      // Two that are empty are compared as a whole, to tell null from empty.
      if (type.listType === "atomic" || (old.length === 0 && current.length === 0)) return compareLeaves(before, after);
      compareItems(level, type, old, current);
      return false;
    }
    default: {
      const old = isJsonObject(before) ? before : {};
      const current = isJsonObject(after) ? after : {};
      if (type.isAtomic || (hasNoMembers(old) && hasNoMembers(current))) return compareLeaves(before, after);
      compareMembers(level, type, old, current);
      return false;
    }
  }
}

function isLeaf(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

function compareLeaves(before: unknown, after: unknown): boolean {
  return before !== undefined && after !== undefined && !equalValues(before, after);
}

function compareMembers(level: Level, type: StructType | MapType, before: JsonObject, after: JsonObject): void {
  for (const name of Object.keys(before)) {
    const old = before[name];
    if (old !== undefined) level.compare(name, memberType(type, name) ?? deducedType, old, ownMember(after, name));
  }
  for (const name of Object.keys(after)) {
    const current = after[name];
    if (current !== undefined && ownMember(before, name) === undefined) {
      level.compare(name, memberType(type, name) ?? deducedType, undefined, current);
    }
  }
}

function compareItems(level: Level, type: ListType, before: readonly unknown[], after: readonly unknown[]): void {
  const old = indexItems(type, before);
  const current = indexItems(type, after);
  for (const [identity, { element, values }] of old) {
    compareGroups(level, type, element, values, current.get(identity)?.values ?? []);
  }
  for (const [identity, { element, values }] of current) {
    if (!old.has(identity)) compareGroups(level, type, element, [], values);
  }
}

/** Items that repeat are one field, and nothing below them is. */
function compareGroups(
  level: Level,
  type: ListType,
  element: PathElement,
  before: readonly unknown[],
  after: readonly unknown[],
): void {
  if (before.length < 2 && after.length < 2) {
    level.compare(element, type.element, before[0], after[0]);
  } else if (before.length >= 2 && after.length >= 2) {
    if (!equalValues(before, after)) level.mark("modified", element, true);
  } else if (before.length >= 2) {
    if (after.length === 1) level.compare(element, type.element, undefined, after[0]);
    level.mark("removed", element, true);
  } else {
    if (before.length === 1) level.compare(element, type.element, before[0], undefined);
    level.mark("added", element, true);
  }
}
