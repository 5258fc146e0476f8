import { expect, test } from "vitest";
import { ListText } from "./list-text.ts";

const item = JSON.stringify({ text: "ä".repeat(1000) });

test.each([0, 1, 2, 500])("a list of %d items is the same as a whole and in chunks", (count) => {
  const items = Array.from({ length: count }, () => item);
  const list = new ListText('{"items":[', items, "]}");
  const whole = list.join("\n");
  expect(whole.endsWith("]}\n")).toBe(true);
  expect(JSON.parse(whole)).toEqual({ items: items.map((text) => JSON.parse(text)) });
  expect(Buffer.concat([...list.chunks("\n")]).toString()).toBe(whole);
  expect(list.length).toBeLessThanOrEqual(whole.length);
});

test("chunks of a long list are a small part of it", () => {
  const chunks = [...new ListText("[", Array(1000).fill(item), "]").chunks("")];
  expect(chunks.length).toBeGreaterThan(10);
});

test("ends as each reader wants it", () => {
  const list = new ListText("[", ["1", "2"], "]");
  expect([list.join(""), list.join("\n"), list.join("")]).toEqual(["[1,2]", "[1,2]\n", "[1,2]"]);
});
