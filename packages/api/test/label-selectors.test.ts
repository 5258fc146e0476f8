import { ApiError, type LabelSelector, type Requirement, Selector } from "@kubewright/api";
import { expect, test } from "vitest";
import { readVectors } from "./read-vectors.ts";

interface Outcome {
  error?: string;
  canonical: string;
  empty: boolean;
  /** For each label set, 1 when it matches. */
  matches: string;
}

const vectors = readVectors<{
  labelSets: (Record<string, string> | null)[];
  parse: (Outcome & { text: string; requirements: Requirement[]; structure?: LabelSelector; exactA?: string })[];
  structures: (Outcome & { selector?: LabelSelector; selectable: boolean })[];
}>("label-selectors");

function matchesOf(selector: Selector): string {
  return vectors.labelSets.map((labels) => (selector.matches(labels ?? undefined) ? "1" : "0")).join("");
}

function detailOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError && error.code === "INVALID_SELECTOR") return error.detail;
    throw error;
  }
  return undefined;
}

test.each(vectors.parse)("label selector $text reads as in the reference", (row) => {
  if (row.error !== undefined) {
    expect(detailOf(() => Selector.parse(row.text))).toBe(row.error);
    return;
  }
  const selector = Selector.parse(row.text);
  expect(selector.requirements).toEqual(row.requirements);
  expect(selector.toString()).toBe(row.canonical);
  expect(selector.isEmpty).toBe(row.empty);
  expect(selector.requiredValue("a")).toBe(row.exactA);
  expect(matchesOf(selector)).toBe(row.matches);
  expect(Selector.parse(selector.toString()).requirements).toEqual(selector.requirements);
  if (row.structure === undefined) expect(() => selector.toLabelSelector()).toThrow(ApiError);
  else expect(selector.toLabelSelector()).toEqual(row.structure);
});

test.each(vectors.structures)("label selector structure $selector means the same as in the reference", (row) => {
  if (row.error !== undefined) {
    expect(detailOf(() => Selector.from(row.selector))).toBe(row.error);
    return;
  }
  const selector = Selector.from(row.selector);
  expect(selector.selectsNothing).toBe(!row.selectable);
  expect(selector.isEmpty).toBe(row.empty);
  expect(matchesOf(selector)).toBe(row.matches);
  // The reference prints "nothing" like "everything".
  expect(selector.toString()).toBe(row.selectable ? row.canonical : "<nothing>");
});
