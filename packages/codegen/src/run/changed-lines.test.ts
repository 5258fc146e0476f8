import { expect, test } from "vitest";
import { changedLines } from "./changed-lines.ts";

test("lines that differ are shown with their place", () => {
  expect(changedLines("a\nb\nc\n", "a\nx\ny\nc\n")).toEqual(["@@ line 2 @@", "-b", "+x", "+y"]);
});

test("what is only added or removed is shown as that", () => {
  expect(changedLines("a\nc\n", "a\nb\nc\n")).toEqual(["@@ line 2 @@", "+b"]);
  expect(changedLines("a\na\na\n", "a\na\n")).toEqual(["@@ line 3 @@", "-a"]);
});

test("of a long difference both sides have a share", () => {
  const numbers = (from: number) => Array.from({ length: 100 }, (_, i) => `${from + i}`).join("\n");
  const lines = changedLines(numbers(0), numbers(1_000));
  expect(lines.length).toBe(22);
  expect(lines.filter((line) => line.startsWith("-")).length).toBe(10);
  expect(lines.at(-1)).toBe("… 180 more");
});
