import { describe, expect, test } from "vitest";
import { ApiError } from "../errors.ts";
import { parseJson } from "./parse-json.ts";
import { stringifyJson } from "./stringify-json.ts";

function errorOf(action: () => unknown): ApiError {
  try {
    action();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("integers", () => {
  test.each<[text: string, value: unknown]>([
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["9007199254740992", 9007199254740992n],
    ["9007199254740993", 9007199254740993n],
    ["-9007199254740991", Number.MIN_SAFE_INTEGER],
    ["-9007199254740993", -9007199254740993n],
    ["9223372036854775807", 9223372036854775807n],
    ["-9223372036854775808", -9223372036854775808n],
    ["18446744073709551616000", 18446744073709551616000n],
    [" 9007199254740993 ", 9007199254740993n],
    ["[9007199254740993]", [9007199254740993n]],
    ["[ 9007199254740993 , -9007199254740995]", [9007199254740993n, -9007199254740995n]],
    ['{"a":9007199254740993}', { a: 9007199254740993n }],
    ['{"a":\t9007199254740993\n}', { a: 9007199254740993n }],
    [
      '{"a":{"b":[1,9007199254740993,"x"]},"c":9007199254740995}',
      { a: { b: [1, 9007199254740993n, "x"] }, c: 9007199254740995n },
    ],
    ["1234567890123456.5", Number("1234567890123456.5")],
    ["12345678901234567e3", Number("12345678901234567e3")],
    ["0.12345678901234567", Number("0.12345678901234567")],
    ["1e-0000000000000000001", 0.1],
  ])("%s is read as %o", (text, value) => {
    expect(parseJson(text)).toStrictEqual(value);
  });

  test.each([
    '"9007199254740993"',
    '{"a":": 9007199254740993,"}',
    '{"a":"\\",9007199254740993,"}',
    '{"a":"\\\\","b":", 9007199254740993 ]"}',
    '{"9007199254740993":1}',
    '["[9007199254740993]"]',
  ])("digits inside strings stay strings: %s", (text) => {
    expect(parseJson(text)).toStrictEqual(JSON.parse(text));
  });

  test("strings that look like the reader's own mark stay strings", () => {
    const strings = ["\u0001", "\u00011", "\u0001\u00019007199254740993", "\u0001".repeat(9), "\\u0001", "\u00029"];
    const text = `{"strings":${JSON.stringify(strings)},"n":9007199254740993}`;
    expect(parseJson(text)).toStrictEqual({ strings, n: 9007199254740993n });
  });

  test("integers at every distance from the start are found", () => {
    for (let padding = 0; padding < 40; padding++) {
      const text = `{"p":"${"x".repeat(padding)}","n":9007199254740993}`;
      expect(parseJson(text)).toStrictEqual({ p: "x".repeat(padding), n: 9007199254740993n });
    }
  });
});

describe.each([
  ["without", "1"],
  ["with", "9007199254740993"],
])("a text %s long integers", (_, number) => {
  test("keeps key order, escapes and surrogates", () => {
    const text = `{"z":"\\u00e9\\ud83d\\ude00\\ud800\\n","a":"\u2028","n":${number},"10":true}`;
    const value = parseJson(text) as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(["10", "z", "a", "n"]);
    expect(value.z).toBe("é😀\ud800\n");
    expect(value.a).toBe("\u2028");
  });

  test("gives the last of duplicate keys", () => {
    expect(parseJson(`{"a":${number},"a":2,"b":2,"b":[${number}]}`)).toEqual({
      a: 2,
      b: [JSON.parse(number) === 1 ? 1 : BigInt(number)],
    });
  });

  test("keeps a __proto__ key as data", () => {
    const value = parseJson(`{"__proto__":${number},"o":{"__proto__":{"polluted":${number}}}}`) as Record<
      string,
      object
    >;
    expect(Object.keys(value)).toEqual(["__proto__", "o"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(value.o)).toBe(Object.prototype);
    expect("polluted" in value.o!).toBe(false);
    expect(stringifyJson(value)).toBe(`{"__proto__":${number},"o":{"__proto__":{"polluted":${number}}}}`);
  });

  test("is read at any depth, and refused when it is written too deep", () => {
    const depth = 50_000;
    const value = parseJson("[".repeat(depth) + number + "]".repeat(depth));
    expect(Array.isArray(value)).toBe(true);
    const error = errorOf(() => stringifyJson(value));
    expect(error.code).toBe("INVALID_JSON");
    expect(error.message).toContain("nests too deeply");
  });
});

describe("errors", () => {
  test.each<[text: string, message: string]>([
    ["", "JSON text is empty"],
    [" \n", "JSON text is empty"],
    ['{"a":}', "JSON text has `}` where a value was expected, at position 5 (line 1, column 6)"],
    [
      '{\n  "a": 1,\n}',
      "JSON text has `}` where a key in double quotes was expected, at position 12 (line 3, column 1)",
    ],
    ['{"a" 1}', "JSON text has `1` where a colon was expected, at position 5 (line 1, column 6)"],
    ["{a:1}", "JSON text has `a` where a key in double quotes was expected, at position 1 (line 1, column 2)"],
    ["[1 2]", "JSON text has `2` where a comma or ] was expected, at position 3 (line 1, column 4)"],
    ["[1,]", "JSON text has `]` where a value was expected, at position 3 (line 1, column 4)"],
    ["[[],{}}", "JSON text has `}` where a comma or ] was expected, at position 6 (line 1, column 7)"],
    ["{} {}", "JSON text has `{` where the end of the text was expected, at position 3 (line 1, column 4)"],
    ["01", "JSON text has `1` where the end of the text was expected, at position 1 (line 1, column 2)"],
    ["tru", "JSON text has `t` where a value was expected, at position 0 (line 1, column 1)"],
    ["<html>", "JSON text has `<` where a value was expected, at position 0 (line 1, column 1)"],
    ['"a\\x"', "JSON text has `\\` where a valid escape sequence was expected, at position 2 (line 1, column 3)"],
    [
      '"a\nb"',
      "JSON text has the character U+000A where an escape sequence for it was expected, at position 2 (line 1, column 3)",
    ],
    ["\ufeff{}", "JSON text has the character U+FEFF where a value was expected, at position 0 (line 1, column 1)"],
    ['{"a":[1,2', "JSON text ends after 9 characters, where a comma or ] was expected: it may have been cut off"],
    ['{"a":"b', "JSON text ends after 7 characters, where the end of a string was expected: it may have been cut off"],
    [
      '{"a":1,9007199254740993:2}',
      "JSON text has `9` where a key in double quotes was expected, at position 7 (line 1, column 8)",
    ],
    ["[09007199254740993]", "JSON text has `9` where a comma or ] was expected, at position 2 (line 1, column 3)"],
    ["[1 9007199254740993]", "JSON text has `9` where a comma or ] was expected, at position 3 (line 1, column 4)"],
    ["[-9007199254740993-1]", "JSON text has `-` where a comma or ] was expected, at position 18 (line 1, column 19)"],
    ["[--9007199254740993]", "JSON text has `-` where a value was expected, at position 1 (line 1, column 2)"],
  ])("%j: %s", (text, message) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    const error = errorOf(() => parseJson(text));
    expect(error.code).toBe("INVALID_JSON");
    expect(error.message).toBe(message);
  });

  test("show nothing of the text", () => {
    const error = errorOf(() => parseJson('{"password":"hunter2","n":9007199254740993,"a":}'));
    expect(error.message).not.toContain("hunter2");
    expect(error.cause).toBeUndefined();
  });

  test("an unclosed depth bomb is an error like any other", () => {
    expect(errorOf(() => parseJson("[".repeat(50_000))).message).toMatch(/cut off$/);
    expect(errorOf(() => parseJson('{"a":'.repeat(50_000))).message).toMatch(/cut off$/);
  });
});

test("random texts with long integers round-trip", () => {
  const random = seeded(7);
  for (let round = 0; round < 500; round++) {
    const text = randomJson(random, 5);
    expect(stringifyJson(parseJson(text))).toBe(text);
  }
});

function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomJson(random: (below: number) => number, depth: number): string {
  const scalars = [
    "1",
    "-12345678901234567890",
    "9007199254740993",
    "0.5",
    "true",
    "null",
    '""',
    '"\\""',
    '"\\\\"',
    '",12345678901234567890,"',
    '"é\\u0001"',
  ];
  const choice = random(depth === 0 ? 1 : 3);
  if (choice === 0) return scalars[random(scalars.length)]!;
  const members = Array.from({ length: random(4) }, () => randomJson(random, depth - 1));
  if (choice === 1) return `[${members.join(",")}]`;
  return `{${members.map((member, index) => `"k${index}\\"":${member}`).join(",")}}`;
}
