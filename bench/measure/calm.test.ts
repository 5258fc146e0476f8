import { expect, test } from "vitest";
import { calmComparison, calmQuotients, calmSpread, isSettled } from "./calm.mjs";

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

test("a comparison tells how sure it is, of the pairs that count", () => {
  const quotients = Array.from({ length: 100 }, (_, n) => 1 + n / 128);
  const ours = [...calm(...quotients), ...disturbed(9)];
  const theirs = calm(...ours.map(() => 1));
  // Of 100 tosses of a coin, from 35 to 65 are heads at 99.7 %.
  expect(calmComparison(ours, theirs)).toEqual({
    median: 1 + 49.5 / 128,
    low: 1 + 34 / 128,
    high: 1 + 65 / 128,
    pairs: 100,
  });
});

test("of few pairs nothing is sure", () => {
  const { low, high } = calmComparison(calm(2, 2, 2), calm(1, 1, 1));
  expect([low, high]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
});

test.each([
  { low: 1.001, high: 1.5, is: true },
  { low: 0.5, high: 0.999, is: true },
  { low: 0.981, high: 1.019, is: true },
  { low: 0.979, high: 1.001, is: false },
  { low: 0.999, high: 1.021, is: false },
  { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, is: false },
])("from $low to $high is settled: $is", ({ low, high, is }) => {
  expect(isSettled({ median: 1, low, high, pairs: 9 })).toBe(is);
});
