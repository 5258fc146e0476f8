import { describe, expect, test } from "vitest";
import { FieldConflicts } from "../src/apply/manager/field-conflict.ts";
import { type Managers, type TypedObject, Updater } from "../src/apply/manager/updater.ts";
import { type RecordedFilter, RecordedTypes, readFilter, readSet, writeSet } from "./apply-vectors.ts";
import { readVectors } from "./read-vectors.ts";

type RecordedManagers = Record<string, { fields: string; version: string; applied: boolean }>;

interface Conversion {
  version: string;
  from: unknown;
  to?: unknown;
  type?: string;
  missing?: boolean;
  error?: string;
}

interface Row {
  type: string;
  live: unknown;
  object: unknown;
  version: string;
  manager: string;
  managers: RecordedManagers;
  filters: Record<string, RecordedFilter>;
  conversions: Conversion[];
  result?: RecordedManagers;
  error?: string;
}

interface ApplyRow extends Row {
  force: boolean;
  /** Absent when nothing changes. */
  merged?: unknown;
  conflicts?: string;
}

const tables: { apply: ApplyRow[]; update: Row[] } = readVectors("apply-updater");
const types = new RecordedTypes();

describe("update", () => {
  test.for(tables.update)("$manager writes $object over $live", (row) => {
    const { live, object, managers } = inputOf(row);
    const update = (order: Managers) => updaterFor(row).update(live, object, order, row.manager);
    expect(write(inSomeOrder(managers, update))).toEqual(row.result);
  });
});

describe("apply", () => {
  test.for(tables.apply)("$manager applies $object to $live", (row) => {
    const { live, object, managers } = inputOf(row);
    const apply = (order: Managers) => updaterFor(row).apply(live, object, order, row.manager, row.force);
    if (row.conflicts !== undefined) {
      expect(conflictsOf(() => inSomeOrder(managers, apply))).toBe(row.conflicts);
    } else {
      const applied = inSomeOrder(managers, apply);
      expect(write(applied.managers)).toEqual(row.result);
      expect(applied.object?.value).toEqual(row.merged);
    }
  });
});

function inputOf(row: Row): { live: TypedObject; object: TypedObject; managers: Managers } {
  const type = types.get(row.type);
  return {
    live: { value: row.live, type, apiVersion: row.version },
    object: { value: row.object, type, apiVersion: row.version },
    managers: new Map(
      Object.entries(row.managers).map(([name, { fields, version, applied }]) => [
        name,
        { fields: readSet(fields), apiVersion: version, isApplied: applied },
      ]),
    ),
  };
}

/** Converts as the reference's converter did when the row was recorded. */
function updaterFor({ conversions, filters }: Row): Updater {
  const known = new Map(conversions.map((conversion) => [keyOf(conversion.version, conversion.from), conversion]));
  return new Updater({
    convert: ({ value }, apiVersion) => {
      const conversion = known.get(keyOf(apiVersion, value));
      if (conversion === undefined)
        throw new NoConversion(`no conversion to ${apiVersion} of ${JSON.stringify(value)}`);
      if (conversion.missing) return undefined;
      return { value: conversion.to, type: types.get(conversion.type!), apiVersion };
    },
    filters: new Map(Object.entries(filters).map(([version, filter]) => [version, readFilter(filter)])),
  });
}

/** What was not asked for when the row was recorded. */
class NoConversion extends Error {}

/** The reference takes managers in no order, which decides what it converts: one of the orders is that of the row. */
function inSomeOrder<T>(managers: Managers, run: (managers: Managers) => T): T {
  let failure: unknown;
  for (const order of permutations([...managers])) {
    try {
      return run(new Map(order));
    } catch (error) {
      if (!(error instanceof NoConversion)) throw error;
      failure ??= error;
    }
  }
  throw failure;
}

function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length < 2) yield [...items];
  else {
    for (const [index, item] of items.entries()) {
      for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest];
    }
  }
}

function keyOf(version: string, value: unknown): string {
  return `${version} ${JSON.stringify(sorted(value))}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}

function write(managers: Managers): RecordedManagers {
  return Object.fromEntries(
    [...managers].map(([name, { fields, apiVersion, isApplied }]) => [
      name,
      { fields: writeSet(fields), version: apiVersion, applied: isApplied },
    ]),
  );
}

function conflictsOf(apply: () => unknown): string {
  try {
    apply();
  } catch (error) {
    if (error instanceof FieldConflicts) return error.message;
    throw error;
  }
  return "none";
}
