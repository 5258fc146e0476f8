import { expect, test } from "vitest";
import { parseIntOrString, scaleIntOrPercent } from "./int-or-string.ts";

test("a text that is an integer becomes a number", () => {
  expect(parseIntOrString("8080")).toBe(8080);
  expect(parseIntOrString("http")).toBe("http");
});

test("a percentage is rounded as asked, a number is taken as it is", () => {
  expect(scaleIntOrPercent("25%", 3, "up")).toBe(1);
  expect(scaleIntOrPercent("25%", 3, "down")).toBe(0);
  expect(scaleIntOrPercent(2, 3, "up")).toBe(2);
});

test("a text without a percent sign is refused, with the fix", () => {
  expect(() => scaleIntOrPercent("25", 3, "up")).toThrow(/^"25": .*string is not a percentage; use a number or/);
});
