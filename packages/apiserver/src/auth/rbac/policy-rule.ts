import { quoteList } from "@kubewright/api/server";
import type { AccessRequest } from "../authorizer.ts";

/** What a role allows, as roles carry it. */
export interface PolicyRule {
  readonly verbs?: readonly string[] | null;
  readonly apiGroups?: readonly string[] | null;
  readonly resources?: readonly string[] | null;
  readonly resourceNames?: readonly string[] | null;
  readonly nonResourceURLs?: readonly string[] | null;
}

/** Whether a rule allows a request. */
export function ruleAllows(rule: PolicyRule, request: AccessRequest): boolean {
  if (!hasOrAll(rule.verbs, request.verb)) return false;
  if (request.path !== undefined) return rule.nonResourceURLs?.some((url) => urlCovers(url, request.path!)) ?? false;
  const { group = "", resource = "", subresource = "", name = "" } = request;
  if (!hasOrAll(rule.apiGroups, group)) return false;
  const { resources = [], resourceNames } = rule;
  const isResource =
    subresource === ""
      ? hasOrAll(resources, resource)
      : hasOrAll(resources, `${resource}/${subresource}`) || (resources ?? []).includes(`*/${subresource}`);
  return isResource && (!resourceNames || resourceNames.length === 0 || resourceNames.includes(name));
}

/** Whether a URL of a rule, which may end with stars, covers another, or a path. */
export function urlCovers(url: string, other: string): boolean {
  return url === "*" || url === other || (url.endsWith("*") && other.startsWith(withoutStars(url)));
}

/** Not by an expression: one takes time as the square of a long run of stars. */
function withoutStars(url: string): string {
  let end = url.length;
  while (end > 0 && url[end - 1] === "*") end--;
  return url.slice(0, end);
}

/** A rule in one line, as the reference prints it. */
export function formatRule(rule: PolicyRule): string {
  const parts: [string, readonly string[] | null | undefined][] = [
    ["APIGroups", rule.apiGroups],
    ["Resources", rule.resources],
    ["NonResourceURLs", rule.nonResourceURLs],
    ["ResourceNames", rule.resourceNames],
    ["Verbs", rule.verbs],
  ];
  const texts = parts.flatMap(([name, values]) =>
    values && values.length > 0 ? [`${name}:${quoteList(values)}`] : [],
  );
  return `{${texts.join(", ")}}`;
}

function hasOrAll(values: readonly string[] | null | undefined, wanted: string): boolean {
  return values?.some((value) => value === "*" || value === wanted) ?? false;
}
