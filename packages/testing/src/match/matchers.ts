import { hasFinalizer, isControlledBy, isOwnedBy, type KubeObject } from "@kubewright/api";
import { conditionsOf, describeObject, formatCondition, whyStillThere } from "./describe-object.ts";
import { differencesOf } from "./differences.ts";
import type { Expected } from "./expected.ts";
import { formatDifferences, formatValue } from "./format-differences.ts";

/** What a matcher of jest or vitest gives. */
export interface MatcherResult {
  readonly pass: boolean;
  /** Why it failed; with `.not`, why it should not have passed. */
  message(): string;
}

/** What the condition is to be like, besides its type. */
export interface ExpectedCondition {
  /** @default "True" */
  readonly status?: "True" | "False" | "Unknown";
  readonly reason?: string | RegExp;
  readonly message?: string | RegExp;
}

/**
 * The matchers as `expect(object)` has them, to be made known to the compiler:
 *
 * ```ts
 * declare module "vitest" {
 *   interface Matchers<T> extends ObjectMatchers<T> {}
 * }
 * ```
 */
export interface ObjectMatchers<T = unknown, R = void> {
  /** The object has all that this says, and may have more. */
  toMatchFields(expected: Expected<T>): R;
  /** The object has the condition, with this status, reason and message. */
  toHaveCondition(type: string, expected?: ExpectedCondition): R;
  /** One of the object's owners is this one, told by its uid. */
  toBeOwnedBy(owner: KubeObject): R;
  /** The object's controller is this one, told by its uid. */
  toBeControlledBy(owner: KubeObject): R;
  toHaveFinalizer(name: string): R;
  /** There is no object: what `client.find` gave is undefined. */
  toBeGone(): R;
}

type MatcherSet = {
  readonly [Name in keyof ObjectMatchers]: (
    received: unknown,
    ...args: Parameters<ObjectMatchers[Name]>
  ) => MatcherResult;
};

/** Matchers for objects: `expect.extend(matchers)` in jest or vitest. */
export const matchers: MatcherSet = Object.freeze({
  toMatchFields(received: unknown, expected: Expected<unknown>): MatcherResult {
    if (!isObject(received)) return noObject(received);
    const differences = differencesOf(expected, received);
    return result(differences.length === 0, received, {
      failed: () => `is not as expected (-), but so (+):\n${formatDifferences(differences)}`,
      passed: () => `is not to be so: ${formatValue(expected)}`,
    });
  },
  toHaveCondition(received: unknown, type: string, expected: ExpectedCondition = {}): MatcherResult {
    if (!isObject(received)) return noObject(received);
    const wanted = { type, ...expected, status: expected.status ?? "True" };
    const conditions = conditionsOf(received);
    const found = conditions.find((condition) => condition.type === type);
    const differences = found === undefined ? [] : differencesOf(wanted, found);
    return result(found !== undefined && differences.length === 0, received, {
      failed: () => {
        if (found !== undefined) {
          return `has ${formatCondition(found)}, which is not as expected (-), but so (+):\n${formatDifferences(differences)}`;
        }
        const others = conditions.length === 0 ? "none" : conditions.map(formatCondition).join(", ");
        return `has no condition ${type}; its conditions: ${others}`;
      },
      passed: () => `is not to have ${formatCondition(found!)}`,
    });
  },
  toBeOwnedBy(received: unknown, owner: KubeObject): MatcherResult {
    if (!isObject(received)) return noObject(received);
    return result(isOwnedBy(received, owner), received, {
      failed: () => `is not owned by ${withUid(owner)}; ${ownersOf(received)}`,
      passed: () => `is not to be owned by ${withUid(owner)}`,
    });
  },
  toBeControlledBy(received: unknown, owner: KubeObject): MatcherResult {
    if (!isObject(received)) return noObject(received);
    return result(isControlledBy(received, owner), received, {
      failed: () => `is not controlled by ${withUid(owner)}; ${ownersOf(received)}`,
      passed: () => `is not to be controlled by ${withUid(owner)}`,
    });
  },
  toHaveFinalizer(received: unknown, name: string): MatcherResult {
    if (!isObject(received)) return noObject(received);
    const finalizers = received.metadata.finalizers?.join(", ") ?? "none";
    return result(hasFinalizer(received, name), received, {
      failed: () => `does not have the finalizer ${name}; its finalizers: ${finalizers}`,
      passed: () => `is not to have the finalizer ${name}`,
    });
  },
  toBeGone(received: unknown): MatcherResult {
    if (received === undefined || received === null) {
      return { pass: true, message: () => "there is no object, and there should be one" };
    }
    if (!isObject(received)) return noObject(received);
    const message = (): string => `${describeObject(received)} still exists: ${whyStillThere(received)}`;
    return { pass: false, message };
  },
});

function result(
  pass: boolean,
  object: KubeObject,
  { failed, passed }: { readonly failed: () => string; readonly passed: () => string },
): MatcherResult {
  return { pass, message: () => `${describeObject(object)} ${pass ? passed() : failed()}` };
}

function isObject(value: unknown): value is KubeObject {
  const { kind, metadata } = (value ?? {}) as Partial<KubeObject>;
  return typeof kind === "string" && typeof metadata?.name === "string";
}

function noObject(received: unknown): MatcherResult {
  const what = received === undefined ? "undefined: there is no object" : formatValue(received);
  return { pass: false, message: () => `expected an object with a kind and a name, but got ${what}` };
}

function withUid(owner: KubeObject): string {
  const { uid } = owner.metadata;
  return `${describeObject(owner)} ${uid === undefined ? "(which has no uid: take it as the server gave it)" : `(uid ${uid})`}`;
}

function ownersOf({ metadata: { ownerReferences = [] } }: KubeObject): string {
  if (ownerReferences.length === 0) return "it has no owners";
  const owners = ownerReferences.map(
    ({ kind, name, uid, controller }) => `${kind} ${name} (uid ${uid}${controller === true ? ", its controller" : ""})`,
  );
  return `its owners: ${owners.join(", ")}`;
}
