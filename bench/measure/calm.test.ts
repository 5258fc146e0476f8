import { expect, test } from "vitest";
import { calmQuotients, calmSpread } from "./calm.mjs";

const calm = (...values: number[]) => values.map((value) => ({ value, stolen: 0.05 }));
const disturbed = (...values: number[]) => values.map((value) => ({ value, stolen: 0.051 }));

test("what the host disturbed does not count", () => {
  expect(calmSpread([...disturbed(100, 200), ...calm(2, 1, 3)])).toEqual({ median: 2, min: 1, max: 3 });
});

test("where the host disturbed all, all counts", () => {
  expect(calmSpread(disturbed(2, 1, 3))).toEqual({ median: 2, min: 1, max: 3 });
});

test("a pair counts when both were left alone", () => {
  const ours = [...calm(10, 20), ...disturbed(1), ...calm(30)];
  const theirs = [...calm(5, 5), ...calm(5), ...disturbed(1)];
  expect(calmQuotients(ours, theirs)).toEqual({ median: 3, min: 2, max: 4 });
  expect(calmQuotients(disturbed(1), calm(2))).toEqual({ median: 0.5, min: 0.5, max: 0.5 });
  expect(() => calmQuotients(ours, [])).toThrow("4 measurements beside 0");
});
