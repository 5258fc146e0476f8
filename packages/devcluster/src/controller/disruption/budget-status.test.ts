import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import { expect, test } from "vitest";
import { budgetStatus, failedStatus, isSameStatus } from "./budget-status.ts";

const clock = { now: () => Date.UTC(2026, 0, 1) };
const time = "2026-01-01T00:00:00Z";
const budget = PodDisruptionBudget.of({ metadata: { name: "web", generation: 2 } });
const counts = { healthy: 3, desired: 2, expected: 3, disrupted: {} };

test.each([
  [{}, 1],
  [{ healthy: 2 }, 0],
  [{ healthy: 1 }, 0],
  [{ desired: 0 }, 3],
  [{ desired: 0, expected: 0 }, 0],
])("with %j, %i may go", (other, disruptionsAllowed) => {
  const { conditions, ...status } = budgetStatus(budget, { ...counts, ...other }, clock);
  expect(status.disruptionsAllowed).toBe(disruptionsAllowed);
  const [verdict, reason] = disruptionsAllowed > 0 ? ["True", "SufficientPods"] : ["False", "InsufficientPods"];
  expect(conditions).toEqual([
    {
      type: "DisruptionAllowed",
      status: verdict,
      reason,
      message: "",
      observedGeneration: 2,
      lastTransitionTime: time,
    },
  ]);
});

test("a status is the same only when its numbers, its pods and its verdict are", () => {
  const status = budgetStatus(budget, counts, clock);
  const written = { ...budget, status };
  expect(isSameStatus(written, budgetStatus(written, counts, { now: () => clock.now() + 1000 }))).toBe(true);
  expect(isSameStatus(budget, status)).toBe(false);
  expect(isSameStatus(written, budgetStatus(written, { ...counts, healthy: 4 }, clock))).toBe(false);
  expect(isSameStatus(written, budgetStatus(written, { ...counts, disrupted: { a: time } }, clock))).toBe(false);
  expect(isSameStatus({ ...written, status: failedStatus(written, "why", clock) }, status)).toBe(false);
});

test("what could not be counted allows nothing, and leaves the rest as it was", () => {
  const status = budgetStatus(budget, { ...counts, disrupted: { a: time } }, clock);
  expect(failedStatus({ ...budget, status }, "why", clock)).toEqual({
    ...status,
    disruptionsAllowed: 0,
    conditions: [{ ...status.conditions![0], status: "False", reason: "SyncFailed", message: "why" }],
  });
});
