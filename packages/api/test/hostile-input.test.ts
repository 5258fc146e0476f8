import {
  applyMergePatch,
  cloneJson,
  createJsonPatch,
  createMergePatch,
  FieldSelector,
  jsonEqual,
  ManualClock,
  parseJson,
  semanticEqual,
  stringifyJson,
} from "@kubewright/api";
import { SchemaValidator } from "@kubewright/api/server";
import { describe, expect, test } from "vitest";

// Each of these took minutes or gigabytes once: a test that is too slow fails by its time-out.

const big = "9007199254740993";

function nested(depth: number): object {
  return JSON.parse(`${'{"spec":'.repeat(depth)}1${"}".repeat(depth)}`) as object;
}

describe("parseJson", () => {
  test("keeps big integers beside strings of the characters that it marks them with", () => {
    const strings = ["\u0001".repeat(100_000), "\u0001\u0002", "\u0002", "\u0001\u0001\u0002\u0001"];
    const text = `{"strings":${JSON.stringify(strings)},"n":[${Array(1000).fill(big)}]}`;
    expect(parseJson(text)).toEqual({ strings, n: Array(1000).fill(BigInt(big)) });
  });

  test("keeps big integers beside every short sequence of those characters", () => {
    const strings = Array.from({ length: 4096 }, (_, value) =>
      [...value.toString(2)].map((digit) => (digit === "0" ? "\u0001" : "\u0002")).join(""),
    );
    const text = `{"strings":${JSON.stringify([...strings, strings.join("")])},"n":${big}}`;
    expect(parseJson(text)).toEqual({ strings: [...strings, strings.join("")], n: BigInt(big) });
  });

  test("reads many big integers without a string between them", () => {
    expect((parseJson(`[${Array(200_000).fill(big)}]`) as bigint[]).length).toBe(200_000);
  });
});

describe("what nests too deeply", () => {
  const deep = nested(1_000_000);
  test.each<[name: string, action: () => unknown]>([
    ["cloneJson", () => cloneJson(deep)],
    ["stringifyJson", () => stringifyJson(deep)],
    ["jsonEqual", () => jsonEqual(deep, nested(1_000_000))],
    ["semanticEqual", () => semanticEqual(deep, nested(1_000_000))],
    ["createJsonPatch", () => createJsonPatch({}, deep)],
    ["createMergePatch", () => createMergePatch({}, deep)],
    ["applyMergePatch", () => applyMergePatch({}, deep)],
  ])("is refused with an error by %s", (_name, action) => {
    expect(action).toThrow("the value nests too deeply");
  });

  test("is not reached by objects of a thousand levels", () => {
    expect(semanticEqual(nested(1000), nested(1000))).toBe(true);
    expect(semanticEqual(nested(1000), nested(999))).toBe(false);
  });
});

test("a field selector of many terms is read in one go", () => {
  expect(FieldSelector.parse("a=b,".repeat(50_000)).requirements.length).toBe(50_000);
});

describe("ManualClock", () => {
  test("never makes a call that is infinitely far, and makes one without a time soon", () => {
    const clock = new ManualClock();
    const calls: string[] = [];
    clock.schedule(Number.POSITIVE_INFINITY, () => calls.push("never"));
    clock.schedule(Number.NaN, () => calls.push("soon"));
    clock.schedule(5, () => calls.push("later"));
    expect(clock.pending).toBe(2);
    clock.advance(10);
    expect(calls).toEqual(["soon", "later"]);
    expect(clock.advanceToNext()).toBe(false);
  });
});

describe("formats of texts", () => {
  test.each([
    ["duration", "1".repeat(1_000_000)],
    ["email", "a:".repeat(1_000_000)],
    ["email", `a@${"b.".repeat(1_000_000)}`],
    ["uri", `http://a/${"%41".repeat(300_000)}%4`],
    ["hostname", `${"a-".repeat(1_000_000)}`],
  ])("%s refuses a very long text as fast as a short one", (format, value) => {
    expect(new SchemaValidator({ type: "string", format }).validate(value, { path: "a" })).toHaveLength(1);
  });
});
