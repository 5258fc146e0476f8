import { PodDisruptionBudget, type PodDisruptionBudgetSpec } from "@kubewright/api/policy/v1";
import { expect, test } from "vitest";
import { healthyWanted } from "./healthy-wanted.ts";

test.each<[PodDisruptionBudgetSpec, number, number]>([
  [{ maxUnavailable: 1 }, 3, 2],
  [{ maxUnavailable: 0 }, 3, 3],
  [{ maxUnavailable: 5 }, 3, 0],
  [{ maxUnavailable: "50%" }, 3, 1],
  [{ maxUnavailable: "10%" }, 1, 0],
  [{ maxUnavailable: "100%" }, 3, 0],
  [{ minAvailable: 2 }, 3, 2],
  [{ minAvailable: 4 }, 3, 4],
  [{ minAvailable: "50%" }, 3, 2],
  [{ minAvailable: "100%" }, 3, 3],
  [{ minAvailable: "50%" }, 0, 0],
])("%j of %i pods wants %i healthy", (spec, expected, desired) => {
  const budget = PodDisruptionBudget.of({ metadata: { name: "web" }, spec });
  expect(healthyWanted(budget, expected)).toEqual({ expected, desired });
});

test("a budget that asks for nothing counts on no pods", () => {
  expect(healthyWanted(PodDisruptionBudget.of({ metadata: { name: "web" } }), 3)).toEqual({ expected: 0, desired: 0 });
});
