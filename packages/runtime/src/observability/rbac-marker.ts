import { isForbidden, statusErrorOf } from "@kubewright/api";

/** What the API server says when no role grants a request. Refusals by admission and policies read otherwise. */
const resourcePattern = /cannot (\S+) resource "([^"]+)" in API group "([^"]*)"/;
const pathPattern = /cannot (\S+) path "([^"]+)"/;

/**
 * The marker that would grant what a 403 refused, as `// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=update`.
 *
 * Undefined when `error` neither is nor wraps a 403 for want of a role: one of admission, say, no role can change. A watch needs
 * three verbs that are refused one after the other, so `list` and `watch` come together, with `get`.
 */
export function rbacMarkerOf(error: unknown): string | undefined {
  if (!isForbidden(error)) return undefined;
  const message = statusErrorOf(error)?.status.message ?? "";
  const [, verb, resource, group] = resourcePattern.exec(message) ?? [];
  if (verb !== undefined && resource !== undefined) {
    const verbs = verb === "list" || verb === "watch" ? "get;list;watch" : verb;
    return `// +kubebuilder:rbac:groups=${group || '""'},resources=${resource},verbs=${verbs}`;
  }
  const [, pathVerb, path] = pathPattern.exec(message) ?? [];
  return pathVerb === undefined ? undefined : `// +kubebuilder:rbac:urls=${path},verbs=${pathVerb}`;
}

/** A sentence that says what to do about a 403, to be put after its message; empty where nothing is known to help. */
export function rbacHint(error: unknown): string {
  const marker = rbacMarkerOf(error);
  return marker === undefined ? "" : `; a role with this marker would grant it: ${marker}`;
}
