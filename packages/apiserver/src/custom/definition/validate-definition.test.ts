import { readFileSync } from "node:fs";
import { parseJson, type StatusCause } from "@kubewright/api";
import { expect, test } from "vitest";
import type { Definition } from "./definition.ts";
import { definitionNameProblems, validateDefinition, validateDefinitionUpdate } from "./validate-definition.ts";

const vectors = parseJson(readFileSync(new URL("../../../test/vectors/definitions.json", import.meta.url), "utf8")) as {
  create: { definition: Definition; causes: StatusCause[] }[];
  update: { definition: Definition; old: Definition; causes: StatusCause[] }[];
};

/** What only a compiler of CEL can tell, and what the verbs check: metadata. */
const ofOthers = [
  /\.x-kubernetes-validations\[\d+\]\.(?:rule|messageExpression|optionalOldSelf): (?!.*rule is not specified)/,
  /: x-kubernetes-validations estimated rule cost/,
  /: contributed to estimated rule cost/,
  /: failed rule: /,
  /^metadata\.(?!annotations\[)/,
];

function sorted(causes: readonly StatusCause[]): string[] {
  return causes
    .map(({ field, reason, message }) => `${field}: ${reason}: ${message}`)
    .filter((text) => !ofOthers.some((expression) => expression.test(text)))
    .sort();
}

function numbered<T>(rows: T[]): (T & { index: string })[] {
  return rows.map((row, index) => ({ ...row, index: `number ${index}` }));
}

test.each(numbered(vectors.create))("the definition $index is judged as in the reference", ({ definition, causes }) => {
  expect(sorted(validateDefinition(definition))).toEqual(sorted(causes));
});

test.each(numbered(vectors.update))(
  "the update $index is judged as in the reference",
  ({ definition, old, causes }) => {
    expect(sorted(validateDefinitionUpdate(definition, old))).toEqual(sorted(causes));
  },
);

test.each(numbered(vectors.create))("the name of the definition $index is judged as in the reference", (row) => {
  const problem = 'must be spec.names.plural+"."+spec.group';
  const isRefused = row.causes.some(({ field, message }) => field === "metadata.name" && message?.endsWith(problem));
  expect(definitionNameProblems(row.definition)).toEqual(isRefused ? [problem] : []);
});
