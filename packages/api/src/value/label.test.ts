import { expect, test } from "vitest";
import { validateAnnotationKey, validateLabelValue, validateQualifiedName } from "./label.ts";
import { validateDns1123Label } from "./name.ts";

test("good names have no problems", () => {
  expect(validateQualifiedName("example.com/my-name")).toEqual([]);
  expect(validateLabelValue("")).toEqual([]);
  expect(validateAnnotationKey("Example.com/my-name")).toEqual([]);
  expect(validateDns1123Label("web-", { isPrefix: true })).toEqual([]);
});

test("every problem is named", () => {
  expect(validateQualifiedName("/")).toEqual([
    "prefix part must be non-empty",
    "name part must be non-empty",
    expect.stringMatching(/^name part must consist of/),
  ]);
  expect(validateQualifiedName("Example.com/my-name")).toHaveLength(1);
  expect(validateDns1123Label("web-")).toHaveLength(1);
});

test("length is counted in bytes", () => {
  expect(validateLabelValue("ä".repeat(32))).toContain("must be no more than 63 bytes");
  expect(validateLabelValue("ä".repeat(31))).not.toContain("must be no more than 63 bytes");
});
