import { type PolicyRule, urlCovers } from "./policy-rule.ts";

/** What of `wanted` is not allowed by `held`, in rules with one verb, group, resource and name each. Empty: all is. */
export function uncoveredRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return wanted.flatMap(splitRule).filter((part) => !held.some((rule) => covers(rule, part)));
}

/** Puts together rules that differ only in their verbs. */
export function compactRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const compacted: PolicyRule[] = [];
  const byResource = new Map<string, PolicyRule & { verbs: string[] }>();
  for (const rule of rules) {
    if (rule.nonResourceURLs) {
      compacted.push(rule);
      continue;
    }
    const key = JSON.stringify([rule.apiGroups, rule.resources, rule.resourceNames]);
    const known = byResource.get(key);
    if (known === undefined) byResource.set(key, { ...rule, verbs: [...(rule.verbs ?? [])] });
    else known.verbs.push(...(rule.verbs ?? []));
  }
  return [...compacted, ...byResource.values()];
}

function splitRule(rule: PolicyRule): PolicyRule[] {
  const { apiGroups, resources, verbs, resourceNames, nonResourceURLs } = rule;
  const parts: PolicyRule[] = [];
  for (const group of apiGroups ?? []) {
    for (const resource of resources ?? []) {
      for (const verb of verbs ?? []) {
        const part = { apiGroups: [group], resources: [resource], verbs: [verb] };
        if (!resourceNames || resourceNames.length === 0) parts.push(part);
        else for (const name of resourceNames) parts.push({ ...part, resourceNames: [name] });
      }
    }
  }
  for (const url of nonResourceURLs ?? []) {
    for (const verb of verbs ?? []) parts.push({ nonResourceURLs: [url], verbs: [verb] });
  }
  return parts;
}

function covers(held: PolicyRule, part: PolicyRule): boolean {
  return (
    includesAll(held.verbs, part.verbs) &&
    includesAll(held.apiGroups, part.apiGroups) &&
    (part.resources ?? []).every((resource) => coversResource(held.resources ?? [], resource)) &&
    (part.nonResourceURLs ?? []).every((url) => (held.nonResourceURLs ?? []).some((owned) => ownsUrl(owned, url))) &&
    coversNames(held.resourceNames ?? [], part.resourceNames ?? [])
  );
}

function includesAll(
  held: readonly string[] | null | undefined,
  wanted: readonly string[] | null | undefined,
): boolean {
  return held?.includes("*") || (wanted ?? []).every((value) => held?.includes(value));
}

function coversResource(held: readonly string[], resource: string): boolean {
  if (held.includes("*") || held.includes(resource)) return true;
  const slash = resource.indexOf("/");
  return slash !== -1 && held.includes(`*${resource.slice(slash)}`);
}

function ownsUrl(owned: string, url: string): boolean {
  return owned === url || (owned.endsWith("*") && urlCovers(owned, url));
}

function coversNames(held: readonly string[], wanted: readonly string[]): boolean {
  if (held.length === 0) return true;
  return wanted.length > 0 && wanted.every((name) => held.includes(name));
}
