import { ApiError } from "../errors.ts";
import { compareBytes, quote } from "../text/byte-text.ts";
import { escapeHtml } from "../text/server-json.ts";
import { parseInteger } from "../value/integer.ts";
import { validateLabelValue, validateQualifiedName } from "../value/label.ts";

/** How a label is compared, in the words of the server's own selectors. */
export type SelectorOperator = "=" | "==" | "!=" | "in" | "notin" | "gt" | "lt" | "exists" | "!";

/** One condition on one label. `exists` and `!` have no values, `in` and `notin` at least one, the others exactly one. */
export interface Requirement {
  readonly key: string;
  readonly operator: SelectorOperator;
  readonly values: readonly string[];
}

/** Whether labels meet one requirement. An absent label meets only `!=`, `notin` and `!`. */
export function meetsRequirement(requirement: Requirement, labels: Readonly<Record<string, string>>): boolean {
  const { key, operator, values } = requirement;
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case "exists":
      return value !== undefined;
    case "!":
      return value === undefined;
    case "=":
    case "==":
    case "in":
      return value !== undefined && values.includes(value);
    case "!=":
    case "notin":
      return value === undefined || !values.includes(value);
    case "gt":
    case "lt": {
      if (value === undefined) return false;
      const left = parseInteger(value, 64);
      const right = parseInteger(values[0]!, 64);
      if (typeof left !== "bigint" || typeof right !== "bigint") return false;
      return operator === "gt" ? left > right : left < right;
    }
  }
}

/** A requirement in the selector language: `a`, `!a`, `a=b`, `a in (b,c)`, `a>1`. */
export function formatRequirement({ key, operator, values }: Requirement): string {
  switch (operator) {
    case "exists":
      return key;
    case "!":
      return `!${key}`;
    case "in":
    case "notin":
      return `${key} ${operator} (${[...values].sort(compareBytes).join(",")})`;
    case "gt":
      return `${key}>${values[0]}`;
    case "lt":
      return `${key}<${values[0]}`;
    default:
      return `${key}${operator}${values[0]}`;
  }
}

/** What the server finds wrong with a requirement, or undefined when it is good. */
export function requirementProblem({ key, operator, values }: Requirement): string | undefined {
  const problems: string[] = [];
  const keyProblem = keyProblemOf(key, "key");
  if (keyProblem !== undefined) problems.push(keyProblem);
  const countProblem = valueCountProblem(operator, values.length);
  if (countProblem !== undefined) problems.push(`values: Invalid value: ${listText(values)}: ${countProblem}`);
  if (operator === "gt" || operator === "lt") {
    for (const [index, value] of values.entries()) {
      if (typeof parseInteger(value, 64) === "bigint") continue;
      problems.push(
        `values[${index}]: Invalid value: ${quote(value)}: for 'Gt', 'Lt' operators, the value must be an integer`,
      );
    }
  }
  for (const [index, value] of values.entries()) {
    const reasons = validateLabelValue(value);
    if (reasons.length === 0) continue;
    problems.push(`values[${index}][${key}]: Invalid value: ${quote(value)}: ${reasons.join("; ")}`);
  }
  return problems.length > 1 ? `[${[...new Set(problems)].join(", ")}]` : problems[0];
}

/** What the server finds wrong with a label's key at `path`, or undefined when it is good. */
export function keyProblemOf(key: string, path: string): string | undefined {
  const reasons = validateQualifiedName(key);
  return reasons.length === 0 ? undefined : `${path}: Invalid value: ${quote(key)}: ${reasons.join("; ")}`;
}

/** The error for a selector that the server would refuse, where `detail` says how. */
export function invalidSelector(what: string, detail: string): ApiError {
  return new ApiError("INVALID_SELECTOR", `${what}: ${detail}`, { detail });
}

function valueCountProblem(operator: SelectorOperator, count: number): string | undefined {
  switch (operator) {
    case "in":
    case "notin":
      return count === 0 ? "for 'in', 'notin' operators, values set can't be empty" : undefined;
    case "exists":
    case "!":
      return count === 0 ? undefined : "values set must be empty for exists and does not exist";
    case "gt":
    case "lt":
      return count === 1 ? undefined : "for 'Gt', 'Lt' operators, exactly one value is required";
    default:
      return count === 1 ? undefined : "exact-match compatibility requires one single value";
  }
}

/** Go's JSON of a list of strings, in which an empty one is null. */
function listText(values: readonly string[]): string {
  if (values.length === 0) return "null";
  return escapeHtml(JSON.stringify(values));
}
