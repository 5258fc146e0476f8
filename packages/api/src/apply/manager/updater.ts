import { compareBytes } from "../../text/byte-text.ts";
import type { ValueType } from "../../value/value-type.ts";
import { equalValues } from "../field/compare-value.ts";
import type { FieldFilter } from "../field/field-filter.ts";
import { FieldSet } from "../field/field-set.ts";
import { type Comparison, compareTyped, filterComparison } from "../typed/compare-typed.ts";
import { fieldsOfValue } from "../typed/fields-of-value.ts";
import { mergeTyped } from "../typed/merge-typed.ts";
import { removeItems } from "../typed/pick-items.ts";
import { reconcileFields, withNamedFields } from "../typed/reconcile-fields.ts";
import { FieldConflicts } from "./field-conflict.ts";
import { RecentMap } from "./recent-map.ts";

/** The fields that a manager owns, in terms of one version. */
export interface OwnedFields {
  readonly fields: FieldSet;
  readonly apiVersion: string;
  /** Whether the manager applied them, rather than setting them with another kind of write. */
  readonly isApplied: boolean;
}

/** What each manager owns. */
export type Managers = ReadonlyMap<string, OwnedFields>;

/** A valid value with its type and version. */
export interface TypedObject {
  readonly value: unknown;
  readonly type: ValueType;
  readonly apiVersion: string;
}

export interface UpdaterOptions {
  /** The object in another version; undefined when there is no such version. */
  readonly convert: (object: TypedObject, apiVersion: string) => TypedObject | undefined;
  /** What may be owned, by version. */
  readonly filters?: ReadonlyMap<string, FieldFilter> | undefined;
}

/** What an apply results in. */
export interface Applied {
  /** Undefined when it is the live object. */
  readonly object: TypedObject | undefined;
  readonly managers: Managers;
}

/** Decides who owns which fields after a write, and merges what is applied. */
export class Updater {
  readonly #options: UpdaterOptions;
  /** Sets that need no reconciling with the type, among those seen last. */
  readonly #reconciled = new RecentMap<FieldSet, ValueType>(64);

  constructor(options: UpdaterOptions) {
    this.#options = options;
  }

  /** Who owns what after `manager` wrote `next` over `live`. */
  update(live: TypedObject, next: TypedObject, managers: Managers, manager: string): Managers {
    const version = next.apiVersion;
    const reconciled = this.#reconcile(live, managers);
    const { owners, comparison } = this.#takeOver(live, next, reconciled, manager, true);
    const owned = owners.get(manager)?.fields ?? FieldSet.empty;
    const { added, modified, removed } = comparison;
    const fields = this.#filter(version, owned.difference(removed).union(modified).union(added));
    owners.delete(manager);
    if (!fields.isEmpty) owners.set(manager, { fields, apiVersion: version, isApplied: false });
    return owners;
  }

  /** The object after `manager` applied `config` to `live`, and who owns what then. Throws FieldConflicts. */
  apply(live: TypedObject, config: TypedObject, managers: Managers, manager: string, force: boolean): Applied {
    const version = config.apiVersion;
    const reconciled = this.#reconcile(live, managers);
    const merged = { ...live, value: mergeTyped(live.type, live.value, config.value) };
    const last = reconciled.get(manager);
    const fields = this.#filter(version, fieldsOfValue(config.type, config.value));
    reconciled.set(manager, { fields, apiVersion: version, isApplied: true });
    const object = this.#prune(merged, reconciled, version, fields, last);
    const { owners } = this.#takeOver(live, object, reconciled, manager, force);
    return { object: equalValues(live.value, object.value) ? undefined : object, managers: owners };
  }

  /** The managers with what belongs to types that became atomic, without those of versions that are gone. */
  #reconcile(live: TypedObject, managers: Managers): Map<string, OwnedFields> {
    const result = new Map<string, OwnedFields>();
    const types = new Map<string, ValueType | undefined>();
    for (const [name, owned] of managers) {
      const { apiVersion, fields } = owned;
      if (!types.has(apiVersion)) types.set(apiVersion, this.#convert(live, apiVersion)?.type);
      const type = types.get(apiVersion);
      if (type === undefined) continue;
      if (this.#reconciled.get(fields) === type) {
        result.set(name, owned);
        continue;
      }
      const reconciled = reconcileFields(type, fields);
      this.#reconciled.set(reconciled, type);
      result.set(name, reconciled === fields ? owned : { ...owned, fields: reconciled });
    }
    return result;
  }

