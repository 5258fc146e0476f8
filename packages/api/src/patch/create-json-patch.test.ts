import { describe, expect, test } from "vitest";
import { cloneJson } from "../json/clone-json.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { applyJsonPatch } from "./apply-json-patch.ts";
import { createJsonPatch } from "./create-json-patch.ts";
import { applyMergePatch, createMergePatch } from "./merge-patch.ts";

describe("createJsonPatch", () => {
  test.each<[from: object, to: object, patch: object[]]>([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1 }, { a: 1, b: undefined }, []],
    [{ a: 1 }, { a: 1n }, []],
    [{ a: 1 }, {}, [{ op: "remove", path: "/a" }]],
    [{}, { a: null }, [{ op: "add", path: "/a", value: null }]],
    [{ a: { b: 1, c: 2 } }, { a: { b: 3, c: 2 } }, [{ op: "replace", path: "/a/b", value: 3 }]],
    [{ a: {} }, { a: [] }, [{ op: "replace", path: "/a", value: [] }]],
    [{ "x/y~z": 1 }, { "x/y~z": 2 }, [{ op: "replace", path: "/x~1y~0z", value: 2 }]],
    [[1, 2, 3], [0, 1, 2, 3], [{ op: "add", path: "/0", value: 0 }]],
    [[1, 2, 3], [1, 3], [{ op: "remove", path: "/1" }]],
    [[1, 1], [1, 1, 1], [{ op: "add", path: "/2", value: 1 }]],
    [
      [1, 2, 3, 4],
      [1, 4],
      [
        { op: "remove", path: "/2" },
        { op: "remove", path: "/1" },
      ],
    ],
    [[{ n: "a" }, { n: "b", v: 1 }], [{ n: "a" }, { n: "b", v: 2 }], [{ op: "replace", path: "/1/v", value: 2 }]],
    [{ a: 1 }, [], [{ op: "replace", path: "", value: [] }]],
  ])("from %o to %o", (from, to, patch) => {
    expect(createJsonPatch(from, to)).toEqual(patch);
  });
});

describe("createMergePatch", () => {
  test.each<[from: object, to: object, patch: object]>([
    [{ a: 1 }, { a: 1 }, {}],
    [{ a: 1, b: 2 }, { a: 1 }, { b: null }],
    [{ a: { b: 1, c: 2 } }, { a: { b: 3, c: 2 } }, { a: { b: 3 } }],
    [{ a: [1, 2] }, { a: [1, 3] }, { a: [1, 3] }],
    [{ a: null }, { a: null }, {}],
    [{ a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
    [{ a: 1 }, { a: 1, b: undefined }, {}],
  ])("from %o to %o", (from, to, patch) => {
    expect(createMergePatch(from, to)).toEqual(patch);
  });

  test("leaves out what it cannot express", () => {
    expect(applyMergePatch({ a: 1 }, createMergePatch({ a: 1 }, { a: 1, b: null, c: { d: null } }))).toEqual({
      a: 1,
      c: {},
    });
  });

  test("is only made from objects", () => {
    expect(() => createMergePatch([], {})).toThrow("can only be made from two objects");
    expect(() => applyMergePatch({}, [])).toThrow("a JSON merge patch is an object");
  });
});

describe("random documents", () => {
  const random = seeded(11);
  const pairs = Array.from({ length: 400 }, () => {
    const from = randomObject(random, 4);
    return [from, random(3) === 0 ? randomObject(random, 4) : changed(random, from)] as const;
  });

  test("a made JSON patch makes the one from the other", () => {
    for (const [from, to] of pairs) {
      const before = stringifyJson([from, to]);
      expect(applyJsonPatch(from, createJsonPatch(from, to))).toEqual(to);
      expect(stringifyJson([from, to])).toBe(before);
    }
  });

  test("a made merge patch makes the one from the other, where they have no null", () => {
    for (const [from, to] of pairs.map(([from, to]) => [withoutNulls(from), withoutNulls(to)] as const)) {
      expect(applyMergePatch(from, createMergePatch(from, to))).toEqual(to);
    }
  });

  test("made patches share nothing with the documents", () => {
    const to = { a: { b: [1] } };
    const patches = [createJsonPatch({}, to), createMergePatch({}, to)];
    to.a.b.push(2);
    expect(patches).toEqual([[{ op: "add", path: "/a", value: { b: [1] } }], { a: { b: [1] } }]);
  });
});

type Random = (below: number) => number;

function seeded(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomObject(random: Random, depth: number): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const key of ["a", "b/c", "d~e", "", "constructor", "0"]) {
    if (random(2) === 0) object[key] = randomValue(random, depth - 1);
  }
  return object;
}

function randomValue(random: Random, depth: number): unknown {
  switch (random(depth <= 0 ? 5 : 8)) {
    case 0:
      return null;
    case 1:
      return random(2) === 0;
    case 2:
      return random(4);
    case 3:
      return 9007199254740993n + BigInt(random(3));
    case 4:
      return ["x", "", "0"][random(3)];
    case 5:
      return Array.from({ length: random(5) }, () => randomValue(random, depth - 1));
    default:
      return randomObject(random, depth);
  }
}

/** A copy with small changes here and there, so that patches are more than whole replacements. */
function changed<T>(random: Random, value: T): T {
  if (random(12) === 0 && typeof value !== "object") return randomValue(random, 2) as T;
  if (Array.isArray(value)) {
    const items = value.map((item) => changed(random, item) as unknown);
    if (random(3) === 0)
      items.splice(random(items.length + 1), random(3), ...(random(2) === 0 ? [randomValue(random, 2)] : []));
    return items as T;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(() => random(8) !== 0);
  return {
    ...randomObject((below) => (below === 2 ? Math.min(random(9), 1) : random(below)), 1),
    ...Object.fromEntries(entries.map(([key, member]) => [key, changed(random, member)])),
  } as T;
}

function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutNulls).filter((item) => item !== null) as T;
  if (typeof value !== "object" || value === null) return cloneJson(value);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === null ? [] : [[key, withoutNulls(member)]])),
  ) as T;
}
