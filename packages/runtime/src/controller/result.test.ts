import { expect, test } from "vitest";
import { Result } from "./result.ts";

test.each([
  [1500, 1500],
  [0, 0],
  [-1, 0],
])("requeueAfter(%d) is a delay of %d ms", (delayMs, expected) => {
  expect(Result.requeueAfter(delayMs)).toEqual({ type: "requeue-after", delayMs: expected });
});

test.each([Number.NaN, "5", undefined])("requeueAfter refuses %j", (delayMs) => {
  expect(() => Result.requeueAfter(delayMs as number)).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT" }));
});
