import { describe, expect, test } from "vitest";
import { ManualClock } from "../clock/manual-clock.ts";
import type { PodCondition } from "../types/core/v1.ts";
import {
  type Condition,
  findCondition,
  isConditionFalse,
  isConditionTrue,
  removeCondition,
  setCondition,
} from "./condition.ts";

const before = "2025-12-31T00:00:00Z";
const now = "2026-01-01T00:00:00Z";
const clock = new ManualClock({ now: Date.parse("2026-01-01T00:00:00.900Z") });

function available(overrides: Partial<Condition> = {}): Condition {
  return {
    type: "Available",
    status: "True",
    reason: "Ready",
    message: "all good",
    lastTransitionTime: before,
    ...overrides,
  };
}

describe("setCondition", () => {
  test("adds a condition with the time of the clock in whole seconds, or its own", () => {
    const conditions: Condition[] = [];
    expect(setCondition(conditions, { type: "Available", status: "True", reason: "Ready" }, clock)).toBe(true);
    expect(setCondition(conditions, available({ type: "Progressing" }), clock)).toBe(true);
    expect(conditions).toEqual([
      available({ message: "", lastTransitionTime: now }),
      available({ type: "Progressing" }),
    ]);
  });

  const { lastTransitionTime: _, ...same } = available();
  test.each<[what: string, change: Partial<Condition>, expected: Condition, isChanged: boolean]>([
    ["nothing", {}, available(), false],
    ["status", { status: "False" }, available({ status: "False", lastTransitionTime: now }), true],
    [
      "status and time",
      { status: "False", lastTransitionTime: "2020-01-01T00:00:00Z" },
      available({ status: "False", lastTransitionTime: "2020-01-01T00:00:00Z" }),
      true,
    ],
    ["only the time", { lastTransitionTime: "2020-01-01T00:00:00Z" }, available(), false],
    ["reason", { reason: "Other" }, available({ reason: "Other" }), true],
    ["message", { message: "other" }, available({ message: "other" }), true],
    ["generation", { observedGeneration: 2 }, available({ observedGeneration: 2 }), true],
    ["generation zero", { observedGeneration: 0 }, available(), false],
  ])("with another %s", (_what, change, expected, isChanged) => {
    const conditions = [available({ type: "Other" }), available()];
    expect(setCondition(conditions, { ...same, ...change }, clock)).toBe(isChanged);
    expect(conditions).toEqual([available({ type: "Other" }), expected]);
  });

  test("takes away a generation that the new condition does not have", () => {
    const conditions = [available({ observedGeneration: 3 })];
    expect(setCondition(conditions, same, clock)).toBe(true);
    expect(conditions).toStrictEqual([available()]);
  });
});

test("conditions are found, judged and removed by type", () => {
  const conditions = [
    available(),
    available({ type: "Failed", status: "False" }),
    available({ type: "Lost", status: "Unknown" }),
  ];
  expect(findCondition(conditions, "Failed")).toBe(conditions[1]);
  expect(findCondition(undefined, "Failed")).toBeUndefined();
  expect(["Available", "Failed", "Lost", "None"].map((type) => isConditionTrue(conditions, type))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(["Available", "Failed", "Lost", "None"].map((type) => isConditionFalse(conditions, type))).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(removeCondition(conditions, "Failed")).toBe(true);
  expect(removeCondition(conditions, "Failed")).toBe(false);
  expect(removeCondition(undefined, "Failed")).toBe(false);
  expect(conditions.map(({ type }) => type)).toEqual(["Available", "Lost"]);
});

test("conditions of built-in kinds are found and judged, too", () => {
  const conditions: PodCondition[] = [{ type: "Ready", status: "True", lastProbeTime: now }];
  expect(findCondition(conditions, "Ready")?.lastProbeTime).toBe(now);
  expect(isConditionTrue(conditions, "Ready")).toBe(true);
  expect(isConditionFalse(conditions, "Ready")).toBe(false);
});
