import { stringifyJson } from "@kubewright/api";
import type { Difference, PathStep } from "./differences.ts";
import { isValueMatcher } from "./expected.ts";

/** How much of a value is shown. */
const longestValue = 400;

/** Two lines for each difference, first what is expected, then what is there. */
export function formatDifferences(differences: readonly Difference[]): string {
  return differences
    .map(({ path, expected, actual }) => {
      const place = formatPath(path);
      return `- ${place}${formatSide(expected)}\n+ ${place}${formatSide(actual)}`;
    })
    .join("\n");
}

function formatSide(value: unknown): string {
  return value === undefined || value === null ? " (absent)" : `: ${formatValue(value)}`;
}

/** `status.conditions[Available].status`, `metadata.labels["app.kubernetes.io/name"]`. */
function formatPath(path: readonly PathStep[]): string {
  if (path.length === 0) return "(the whole)";
  const text = path.map((step) => {
    if ("index" in step) return `[${step.index}]`;
    if ("key" in step) return `[${step.key}]`;
    return /^[\w-]+$/.test(step.member) ? `.${step.member}` : `[${JSON.stringify(step.member)}]`;
  });
  return text.join("").replace(/^\./, "");
}

/** A value as JSON, cut where it is long. Patterns and matchers are shown as what they are. */
export function formatValue(value: unknown): string {
  const text = jsonOf(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

function jsonOf(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  if (isValueMatcher(value)) return matcherText(value);
  if (Array.isArray(value)) return `[${value.map((item) => jsonOf(item ?? null)).join(", ")}]`;
  if (typeof value === "function" || typeof value === "symbol") return String(value);
  if (typeof value !== "object" || value === null) return stringifyJson(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return "{}";
  return `{ ${members.map(([name, member]) => `${formatName(name)}: ${jsonOf(member)}`).join(", ")} }`;
}

function formatName(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

/** As jest and vitest show theirs: `Any<Number>`. */
function matcherText(matcher: object): string {
  const { toAsymmetricMatcher } = matcher as { toAsymmetricMatcher?: unknown };
  return typeof toAsymmetricMatcher === "function" ? String(toAsymmetricMatcher.call(matcher)) : String(matcher);
}
