import { semanticEqual } from "@kubewright/api";
import { isValueMatcher } from "./expected.ts";

/** A place where an object is not as it is expected to be. */
export interface Difference {
  /** Names of members, indexes or keys of items: `["status", "conditions", "Available", "status"]`. */
  readonly path: readonly PathStep[];
  readonly expected: unknown;
  /** undefined: there is nothing. */
  readonly actual: unknown;
}

export type PathStep = { readonly member: string } | { readonly index: number } | { readonly key: string };

/** Where `actual` is not as `expected` says, in the order of `expected`. Values are compared as `semanticEqual` does. */
export function differencesOf(expected: unknown, actual: unknown): Difference[] {
  const { apiVersion } = (actual ?? {}) as { apiVersion?: unknown };
  const comparison = new Comparison(typeof apiVersion === "string" ? { apiVersion } : undefined);
  comparison.visit(expected, actual, []);
  return comparison.found;
}

/** What tells the items of a list apart, in the lists of Kubernetes' kinds that are maps in truth. */
const itemKeys = ["name", "type"] as const;

class Comparison {
  readonly found: Difference[] = [];
  readonly #kind: { readonly apiVersion: string } | undefined;

  constructor(kind: { readonly apiVersion: string } | undefined) {
    this.#kind = kind;
  }

  visit(expected: unknown, actual: unknown, path: readonly PathStep[]): void {
    if (isValueMatcher(expected)) {
      if (!expected.asymmetricMatch(actual)) this.#add(expected, actual, path);
    } else if (expected instanceof RegExp) {
      if (typeof actual !== "string" || actual.search(expected) === -1) this.#add(expected, actual, path);
    } else if (Array.isArray(expected) && expected.length > 0 && Array.isArray(actual)) {
      this.#visitList(expected, actual, path);
    } else if (isMembers(expected) && isMembers(actual)) {
      for (const [member, value] of Object.entries(expected)) {
        this.visit(value, Object.hasOwn(actual, member) ? actual[member] : undefined, [...path, { member }]);
      }
    } else if (!this.#isSame(expected, actual, path)) {
      this.#add(expected, actual, path);
    }
  }

  #visitList(expected: readonly unknown[], actual: readonly unknown[], path: readonly PathStep[]): void {
    const itemKey = itemKeys.find((key) => areTold(expected, key));
    if (itemKey !== undefined) {
      for (const item of expected as readonly Record<string, string>[]) {
        const key = item[itemKey]!;
        const found = actual.find((candidate) => isMembers(candidate) && candidate[itemKey] === key);
        this.visit(item, found, [...path, { key }]);
      }
    } else if (expected.length !== actual.length) {
      this.#add(expected, actual, path);
    } else {
      for (const [index, item] of expected.entries()) this.visit(item, actual[index], [...path, { index }]);
    }
  }

  /** What the values mean depends on where they are. */
  #isSame(expected: unknown, actual: unknown, path: readonly PathStep[]): boolean {
    const place = (value: unknown): unknown =>
      path.reduceRight<unknown>((inner, step) => ({ [nameOf(step)]: inner }), value);
    return semanticEqual(place(expected), place(actual), this.#kind && { kind: this.#kind });
  }

  #add(expected: unknown, actual: unknown, path: readonly PathStep[]): void {
    this.found.push({ path, expected, actual: actual ?? undefined });
  }
}

function nameOf(step: PathStep): string {
  if ("member" in step) return step.member;
  return "key" in step ? step.key : String(step.index);
}

function areTold(items: readonly unknown[], key: string): boolean {
  const keys = items.map((item) => (isMembers(item) ? item[key] : undefined));
  return keys.every((value) => typeof value === "string") && new Set(keys).size === items.length;
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
