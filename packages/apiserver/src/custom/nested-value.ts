import { formatGoValue, goTypeOf } from "@kubewright/api/server";

/** A value at a path of members, or why it cannot be looked up. */
export interface NestedValue {
  /** Undefined when it is not there. */
  readonly value: unknown;
  readonly problem?: string;
}

/** The steps of a simple path such as `.spec.replicas`. */
export function stepsOf(path: string): string[] {
  return path.replace(/^\./, "").split(".");
}

/** The integer at a path, in the server's words when it is none. */
export function nestedInteger(object: unknown, steps: readonly string[]): NestedValue {
  return nested(object, steps, "int64", (value) => typeof value === "bigint" || Number.isSafeInteger(value));
}

/** The text at a path, in the server's words when it is none. */
export function nestedText(object: unknown, steps: readonly string[]): NestedValue {
  return nested(object, steps, "string", (value) => typeof value === "string");
}

function nested(
  object: unknown,
  steps: readonly string[],
  expected: string,
  isExpected: (value: unknown) => boolean,
): NestedValue {
  let value: unknown = object;
  for (const [index, step] of steps.entries()) {
    if (value === null) return { value: undefined };
    if (typeof value !== "object" || Array.isArray(value)) {
      return mistyped(steps.slice(0, index + 1), value, "map[string]interface{}");
    }
    if (!Object.hasOwn(value as object, step)) return { value: undefined };
    value = (value as Record<string, unknown>)[step];
  }
  return isExpected(value) ? { value } : mistyped(steps, value, expected);
}

function mistyped(steps: readonly string[], value: unknown, expected: string): NestedValue {
  const path = `.${steps.join(".")}`;
  const problem = `${path} accessor error: ${formatGoValue(value)} is of the type ${goTypeOf(value) ?? "<nil>"}, expected ${expected}`;
  return { value: undefined, problem };
}
