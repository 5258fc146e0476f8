import { describe, expect, test } from "vitest";
import { expandVariables } from "./expand-variables.ts";

describe("expandVariables", () => {
  const variables = { A: "1", B: "$(A)", EMPTY: "" };
  test.each([
    ["plain", "plain"],
    ["$(A)", "1"],
    ["x$(A)y$(A)z", "x1y1z"],
    ["$(B)", "$(A)"],
    ["[$(EMPTY)]", "[]"],
    ["$(UNKNOWN)", "$(UNKNOWN)"],
    ["$$(A)", "$(A)"],
    ["$$$(A)", "$1"],
    ["$$$$(A)", "$$(A)"],
    ["$A", "$A"],
    ["$(A", "$(A"],
    ["cost: 5$", "cost: 5$"],
    ["$()", "$()"],
    ["$(constructor)", "$(constructor)"],
    ["$(toString) $(A)", "$(toString) 1"],
  ])("of %j is %j", (text, expanded) => {
    expect(expandVariables(text, variables)).toBe(expanded);
  });
});
