import { expect, test } from "vitest";
import { Result, resultOf } from "./result.ts";

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

test("resultOf takes results, and nothing for done", () => {
  const again = Result.requeueAfter(5, { priority: 1 });
  expect([undefined, Result.done(), again].map(resultOf)).toEqual([Result.done(), Result.done(), again]);
});

test.each([
  null,
  "x",
  { requeue: true },
  { type: "requeue-after" },
  { type: "requeue-after", delayMs: Number.NaN },
  { type: "requeue-after", delayMs: 1, priority: 0.5 },
])("resultOf refuses %j", (value) => {
  expect(() => resultOf(value)).toThrow(
    new TypeError(
      "the reconciler resolved to something that is no Result: return Result.done(), Result.requeueAfter(ms) or nothing",
    ),
  );
});
