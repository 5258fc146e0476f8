import { expect, test } from "vitest";
import { joinListText, lengthOfListText, listTextChunks } from "./list-text.ts";

const item = JSON.stringify({ text: "ä".repeat(1000) });

test.each([0, 1, 2, 500])("a list of %d items is the same as a whole and in chunks", (count) => {
  const items = Array.from({ length: count }, () => item);
  const list = { head: '{"items":[', items, tail: "]}" };
  const whole = joinListText(list, "\n");
  expect(whole.endsWith("]}\n")).toBe(true);
  expect(JSON.parse(whole)).toEqual({ items: items.map((text) => JSON.parse(text)) });
  expect(Buffer.concat([...listTextChunks(list, "\n")]).toString()).toBe(whole);
  expect(lengthOfListText(list)).toBeLessThanOrEqual(whole.length);
});

test("chunks of a long list are a small part of it", () => {
  const chunks = [...listTextChunks({ head: "[", items: Array(1000).fill(item), tail: "]" }, "")];
  expect(chunks.length).toBeGreaterThan(10);
});
