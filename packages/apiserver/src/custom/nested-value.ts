import { formatFloat } from "@kubewright/api/server";

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
      return mistyped(steps.slice(0, index + 1), value, "map[string]interface {}");
    }
    if (!Object.hasOwn(value as object, step)) return { value: undefined };
    value = (value as Record<string, unknown>)[step];
  }
  return isExpected(value) ? { value } : mistyped(steps, value, expected);
}

function mistyped(steps: readonly string[], value: unknown, expected: string): NestedValue {
  const path = `.${steps.join(".")}`;
  const problem = `${path} accessor error: ${printed(value)} is of the type ${goTypeOf(value)}, expected ${expected}`;
  return { value: undefined, problem };
}

function goTypeOf(value: unknown): string {
  if (value === null) return "<nil>";
  if (typeof value === "bigint" || Number.isSafeInteger(value)) return "int64";
  if (typeof value === "number") return "float64";
  if (typeof value === "boolean") return "bool";
  if (Array.isArray(value)) return "[]interface {}";
  return typeof value === "object" ? "map[string]interface {}" : typeof value;
}

/** As Go prints values of any type. */
function printed(value: unknown): string {
  if (value === null) return "<nil>";
  if (typeof value === "number" && !Number.isSafeInteger(value)) return formatFloat(value);
  if (Array.isArray(value)) return `[${value.map(printed).join(" ")}]`;
  if (typeof value !== "object") return String(value);
  const members = Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${members.map(([name, member]) => `${name}:${printed(member)}`).join(" ")}]`;
}
