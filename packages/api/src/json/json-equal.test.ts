import { describe, expect, test } from "vitest";
import { cloneJson } from "./clone-json.ts";
import { jsonEqual } from "./json-equal.ts";

describe("jsonEqual", () => {
  test.each<[a: unknown, b: unknown, isEqual: boolean]>([
    [1, 1, true],
    [1, 1n, true],
    [9007199254740992, 9007199254740993n, false],
    [1, "1", false],
    [0, false, false],
    [null, undefined, false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: undefined }, {}, true],
    [{}, { a: undefined }, true],
    [{ a: undefined }, { b: undefined }, true],
    [{ a: null }, {}, false],
    [{}, { a: null }, false],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [[], {}, false],
    [{}, [], false],
    [{ 0: 1 }, [1], false],
    [{}, { toString: 1 }, false],
    [{ a: [{ b: "c" }] }, { a: [{ b: "c" }] }, true],
    [JSON.parse('{"__proto__":1}'), {}, false],
  ])("%o and %o", (a, b, isEqual) => {
    expect(jsonEqual(a, b)).toBe(isEqual);
    expect(jsonEqual(b, a)).toBe(isEqual);
  });
});

describe("cloneJson", () => {
  test("copies everything that is JSON", () => {
    const value = { a: [{ b: 1n }, undefined], c: undefined, d: new Date(0), e: null };
    const copy = cloneJson<unknown>(value);
    expect(copy).toStrictEqual({ a: [{ b: 1n }, null], d: "1970-01-01T00:00:00.000Z", e: null });
    value.a.push({ b: 2n });
    expect(copy).toHaveProperty("a.length", 2);
  });

  test("leaves out what is undefined or inherited, wherever it is, and keeps what a value has of its own", () => {
    const bare = Object.assign(Object.create(null), { a: { b: undefined, c: [{}] }, toString: 1 });
    expect(cloneJson<unknown>([bare, undefined, null, () => 1, 1.5])).toStrictEqual([
      { a: { c: [{}] }, toString: 1 },
      null,
      null,
      expect.any(Function),
      1.5,
    ]);
    const instance = new Map();
    expect(cloneJson({ instance }).instance).toBe(instance);
    expect(cloneJson({ a: { toJSON: () => ({ b: new Date(0) }) } })).toEqual({ a: { b: "1970-01-01T00:00:00.000Z" } });
  });

  test("shares nothing with a value that is frozen", () => {
    const value = Object.freeze({ list: Object.freeze([Object.freeze({ a: 1 })]), empty: Object.freeze({}) });
    const copy = cloneJson(value) as { list: { a: number }[]; empty: Record<string, number> };
    copy.list.push({ a: 2 });
    copy.list[0]!.a = 3;
    copy.empty.b = 4;
    expect(copy).toEqual({ list: [{ a: 3 }, { a: 2 }], empty: { b: 4 } });
    expect(value).toEqual({ list: [{ a: 1 }], empty: {} });
  });

  test("keeps a __proto__ member as data", () => {
    const copy = cloneJson(JSON.parse('{"__proto__":{"x":1}}'));
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"x":1}}');
    expect(copy.x).toBeUndefined();
  });
});
