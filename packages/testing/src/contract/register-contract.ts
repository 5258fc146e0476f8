import { AssertionError } from "node:assert/strict";
import { StatusError } from "@kubewright/api";
import { TestingError } from "../errors.ts";
import type { ContractCase } from "./contract-case.ts";

/** Of a test runner, what registering needs: vitest, Jest and `node:test` have it. */
export interface TestRunner {
  describe(name: string, body: () => void): unknown;
  /** May be the runner's way to run tests at once, as vitest's `test.concurrent`. */
  test(name: string, body: () => Promise<void>): unknown;
}

/** A case that a server does not pass, and why that is right. */
export interface Deviation {
  /** The name of the case: `watch > tells each change …`. */
  readonly test: string;
  readonly because: string;
}

export interface RegisterOptions<Subject> {
  readonly cases: readonly ContractCase<Subject>[];
  /** What the cases are run on, asked for by each test. */
  readonly subject: () => Subject | Promise<Subject>;
  /** @default none: all cases must pass */
  readonly deviations?: readonly Deviation[];
}

/**
 * Makes each case a test, grouped by area.
 *
 * The test of a deviation passes while the case fails, and fails once it passes. A deviation that names no case is refused.
 */
export function registerContract<Subject>({ describe, test }: TestRunner, options: RegisterOptions<Subject>): void {
  const { cases, subject, deviations = [] } = options;
  const reasons = new Map(deviations.map((deviation) => [deviation.test, deviation.because]));
  checkNames(cases, reasons);
  for (const area of new Set(cases.map((each) => each.area))) {
    describe(area, () => {
      for (const each of cases) {
        if (each.area !== area) continue;
        const because = reasons.get(each.name);
        if (because === undefined) test(each.claim, async () => each.run(await subject()));
        else test(`${each.claim} (deviates: ${because})`, async () => expectFailure(each, await subject(), because));
      }
    });
  }
}

async function expectFailure<Subject>(each: ContractCase<Subject>, subject: Subject, because: string): Promise<void> {
  try {
    await each.run(subject);
  } catch (error) {
    // Another answer than the contract wants is a deviation; a lost connection or a bug in a case is not.
    if (error instanceof AssertionError || error instanceof StatusError) return;
    throw error;
  }
  throw new TestingError(
    "CONTRACT_DEVIATION",
    `"${each.name}" passes, but is listed as a deviation because "${because}"; take it off the list`,
  );
}

function checkNames(cases: readonly ContractCase<never>[], reasons: ReadonlyMap<string, string>): void {
  const names = new Set<string>();
  for (const { name } of cases) {
    if (names.has(name)) throw new TestingError("CONTRACT_DEVIATION", `two cases are named "${name}"`);
    names.add(name);
  }
  for (const name of reasons.keys()) {
    if (!names.has(name)) throw new TestingError("CONTRACT_DEVIATION", `the deviation "${name}" names no case`);
  }
}
