import { describe, expect, test } from "vitest";
import { stringifyJson } from "./stringify-json.ts";

describe("stringifyJson", () => {
  test("writes bigints as digits wherever they are", () => {
    expect(stringifyJson(9007199254740993n)).toBe("9007199254740993");
    expect(stringifyJson([1n, { a: -2n, b: [3n] }])).toBe('[1,{"a":-2,"b":[3]}]');
  });

  const samples: unknown[] = [
    { b: 1, a: undefined, c: [undefined, () => 1], 'quo"te': "\u2028\ud800" },
    { date: new Date(0), nested: { toJSON: (key: string) => `key ${key}` }, list: [{ toJSON: (key: string) => key }] },
    { nan: Number.NaN, infinite: -Infinity, zero: -0, small: 1e-7, large: 1e21 },
    { boxed: [Object(1), Object("s"), Object(false)] },
    { [Symbol("hidden")]: 1, shown: null },
    Object.create({ inherited: 1 }, { own: { value: 1, enumerable: true }, hidden: { value: 2 } }),
    [],
    {},
  ];
  test.each(samples)("the writer for bigints agrees with JSON.stringify: %o", (sample) => {
    expect(stringifyJson({ sample, n: 1n })).toBe(`{"sample":${JSON.stringify(sample)},"n":1}`);
  });

  test("writes a bigint that toJSON gives", () => {
    expect(stringifyJson({ a: { toJSON: () => 5n } })).toBe('{"a":5}');
  });

  test("writes digits also where the program gave bigints a toJSON", () => {
    const prototype = BigInt.prototype as { toJSON?: () => string };
    prototype.toJSON = function (this: bigint) {
      return this.toString();
    };
    try {
      expect(stringifyJson({ a: 5n })).toBe('{"a":5}');
    } finally {
      delete prototype.toJSON;
    }
  });

  test("refuses a value that contains itself", () => {
    const value: Record<string, unknown> = { name: "a" };
    value.self = [value];
    expect(() => stringifyJson(value)).toThrow('the value contains itself at key "0"');
    const shared = { a: 1n };
    expect(stringifyJson([shared, shared])).toBe('[{"a":1},{"a":1}]');
  });

  test("refuses what has no JSON form", () => {
    expect(() => stringifyJson(undefined)).toThrow("a value of type undefined has no JSON form");
  });

  test("lets errors of a toJSON through", () => {
    const failure = new TypeError("mine");
    const value = {
      toJSON() {
        throw failure;
      },
    };
    expect(() => stringifyJson(value)).toThrow(failure);
  });
});
