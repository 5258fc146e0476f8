import { expect, test } from "vitest";
import { deepFreeze } from "./deep-freeze.ts";

test("nothing of a frozen value can be changed", () => {
  const value = deepFreeze({ list: [{ deep: 1 }], text: "x", none: null });
  expect(() => {
    value.text = "y";
  }).toThrow(TypeError);
  expect(() => {
    value.list[0]!.deep = 2;
  }).toThrow(TypeError);
  expect(() => value.list.push({ deep: 3 })).toThrow(TypeError);
});
