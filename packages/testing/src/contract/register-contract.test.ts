import assert from "node:assert/strict";
import { describe, expect, test } from "vitest";
import { apiServerContract } from "./api-server-contract.ts";
import type { ContractCase } from "./contract-case.ts";
import { type Deviation, registerContract } from "./register-contract.ts";

/** A runner that keeps what is registered. */
function recorder() {
  const tests = new Map<string, () => Promise<void>>();
  let area = "";
  return {
    tests,
    describe(name: string, body: () => void): void {
      area = name;
      body();
    },
    test(name: string, body: () => Promise<void>): void {
      tests.set(`${area} | ${name}`, body);
    },
  };
}

function contractCase(area: string, claim: string, isTrueOf: (subject: string) => boolean): ContractCase<string> {
  return {
    area,
    claim,
    name: `${area} > ${claim}`,
    async run(subject) {
      if (!isTrueOf(subject)) assert.fail(`${subject}: not so`);
    },
  };
}

const cases = [
  contractCase("letters", "has an a", (subject) => subject.includes("a")),
  contractCase("size", "is short", (subject) => subject.length < 5),
  contractCase("letters", "has a b", (subject) => subject.includes("b")),
];

function register(subject: string, deviations: Deviation[] = []) {
  const runner = recorder();
  registerContract(runner, { cases, subject: async () => subject, deviations });
  return runner.tests;
}

describe("registerContract", () => {
  test("makes each case a test, by area", () => {
    expect([...register("ab").keys()]).toEqual(["letters | has an a", "letters | has a b", "size | is short"]);
  });

  test("a test fails when its claim does not hold", async () => {
    const tests = register("aaaaa");
    await tests.get("letters | has an a")!();
    await expect(tests.get("letters | has a b")!()).rejects.toThrow("aaaaa: not so");
    await expect(tests.get("size | is short")!()).rejects.toThrow("aaaaa: not so");
  });

  test("a deviation does not excuse a case that could not be run", async () => {
    const runner = recorder();
    const broken = { ...cases[0]!, run: () => Promise.reject(new TypeError("a bug in the case")) };
    const deviations = [{ test: broken.name, because: "it is a vowel" }];
    registerContract(runner, { cases: [broken], subject: async () => "a", deviations });
    await expect([...runner.tests.values()][0]!()).rejects.toThrow("a bug in the case");
  });

  test("a deviation passes while the claim does not hold, and shows its reason", async () => {
    const tests = register("a", [{ test: "letters > has a b", because: "it is a vowel" }]);
    await tests.get("letters | has a b (deviates: it is a vowel)")!();
  });

  test("a deviation fails once the claim holds", async () => {
    const tests = register("ab", [{ test: "letters > has a b", because: "it is a vowel" }]);
    await expect(tests.get("letters | has a b (deviates: it is a vowel)")!()).rejects.toThrow(
      '"letters > has a b" passes, but is listed as a deviation because "it is a vowel"; take it off the list',
    );
  });

  test("a deviation that names no case is refused", () => {
    expect(() => register("a", [{ test: "letters > has a z", because: "" }])).toThrow(
      'the deviation "letters > has a z" names no case',
    );
  });

  test("two cases with one name are refused", () => {
    const twice = [...cases, cases[0]!];
    expect(() => registerContract(recorder(), { cases: twice, subject: () => "" })).toThrow(
      'two cases are named "letters > has an a"',
    );
  });

  test("takes the contract of an API server", () => {
    const runner = recorder();
    const subject = () => Promise.reject(new Error("not asked for before a test runs"));
    registerContract(runner, { cases: apiServerContract(), subject });
    expect(runner.tests.size).toBeGreaterThan(250);
  });
});
