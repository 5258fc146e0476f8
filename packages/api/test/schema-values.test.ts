import type { StatusCause } from "@kubewright/api";
import {
  coerceEmbeddedMetadata,
  defaultValue,
  dropNulls,
  pruneValue,
  readObjectMeta,
  SchemaValidator,
  structuralSchemaOf,
  validateEmbedded,
  validateListTypes,
} from "@kubewright/api/server";
import { expect, test } from "vitest";
import { readExactVectors } from "./read-vectors.ts";

type Json = Record<string, unknown>;
interface Row {
  schema: Json;
  value: unknown;
}

const values = readExactVectors<{
  values: (Row & { causes: StatusCause[] })[];
  updates: (Row & { oldValue: unknown; causes: StatusCause[] })[];
  lists: (Row & { path: string; causes: StatusCause[] })[];
}>("schema-values");
const { suite } = readExactVectors<{ suite: (Row & { isValid: boolean })[] }>("schema-suite");
const structures = readExactVectors<{
  prune: (Row & { isResourceRoot: boolean; pruned: unknown; unknownFields: string[] | null })[];
  default: (Row & { defaulted: unknown })[];
  nulls: (Row & { dropped: unknown })[];
}>("schema-structures");
const metadata = readExactVectors<{
  coerce: (Row & {
    isResourceRoot: boolean;
    dropsInvalid: boolean;
    coerced: unknown;
    unknownFields: string[] | null;
    cause?: StatusCause;
  })[];
  embedded: (Row & { isResourceRoot: boolean; causes: StatusCause[] })[];
  metadata: {
    value: unknown;
    dropsMalformed: boolean;
    unknownFields: string[] | null;
    problem?: string;
    metadata?: unknown;
  }[];
}>("schema-metadata");

/** The server walks objects in no order. */
function sorted(causes: readonly StatusCause[]): string[] {
  return causes.map(({ field, reason, message }) => `${field}: ${reason}: ${message}`).sort();
}

/** A value that would be changed shows it. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    for (const member of Object.values(value)) frozen(member);
  }
  return value;
}

test.each(values.values)("$value is judged by its schema as in the reference", ({ schema, value, causes }) => {
  expect(sorted(new SchemaValidator(schema).validate(frozen(value)))).toEqual(sorted(causes));
});

test.each(suite)("$value is valid or not by $schema as in the reference", ({ schema, value, isValid }) => {
  expect(new SchemaValidator(schema).validate(value).length === 0).toBe(isValid);
});

test.each(values.updates)("an update of $oldValue to $value is judged as in the reference", (row) => {
  const { schema, value, oldValue, causes } = row;
  expect(sorted(new SchemaValidator(schema).validate(value, { oldValue }))).toEqual(sorted(causes));
});

test.each(values.lists)("items of $value are told apart as in the reference", ({ schema, value, path, causes }) => {
  expect(sorted(validateListTypes((value ?? {}) as Json, structuralSchemaOf(schema ?? {}), path))).toEqual(
    sorted(causes),
  );
});

test.each(structures.prune)("$value is pruned as in the reference", (row) => {
  const { schema, value, isResourceRoot, pruned, unknownFields } = row;
  const result = pruneValue(frozen(value), structuralSchemaOf(schema ?? {}), { isResourceRoot });
  expect(result).toEqual({ value: pruned, unknownFields: unknownFields ?? [] });
});

test.each(structures.default)("$value is defaulted as in the reference", ({ schema, value, defaulted }) => {
  expect(defaultValue(frozen(value), structuralSchemaOf(schema ?? {}))).toEqual(defaulted);
});

test.each(structures.nulls)("$value loses its nulls as in the reference", ({ schema, value, dropped }) => {
  expect(dropNulls(frozen(value), structuralSchemaOf(schema ?? {}))).toEqual(dropped);
});

test.each(metadata.coerce)("embedded metadata of $value is coerced as in the reference", (row) => {
  const { schema, value, isResourceRoot, dropsInvalid, coerced, unknownFields, cause } = row;
  const result = coerceEmbeddedMetadata(frozen(value), structuralSchemaOf(schema ?? {}), {
    isResourceRoot,
    dropsInvalid,
  });
  expect(result.cause).toEqual(cause);
  if (cause === undefined) expect(result).toEqual({ value: coerced, unknownFields: unknownFields ?? [], cause });
});

test.each(metadata.embedded)("embedded metadata of $value is judged as in the reference", (row) => {
  const { schema, value, isResourceRoot, causes } = row;
  const result = validateEmbedded(frozen(value), structuralSchemaOf(schema ?? {}), {
    isResourceRoot,
    validateMetadata: () => [],
  });
  const byMetadata = /\bmetadata\.\w/;
  expect(sorted(result)).toEqual(sorted(causes.filter(({ field }) => !byMetadata.test(field ?? ""))));
});

test.each(metadata.metadata)("metadata $value is read as in the reference", (row) => {
  const { value, dropsMalformed, unknownFields, problem } = row;
  const result = readObjectMeta(frozen(value), { dropsMalformed });
  expect(result.problem).toBe(problem);
  expect([...result.unknownFields].sort()).toEqual(
    (unknownFields ?? []).map((field) => field.replace(/^metadata\./, "")).sort(),
  );
  if (problem === undefined) expect(result.metadata).toEqual(row.metadata);
});

test("a value that needs no change is given back as it is", () => {
  const schema = structuralSchemaOf({
    type: "object",
    properties: { spec: { type: "object", properties: { size: { type: "integer", default: 1 } } } },
  });
  const value = { spec: { size: 3 } };
  expect(pruneValue(value, schema, { isResourceRoot: true }).value).toBe(value);
  expect(defaultValue(value, schema)).toBe(value);
  expect(dropNulls(value, schema)).toBe(value);
});
