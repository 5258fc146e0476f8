import { describe, expect, test } from "vitest";
import { compareTyped } from "../src/apply/typed/compare-typed.ts";
import { fieldsOfValue } from "../src/apply/typed/fields-of-value.ts";
import { mergeTyped } from "../src/apply/typed/merge-typed.ts";
import { extractItems, extractItemsWithKeys, removeItems } from "../src/apply/typed/pick-items.ts";
import { reconcileFields, withNamedFields } from "../src/apply/typed/reconcile-fields.ts";
import { formatProblems, validateValue } from "../src/apply/typed/validate-value.ts";
import { RecordedTypes, readSet, writeSet } from "./apply-vectors.ts";
import { readVectors } from "./read-vectors.ts";

interface Row {
  type: string;
  value: unknown;
}

interface Tables {
  compare: (Row & { after: unknown; added: string; modified: string; removed: string })[];
  extract: (Row & { fields: string; withKeys: boolean; result: unknown })[];
  fields: (Row & { result: string })[];
  merge: (Row & { config: unknown; result?: unknown; error?: string })[];
  named: { type: string; fields: string; result: string }[];
  reconcile: { type: string; fields: string; result: string }[];
  remove: (Row & { fields: string; result: unknown })[];
  validate: (Row & { allowDuplicates: boolean; error?: string })[];
}

const tables: Tables = readVectors("apply-typed");
const types = new RecordedTypes();

describe("validation", () => {
  // A type that refers to one that is not there cannot be made here.
  const rows = tables.validate.filter(({ error }) => !error?.includes("schema error"));

  test.for(rows)("$value: $error", ({ type, value, allowDuplicates, error }) => {
    const problems = validateValue(types.get(type), value, { allowDuplicates });
    expect(problems.length === 0 ? undefined : normalize(formatProblems(problems))).toBe(error && normalize(error));
  });
});

describe("fields of a value", () => {
  test.for(tables.fields)("$value", ({ type, value, result }) => {
    expect(writeSet(fieldsOfValue(types.get(type), value))).toBe(result);
  });
});

describe("merging", () => {
  test.for(tables.merge)("$value and $config", ({ type, value, config, result, error }) => {
    expect(error).toBeUndefined();
    expect(mergeTyped(types.get(type), value, config) ?? null).toEqual(result);
  });
});

describe("comparing", () => {
  test.for(tables.compare)("$value and $after", ({ type, value, after, added, modified, removed }) => {
    const comparison = compareTyped(types.get(type), value, after);
    expect(writeSet(comparison.added)).toBe(added);
    expect(writeSet(comparison.modified)).toBe(modified);
    expect(writeSet(comparison.removed)).toBe(removed);
  });
});

describe("removing and extracting", () => {
  test.for(tables.remove)("$value without $fields", ({ type, value, fields, result }) => {
    expect(removeItems(types.get(type), value, readSet(fields))).toEqual(result);
  });

  test.for(tables.extract)("$fields of $value", ({ type, value, fields, withKeys, result }) => {
    const extract = withKeys ? extractItemsWithKeys : extractItems;
    expect(extract(types.get(type), value, readSet(fields))).toEqual(result);
  });
});

describe("sets and types", () => {
  test.for(tables.named)("named fields of $fields", ({ type, fields, result }) => {
    expect(writeSet(withNamedFields(types.get(type), readSet(fields)))).toBe(result);
  });

  test.for(tables.reconcile)("$fields after a change of the type", ({ type, fields, result }) => {
    expect(writeSet(reconcileFields(types.get(type), readSet(fields)))).toBe(result);
  });
});

/** Problems in any order: the reference visits members in no order. Its tests have maps as YAML readers make them, servers as JSON readers do. */
function normalize(problems: string): string {
  return problems.replaceAll("map[interface {}]", "map[string]").split("\n").sort().join("\n");
}
