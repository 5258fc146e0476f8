import type { StatusCause } from "@kubewright/api";
import { type SchemaRules, validateSchemaDefinition } from "@kubewright/api/server";
import { expect, test } from "vitest";
import { readExactVectors } from "./read-vectors.ts";

const { schemas } = readExactVectors<{
  schemas: {
    schema: Record<string, unknown> | null;
    hasStatus: boolean;
    path: string;
    options: SchemaRules;
    causes: StatusCause[];
  }[];
}>("schema-schemas");

/** What only a compiler of CEL can tell. */
const ofExpressions = [
  /\.x-kubernetes-validations\[\d+\]\.(?:rule|messageExpression|optionalOldSelf): (?!.*rule is not specified)/,
  /: x-kubernetes-validations estimated rule cost/,
  /: failed rule: /,
];

function sorted(causes: readonly StatusCause[]): string[] {
  return causes
    .map(({ field, reason, message }) => `${field}: ${reason}: ${message}`)
    .filter((text) => !ofExpressions.some((expression) => expression.test(text)))
    .sort();
}

test.each(schemas.filter(({ schema }) => schema !== null).map((row, index) => ({ ...row, index: `number ${index}` })))(
  "the schema $index is judged as in the reference",
  (row) => {
    const { schema, hasStatus, path, options, causes } = row;
    const found = validateSchemaDefinition(schema!, path, { hasStatus, rules: options, validateMetadata: () => [] });
    expect(sorted(found)).toEqual(sorted(causes));
  },
);
