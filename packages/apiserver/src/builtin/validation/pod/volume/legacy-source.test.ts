import type { StatusCause } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { checkTargetName } from "./legacy-source.ts";

function problemWith(name: string): string | undefined {
  const causes: StatusCause[] = [];
  checkTargetName(name, "iqn", causes);
  return causes[0]?.message?.replace(/^Invalid value: ".*": /s, "");
}

describe("the name of a target", () => {
  test.each([
    ["iqn.2001-04.com.example:storage.disk1", undefined],
    ["iqn.2001-04.com.example", "must be valid format"],
    ["iqn.2001-04.com.example:a b", "must be valid format"],
    ["eui.0123456789abcdef", undefined],
    ["eui.0123", "must be valid format"],
    ["naa.0123456789abcdef0123456789abcdef", undefined],
    ["other", "must be valid format starting with iqn, eui, or naa"],
  ])("%s", (name, problem) => {
    expect(problemWith(name)).toBe(problem);
  });

  test("that almost fits very often is looked at once", () => {
    expect(problemWith(`${"iqn.2001-04.a:".repeat(200_000)} `)).toBe("must be valid format");
  });
});
