import { expect, test } from "vitest";
import type { ApiObject } from "../../../resource-object.ts";
import { LastList } from "./last-list.ts";
import { ListText } from "./list-text.ts";

const objects: ApiObject[] = ["a", "b", "c"].map((name) => ({ apiVersion: "v1", kind: "X", metadata: { name } }));
const [a, b, c] = objects as [ApiObject, ApiObject, ApiObject];

/** Asks for lists, one after the other, and tells which of them had to be written. */
function writtenOf(lists: readonly { of: ApiObject[]; head?: string }[], last = new LastList()): boolean[] {
  return lists.map(({ of, head = "[" }) => {
    let isWritten = false;
    const items = of.map(({ metadata }) => metadata.name);
    const text = last.textOf(of, head, () => {
      isWritten = true;
      return new ListText(head, items, "]");
    });
    expect(text.join("")).toBe(`${head}${items.join(",")}]`);
    return isWritten;
  });
}

test("a list of the same objects is written once", () => {
  expect(writtenOf([{ of: [a, b] }, { of: [a, b] }, { of: [a, b] }])).toEqual([true, false, false]);
});

test("one list is held", () => {
  expect(writtenOf([{ of: [a, b] }, { of: [b, c] }, { of: [a, b] }])).toEqual([true, true, true]);
});

test.each([
  ["another object", { of: [a, c] }],
  ["one more object", { of: [a, b, c] }],
  ["one object less", { of: [a] }],
  ["a changed object of the same name", { of: [a, { ...b }] }],
  ["another version", { of: [a, b], head: "v2[" }],
  ["nothing", { of: [] }],
])("a list with %s is another list", (_, other) => {
  expect(writtenOf([{ of: [a, b] }, other])).toEqual([true, true]);
});

test("a list that is too long is not held, nor is the one before it", () => {
  const last = new LastList({ maxLength: 2 });
  expect(
    writtenOf([{ of: [a, b] }, { of: [a, b] }, { of: [a, b, c] }, { of: [a, b, c] }, { of: [a, b] }], last),
  ).toEqual([true, false, true, true, true]);
});
