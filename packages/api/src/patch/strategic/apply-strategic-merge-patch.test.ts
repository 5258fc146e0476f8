import { describe, expect, test } from "vitest";
import { ApiError } from "../../errors.ts";
import { parseJson } from "../../json/parse-json.ts";
import { formatGoValue } from "../../text/go-text.ts";
import type { FieldType, ValueType } from "../../value/value-type.ts";
import { applyStrategicMergePatch, consumeStrategicMergePatch } from "./apply-strategic-merge-patch.ts";

const text: ValueType = { shape: "scalar", scalar: "string" };
const item: ValueType = {
  shape: "struct",
  fields: fieldsOf({ name: field(text), value: field(text) }),
  isAtomic: false,
};
const type: ValueType = {
  shape: "struct",
  name: "Thing",
  fields: fieldsOf({
    items: field(listOf(item), ["merge"], "name"),
    words: field(listOf(text), ["merge"]),
    lists: field(listOf(listOf(text)), ["merge"]),
    labels: field({ shape: "map", element: text, isAtomic: false }),
  }),
  isAtomic: false,
};

function fieldsOf(fields: Record<string, FieldType>): ReadonlyMap<string, FieldType> {
  return new Map(Object.entries(fields));
}

function field(of: ValueType, patchStrategies: string[] = [], patchMergeKey?: string): FieldType {
  return { type: of, patchStrategies, patchMergeKey };
}

function listOf(element: ValueType): ValueType {
  return { shape: "list", element, listType: "atomic", keys: [] };
}

function errorOf(action: () => unknown): ApiError {
  try {
    action();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

// That it does what the server does is tested with vectors in test/strategic-merge-patches.test.ts.
describe("applyStrategicMergePatch", () => {
  test("shares nothing with its arguments", () => {
    const original = { items: [{ name: "a" }], labels: { x: "1" } };
    const patch = { items: [{ name: "b" }], words: ["w"] };
    const result = applyStrategicMergePatch<Record<string, unknown>>(original, patch, type);
    expect(result).toEqual({ items: [{ name: "b" }, { name: "a" }], labels: { x: "1" }, words: ["w"] });
    expect(result.labels).not.toBe(original.labels);
    expect(result.words).not.toBe(patch.words);
    expect((result.items as object[]).some((one) => one === patch.items[0] || one === original.items[0])).toBe(false);
  });

  test.each<[string, object, object, code: string, detail: string | undefined]>([
    [
      "a directive that is no list",
      {},
      { "$setElementOrder/words": [], $retainKeys: 1 },
      "INVALID_PATCH",
      "invalid patch format of retainKeys",
    ],
    [
      "lists of lists",
      { lists: [["a"]] },
      { "$deleteFromPrimitiveList/lists": [["b"]] },
      "PATCH_MISMATCH",
      "unexpected slice of slice",
    ],
    [
      "lists of lists in a list of texts",
      { words: [["a"]] },
      { words: [["b"]] },
      "PATCH_CONFLICT",
      "lists of lists are not supported",
    ],
    [
      "a null item",
      { words: ["a"] },
      { "$setElementOrder/words": [], words: [null] },
      "PATCH_MISMATCH",
      "list element types are not identical: [[a] [<nil>]]",
    ],
    ["nothing but null items", { words: [] }, { words: [null] }, "PATCH_MISMATCH", undefined],
    [
      "something that is no object",
      {},
      [],
      "PATCH_MISMATCH",
      "expected a map[string]interface {}, but received a []interface {}",
    ],
  ])("refuses %s", (_, original, patch, code, detail) => {
    const error = errorOf(() => applyStrategicMergePatch(original, patch, type));
    expect(error.code).toBe(code);
    expect(error.detail).toBe(detail);
  });

  test("treats __proto__ as a member like any other", () => {
    const patch = parseJson('{"labels":{"__proto__":"x","constructor":"y"}}') as object;
    const result = applyStrategicMergePatch<object>({ labels: { toString: "z" } }, patch, type);
    expect(JSON.stringify(result)).toBe('{"labels":{"toString":"z","__proto__":"x","constructor":"y"}}');
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  });

  test("refuses a patch that nests too deeply", () => {
    let patch: object = {};
    for (let depth = 0; depth < 200_000; depth++) patch = { labels: patch };
    expect(errorOf(() => applyStrategicMergePatch({}, patch, type)).code).toBe("INVALID_JSON");
  });

  test("merges long lists", () => {
    const names = Array.from({ length: 50_000 }, (_, index) => ({ name: `n${index}` }));
    const patch = { "$setElementOrder/items": names, items: names.map((one) => ({ ...one, value: "v" })) };
    const result = applyStrategicMergePatch<{ items: object[] }>({ items: names.toReversed() }, patch, type);
    expect(result.items.at(-1)).toEqual({ name: "n49999", value: "v" });
  });
});

describe("consumeStrategicMergePatch", () => {
  test("gives what the server prints of the patch", () => {
    const patch = {
      "$setElementOrder/items": [{ name: "a" }],
      items: [{ name: "a", value: "v" }],
      labels: { a: null, b: "c" },
      unknown: { x: null, n: 1 },
    };
    const { leftover } = consumeStrategicMergePatch({ items: [{ name: "a" }], labels: { a: "1" } }, patch, type);
    expect(formatGoValue(leftover)).toBe("map[labels:map[a:<nil> b:c] unknown:map[n:1]]");
  });
});

describe("formatGoValue", () => {
  test.each<[unknown, string]>([
    [null, "<nil>"],
    ["text", "text"],
    [true, "true"],
    [[1, "a", [null]], "[1 a [<nil>]]"],
    [{ b: 1, a: {} }, "map[a:map[] b:1]"],
    [123456789, "123456789"],
    [1234567.5, "1.2345675e+06"],
    [123456.75, "123456.75"],
    [0.00012345, "0.00012345"],
    [-1.5e-7, "-1.5e-07"],
    [9007199254740993n, "9007199254740993"],
    [9223372036854775808n, "9.223372036854776e+18"],
    [1e100, "1e+100"],
  ])("%o", (value, expected) => {
    expect(formatGoValue(value)).toBe(expected);
  });
});
