import { describe, expect, test } from "vitest";
import { compareResourceVersions } from "./resource-version.ts";

describe("compareResourceVersions", () => {
  test.each([
    ["1", "1", 0],
    ["9", "10", -1],
    ["10", "9", 1],
    ["123", "124", -1],
    ["9007199254740993", "9007199254740992", 1],
    ["99999999999999999999", "100000000000000000000", -1],
  ])("%s compared with %s is %i", (a, b, sign) => {
    expect(Math.sign(compareResourceVersions(a, b)!)).toBe(sign);
  });

  test.each([
    [undefined, "1"],
    ["1", undefined],
    [undefined, undefined],
    ["", ""],
    ["", "1"],
    ["0", "1"],
    ["01", "2"],
    ["-1", "2"],
    ["1.5", "2"],
    ["abc", "abd"],
    ["1", "2\n"],
    ["１", "2"],
  ])("%j cannot be compared with %j", (a, b) => {
    expect(compareResourceVersions(a, b)).toBeUndefined();
  });

  test("equal texts are the same version", () => {
    expect(compareResourceVersions("opaque", "opaque")).toBe(0);
  });
});
