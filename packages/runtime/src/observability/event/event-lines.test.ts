import { expect, test } from "vitest";
import { EventLines } from "./event-lines.ts";

test("the first come is taken first, and of each key one at a time", () => {
  const lines = new EventLines<string>();
  for (const item of ["a1", "a2", "b1", "a3", "c1"]) lines.add(item[0]!, item);
  expect(lines.size).toBe(5);
  expect([lines.take()?.item, lines.take()?.item, lines.take()?.item, lines.take()]).toEqual([
    "a1",
    "b1",
    "c1",
    undefined,
  ]);
  lines.done("b");
  lines.done("a");
  expect(lines.size).toBe(3);
  expect([lines.take()?.item, lines.take()]).toEqual(["a2", undefined]);
});

test("a key that has nothing left begins anew", () => {
  const lines = new EventLines<string>();
  lines.add("a", "a1");
  lines.take();
  lines.done("a");
  expect(lines.size).toBe(0);
  lines.add("a", "a2");
  expect(lines.size).toBe(1);
  expect(lines.take()).toEqual({ key: "a", item: "a2" });
});

test("what waits behind a key goes last when that is done: none keeps all others", () => {
  const lines = new EventLines<string>();
  for (const item of ["a1", "a2", "b1", "c1"]) lines.add(item[0]!, item);
  lines.take();
  lines.done("a");
  expect([lines.take()?.item, lines.take()?.item, lines.take()?.item]).toEqual(["b1", "c1", "a2"]);
});

test("what is added while its key is taken waits for it", () => {
  const lines = new EventLines<string>();
  lines.add("a", "a1");
  lines.take();
  lines.add("a", "a2");
  expect(lines.take()).toBeUndefined();
  lines.done("a");
  expect(lines.take()?.item).toBe("a2");
});
