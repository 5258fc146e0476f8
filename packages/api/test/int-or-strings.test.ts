import { ApiError, type IntOrString, parseIntOrString, scaleIntOrPercent } from "@kubewright/api";
import { expect, test } from "vitest";
import { readVectors } from "./read-vectors.ts";

const vectors = readVectors<{
  parse: { text: string; value: IntOrString }[];
  scale: { value: IntOrString; error?: string; total: number; up: number; down: number }[];
}>("int-or-strings");

test.each(vectors.parse)("$text reads as in the reference", ({ text, value }) => {
  expect(parseIntOrString(text)).toBe(value);
});

test.each(vectors.scale)("$value of $total is as in the reference", ({ value, error, total, up, down }) => {
  if (error !== undefined) {
    expect(() => scaleIntOrPercent(value, 1, "up")).toThrow(
      expect.objectContaining({ constructor: ApiError, code: "INVALID_INT_OR_STRING", detail: error }),
    );
    return;
  }
  expect(scaleIntOrPercent(value, total, "up")).toBe(up);
  expect(scaleIntOrPercent(value, total, "down")).toBe(down);
});
