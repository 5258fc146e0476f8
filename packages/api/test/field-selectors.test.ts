import { ApiError, escapeFieldValue, type FieldRequirement, FieldSelector } from "@kubewright/api";
import { expect, test } from "vitest";
import { readVectors } from "./read-vectors.ts";

const vectors = readVectors<{
  escapes: { value: string; escaped: string }[];
  fieldSets: Record<string, string>[];
  parse: {
    text: string;
    error?: string;
    canonical: string;
    empty: boolean;
    matches: string;
    requirements: FieldRequirement[];
    exactA?: string;
  }[];
}>("field-selectors");

test.each(vectors.parse)("field selector $text reads as in the reference", (row) => {
  if (row.error !== undefined) {
    expect(() => FieldSelector.parse(row.text)).toThrow(
      expect.objectContaining({ constructor: ApiError, code: "INVALID_SELECTOR", detail: row.error }),
    );
    return;
  }
  const selector = FieldSelector.parse(row.text);
  expect(selector.requirements).toEqual(row.requirements);
  expect(selector.toString()).toBe(row.canonical);
  expect(selector.isEmpty).toBe(row.empty);
  expect(selector.requiredValue("a")).toBe(row.exactA);
  const matches = vectors.fieldSets.map((fields) => selector.matchesFields((field) => fields[field] ?? ""));
  expect(matches.map(Number).join("")).toBe(row.matches);
});

test.each(vectors.escapes)("field value $value is escaped as in the reference", ({ value, escaped }) => {
  expect(escapeFieldValue(value)).toBe(escaped);
});