  /** Takes from all others what differs between `live` and `next`. Throws FieldConflicts unless it is forced. */
  #takeOver(
    live: TypedObject,
    next: TypedObject,
    managers: Managers,
    manager: string,
    force: boolean,
  ): { owners: Map<string, OwnedFields>; comparison: Comparison } {
    const comparison = this.#compare(live, next, next.apiVersion)!;
    const comparisons = new Map([[next.apiVersion, changesOf(comparison)]]);
    const owners = new Map<string, OwnedFields>();
    const conflicts: [manager: string, fields: FieldSet][] = [];
    for (const [name, owned] of managers) {
      const { apiVersion } = owned;
      if (name === manager) {
        owners.set(name, owned);
        continue;
      }
      let changes = comparisons.get(apiVersion);
      if (changes === undefined) {
        const converted = this.#compare(live, next, apiVersion);
        if (converted === undefined) continue;
        changes = changesOf(converted);
        comparisons.set(apiVersion, changes);
      }
      const conflict = owned.fields.intersection(changes.set);
      if (!conflict.isEmpty) conflicts.push([name, conflict]);
      const fields = owned.fields.difference(conflict).difference(changes.removed);
      owners.set(name, fields === owned.fields ? owned : { ...owned, fields });
    }
    if (!force && conflicts.length > 0) {
      conflicts.sort(([a], [b]) => compareBytes(a, b));
      throw new FieldConflicts(
        conflicts.flatMap(([name, fields]) => fields.paths().map((path) => ({ manager: name, path }))),
      );
    }
    for (const [name, { fields }] of owners) if (fields.isEmpty) owners.delete(name);
    return { owners, comparison };
  }

  /** What differs, in terms of a version; undefined when there is no such version. */
  #compare(live: TypedObject, next: TypedObject, apiVersion: string): Comparison | undefined {
    const before = this.#convert(live, apiVersion);
    const after = this.#convert(next, apiVersion);
    if (before === undefined || after === undefined) return undefined;
    return filterComparison(
      compareTyped(after.type, before.value, after.value),
      this.#options.filters?.get(apiVersion),
    );
  }

  /** `merged` without what the manager applied the last time, does not apply now, and nobody else owns. */
  #prune(
    merged: TypedObject,
    managers: Managers,
    version: string,
    fields: FieldSet,
    last: OwnedFields | undefined,
  ): TypedObject {
    if (last === undefined || last.fields.isEmpty) return merged;
    // Nothing was left out.
    if (last.apiVersion === version && last.fields.difference(fields).isEmpty) return merged;
    const converted = this.#convert(merged, last.apiVersion);
    if (converted === undefined) return merged;
    const named = withNamedFields(converted.type, last.fields);
    const owned = this.#addBackOwned(converted, without(converted, named), managers);
    const pruned = this.#addBackUnowned(converted, owned, named);
    return this.#convert(pruned, version) ?? merged;
  }

  /** `pruned` with what managers own. */
  #addBackOwned(merged: TypedObject, pruned: TypedObject, managers: Managers): TypedObject {
    const byVersion = new Map<string, FieldSet>();
    for (const { apiVersion, fields } of managers.values()) {
      byVersion.set(apiVersion, (byVersion.get(apiVersion) ?? FieldSet.empty).union(fields));
    }
    // Its own version first: conversion may need what is added back.
    const isOwn = (apiVersion: string) => apiVersion === pruned.apiVersion;
    const versions = [...byVersion.keys()].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
    let whole = merged;
    let result = pruned;
    for (const apiVersion of versions) {
      const before = this.#convert(whole, apiVersion);
      const after = before && this.#convert(result, apiVersion);
      if (before === undefined || after === undefined) continue;
      const kept = namedFieldsOf(after).union(withNamedFields(before.type, byVersion.get(apiVersion)!));
      result = without(before, namedFieldsOf(before).difference(kept));
      whole = before;
    }
    return result;
  }

  /** `pruned` with what the manager did not own the last time. */
  #addBackUnowned(merged: TypedObject, pruned: TypedObject, last: FieldSet): TypedObject {
    const rest = this.#convert(pruned, merged.apiVersion);
    if (rest === undefined) return merged;
    const removed = namedFieldsOf(merged).difference(namedFieldsOf(rest));
    return without(merged, removed.intersection(last));
  }

  #convert(object: TypedObject, apiVersion: string): TypedObject | undefined {
    return object.apiVersion === apiVersion ? object : this.#options.convert(object, apiVersion);
  }

  #filter(apiVersion: string, fields: FieldSet): FieldSet {
    return this.#options.filters?.get(apiVersion)?.(fields) ?? fields;
  }
}

/** What a write sets, and what it removes. */
function changesOf({ added, modified, removed }: Comparison): { set: FieldSet; removed: FieldSet } {
  return { set: modified.union(added), removed };
}

function without(object: TypedObject, fields: FieldSet): TypedObject {
  return { ...object, value: removeItems(object.type, object.value, fields) };
}

function namedFieldsOf({ type, value }: TypedObject): FieldSet {
  return withNamedFields(type, fieldsOfValue(type, value));
}
