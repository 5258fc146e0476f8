import { describe, expect, test } from "vitest";
import { ApiError } from "../errors.ts";
import { parseJson } from "../json/parse-json.ts";
import { applyJsonPatch } from "./apply-json-patch.ts";
import type { JsonPatchOperation } from "./json-patch.ts";

function errorOf(action: () => unknown): ApiError {
  try {
    action();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

// That it does what the server's library does is tested with vectors in test/patch.test.ts.
describe("applyJsonPatch", () => {
  test("shares nothing with its arguments", () => {
    const target = { list: [{ a: 1 }], kept: { b: 2 } };
    const value = { c: [3] };
    const result = applyJsonPatch<Record<string, unknown>>(target, [
      { op: "add", path: "/added", value },
      { op: "copy", from: "/added", path: "/copied" },
      { op: "add", path: "/copied/c/-", value: 4 },
      { op: "add", path: "/added/c/-", value: 5 },
    ]);
    expect(result).toEqual({ list: [{ a: 1 }], kept: { b: 2 }, added: { c: [3, 5] }, copied: { c: [3, 4] } });
    expect(target).toEqual({ list: [{ a: 1 }], kept: { b: 2 } });
    expect(value).toEqual({ c: [3] });
    expect(result.kept).not.toBe(target.kept);
  });

  test("keeps bigints and compares them with numbers by value", () => {
    const target = { n: 9007199254740993n, small: 5 };
    expect(applyJsonPatch(target, [{ op: "test", path: "/n", value: 9007199254740993n }])).toEqual(target);
    expect(applyJsonPatch(target, [{ op: "test", path: "/small", value: 5n }])).toEqual(target);
    expect(() => applyJsonPatch(target, [{ op: "test", path: "/n", value: 9007199254740992n }])).toThrow("another one");
  });

  test("treats __proto__ as a member like any other", () => {
    const result = applyJsonPatch<object>({}, [
      { op: "add", path: "/__proto__", value: { polluted: 1 } },
      { op: "add", path: "/__proto__/polluted", value: 2 },
      { op: "copy", from: "/__proto__", path: "/copy" },
    ]);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(JSON.stringify(result)).toBe('{"__proto__":{"polluted":2},"copy":{"polluted":2}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each<[JsonPatchOperation[], code: string, message: string]>([
    [
      [{ op: "remove", path: "/spec/paused" }],
      "PATCH_CONFLICT",
      "JSON patch operation 0 (remove /spec/paused): there is no such member",
    ],
    [
      [
        { op: "test", path: "/spec/replicas", value: 1 },
        { op: "test", path: "/spec/replicas", value: 2 },
      ],
      "PATCH_CONFLICT",
      "JSON patch operation 1 (test /spec/replicas): the value there is another one",
    ],
    [
      [{ op: "add", path: "/status/phase", value: 1 }],
      "PATCH_CONFLICT",
      'JSON patch operation 0 (add /status/phase): nothing at "status" to go into',
    ],
    [
      [{ op: "remove", path: "/list/7" }],
      "PATCH_CONFLICT",
      "JSON patch operation 0 (remove /list/7): index 7 is beyond the list, which has 2 items",
    ],
    [
      [{ op: "remove", path: "/list/-3" }],
      "PATCH_CONFLICT",
      "JSON patch operation 0 (remove /list/-3): index -3 is before the start of the list",
    ],
    [
      [{ op: "add", path: "/list/x", value: 1 }],
      "PATCH_CONFLICT",
      'JSON patch operation 0 (add /list/x): "x" is not an index',
    ],
    [
      [{ op: "move", from: "/a", path: "/list/0" }],
      "PATCH_CONFLICT",
      "JSON patch operation 0 (move /a /list/0): there is no such member",
    ],
    [
      [{ op: "remove", path: "" }],
      "PATCH_CONFLICT",
      "JSON patch operation 0 (remove): the whole document can only be replaced or tested",
    ],
    [
      [{ op: "replace", path: "", value: 1 }],
      "PATCH_CONFLICT",
      "JSON patch operation 0 (replace): the whole document must be an object or a list",
    ],
    [
      [{ op: "rename", path: "/a" } as never],
      "INVALID_PATCH",
      "JSON patch operation 0 (rename /a): `op` must be add, remove, replace, move, copy or test",
    ],
    [
      [{ op: "copy", path: "/a" } as never],
      "INVALID_PATCH",
      "JSON patch operation 0 (copy /a): `from` must be a JSON pointer",
    ],
    [[7 as never], "INVALID_PATCH", "JSON patch operation 0: is not an object"],
    [{} as never, "INVALID_PATCH", "a JSON patch is a list of operations"],
  ])("refuses %j", (patch, code, message) => {
    const error = errorOf(() => applyJsonPatch({ spec: { replicas: 1 }, list: [1, 2] }, patch));
    expect(error.code).toBe(code);
    expect(error.message).toBe(message);
  });

  test("refuses more operations than the limit", () => {
    const operation: JsonPatchOperation = { op: "test", path: "/a", value: 1 };
    expect(applyJsonPatch({ a: 1 }, [operation, operation], { maxOperations: 2 })).toEqual({ a: 1 });
    const error = errorOf(() => applyJsonPatch({ a: 1 }, [operation, operation], { maxOperations: 1 }));
    expect(error.code).toBe("PATCH_TOO_LARGE");
    expect(error.detail).toBe("The allowed maximum operations in a JSON patch is 1, got 2");
  });

  test("refuses to copy more than the limit", () => {
    const copy: JsonPatchOperation = { op: "copy", from: "/a", path: "/b" };
    expect(applyJsonPatch({ a: "1234" }, [copy], { maxCopiedBytes: 6 })).toEqual({ a: "1234", b: "1234" });
    for (const [a, patch] of [
      ["12345", [copy]],
      ["é234", [copy]],
      ["<", [copy]],
      ["1", [copy, copy, copy]],
    ] as const) {
      const error = errorOf(() => applyJsonPatch({ a }, patch, { maxCopiedBytes: 6 }));
      expect(error.code).toBe("PATCH_CONFLICT");
    }
  });

  test("shows no values in errors", () => {
    const target = parseJson('{"data":{"password":"hunter2"}}') as object;
    const error = errorOf(() => applyJsonPatch(target, [{ op: "test", path: "/data/password", value: "swordfish" }]));
    expect(error.message).not.toMatch(/hunter2|swordfish/);
  });
});
