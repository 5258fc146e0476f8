import { describe, expect, test } from "vitest";
import { roughSizeOf } from "./rough-size.ts";

describe("roughSizeOf", () => {
  test.each<[string, unknown]>([
    ["a long text", { data: { a: "x".repeat(1_000_000) } }],
    [
      "many short texts",
      Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key-${index}`, "some text here"])),
    ],
    [
      "a list of objects",
      { items: Array.from({ length: 5_000 }, (_, index) => ({ name: `n${index}`, text: "x".repeat(100) })) },
    ],
    ["a small object", { metadata: { name: "a", namespace: "b", labels: { c: "d" } }, data: { e: "f" } }],
  ])("is about as long as the JSON of %s", (_, value) => {
    const { length } = JSON.stringify(value);
    expect(roughSizeOf(value)).toBeGreaterThan(length / 3);
    expect(roughSizeOf(value)).toBeLessThan(length * 5);
  });
});
