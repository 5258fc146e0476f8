import { expect, test } from "vitest";
import { parseProcessorTime, stolenShare } from "./stolen-time.mjs";

test("stolen time is its share of all processor time between two moments", () => {
  const before = parseProcessorTime("cpu  10 0 10 70 5 1 2 2 99 99\ncpu0 1 1 1 1 1 1 1 1 0 0\n");
  const after = parseProcessorTime("cpu  20 0 20 120 5 1 2 32 99 99\n");
  expect(before).toEqual({ all: 100, stolen: 2 });
  expect(stolenShare(before, after)).toBe(0.3);
  expect(stolenShare(undefined, after)).toBeUndefined();
  expect(stolenShare(after, after)).toBeUndefined();
});
