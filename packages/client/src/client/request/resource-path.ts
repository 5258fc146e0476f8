import {
  formatApiVersion,
  type GroupVersionKind,
  type ObjectKey,
  parseKey,
  type Scope,
  validatePathSegmentName,
} from "@kubewright/api";
import { ClientError } from "../../errors.ts";
import type { KeyLike } from "../client.ts";

/** Where the objects of a kind are. */
export interface ResourceLocation extends GroupVersionKind {
  /** Resource name in URLs, as in `deployments`. */
  readonly resource: string;
  readonly scope: Scope;
}

/** `/api/v1/…` or `/apis/<group>/<version>/…`, of one namespace or, without one, of all. */
export function collectionPath(location: ResourceLocation, namespace?: string): string {
  const root = location.group === "" ? "/api" : "/apis";
  const prefix = `${root}/${formatApiVersion(location)}`;
  return namespace === undefined
    ? `${prefix}/${location.resource}`
    : `${prefix}/namespaces/${pathSegment("namespace", namespace)}/${location.resource}`;
}

/** The path of one object. For a namespaced kind, `key` must name the namespace. */
export function objectPath(location: ResourceLocation, key: ObjectKey, subresource?: string): string {
  const path = `${collectionPath(location, key.namespace)}/${pathSegment("name", key.name)}`;
  return subresource === undefined ? path : `${path}/${pathSegment("subresource", subresource)}`;
}

/** The parts of a key. Throws ClientError `INVALID_ARGUMENT` when they cannot be part of a path. */
export function readKey(key: KeyLike): ObjectKey {
  if (typeof key !== "string" && (typeof key !== "object" || key === null)) {
    throw invalid(`the key is ${String(key)}, but must be "name", "namespace/name" or an object's metadata`);
  }
  const { namespace, name } = typeof key === "string" ? parsed(key) : key;
  pathSegment("name", name);
  if (namespace === undefined || namespace === "") return { name };
  pathSegment("namespace", namespace);
  return { namespace, name };
}

function parsed(key: string): ObjectKey {
  try {
    return parseKey(key);
  } catch (cause) {
    throw invalid(cause instanceof Error ? cause.message : String(cause), cause);
  }
}

/** The namespace that a call about `location` goes to: `wanted`, or `fallback`; none for cluster-scoped kinds. */
export function namespaceFor(
  location: ResourceLocation,
  wanted: string | undefined,
  fallback: string | undefined,
): string | undefined {
  const named = wanted === "" ? undefined : wanted;
  if (location.scope === "Namespaced") return named ?? fallback;
  if (named === undefined) return undefined;
  throw invalid(`${location.kind} is cluster-scoped: leave out the namespace ${JSON.stringify(named)}`);
}

/** What stands for itself in a path, as most names do. */
const plainPattern = /^[a-z0-9][-a-z0-9.]*$/;

/**
 * `value`, escaped to be one segment of a path.
 *
 * What no API server accepts as a name throws ClientError `INVALID_ARGUMENT`: it would lead to another path.
 */
export function pathSegment(what: "name" | "namespace" | "subresource", value: string): string {
  if (typeof value === "string" && plainPattern.test(value)) return value;
  if (typeof value !== "string" || value === "") throw invalid(`the ${what} is empty`);
  const problems = validatePathSegmentName(value);
  if (problems.length > 0) throw invalid(`${JSON.stringify(value)} cannot be a ${what}: it ${problems.join(" and ")}`);
  try {
    // A colon needs no escape in a path, and is common: `system:node`.
    return encodeURIComponent(value).replaceAll("%3A", ":");
  } catch (cause) {
    throw invalid(`${JSON.stringify(value)} cannot be a ${what}: it is not valid Unicode`, cause);
  }
}

function invalid(message: string, cause?: unknown): ClientError {
  return new ClientError("INVALID_ARGUMENT", message, cause === undefined ? undefined : { cause });
}
