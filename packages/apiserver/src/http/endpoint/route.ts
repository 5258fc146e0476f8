import { methodNotSupportedError, notFoundError, type StatusError } from "@kubewright/api";
import type { Resource, Subresource } from "../../resource/resource.ts";
import type { ResourceCatalog } from "../../resource/resource-catalog.ts";
import { noSuchMethod, noSuchRoute } from "../request/generic-error.ts";
import type { RequestInfo } from "../request/request-info.ts";

/** What is to be done with a resource. */
export type Operation =
  | "get"
  | "list"
  | "watch"
  | "create"
  | "update"
  | "patch"
  | "delete"
  | "deletecollection"
  /** Anything with an action subresource. */
  | "act";

/** Where a request leads. */
export interface Route {
  readonly resource: Resource;
  /** Absent for the resource itself. */
  readonly subresource: Subresource | undefined;
  readonly operation: Operation;
  /** Empty for objects of the cluster, and for all namespaces. */
  readonly namespace: string;
  readonly name: string;
}

/**
 * Finds what a request for a resource is about; undefined for a path that leads nowhere at all.
 *
 * Throws a StatusError for a path of a group that is built in, and for a method that there is not. Whether a custom resource has a method is
 * told in other words than for built-in ones, as in the reference, where other parts serve them.
 */
export function routeOf(
  info: RequestInfo,
  method: string,
  catalog: ResourceCatalog,
  isBuiltinGroup: (group: string) => boolean,
): Route | undefined {
  const { group, version, resource: plural } = info;
  if (isBuiltinGroup(group)) {
    if (info.isVerbInPath && info.verb === "proxy") throw noSuchRoute();
    const resource = catalog.find(group, version, plural);
    return builtinRoute(info, method, resource ?? refuse(noSuchRoute()));
  }
  const resource = catalog.find(group, version, plural);
  return resource && customRoute(info, resource);
}

function builtinRoute(info: RequestInfo, method: string, resource: Resource): Route {
  const { parts, isInNamespace } = info;
  const isWholeCluster = resource.isNamespaced && !isInNamespace;
  if (isInNamespace && !resource.isNamespaced) throw noSuchRoute();
  if (isWholeCluster && parts.length > 1) throw noSuchRoute();
  const namespace = resource.isNamespaced ? info.namespace : "";
  if (info.isVerbInPath) {
    if (parts.length > 2 || !resource.verbs.includes("watch")) throw noSuchRoute();
    if (method !== "GET") throw noSuchMethod();
    return { resource, subresource: undefined, operation: "watch", namespace, name: info.name };
  }
  const subresource = parts.length > 2 ? subresourceOf(resource, parts) : undefined;
  const operations = operationsOf(resource, subresource, parts.length, isWholeCluster);
  if (operations.size === 0) throw noSuchRoute();
  const operation = operations.get(method) ?? refuse(noSuchMethod());
  const isWatch = operation === "list" && info.verb === "watch";
  return { resource, subresource, operation: isWatch ? "watch" : operation, namespace, name: info.name };
}

function subresourceOf(resource: Resource, parts: readonly string[]): Subresource {
  const subresource = resource.subresources.get(parts[2] ?? "");
  // Only what follows `proxy` may go on.
  if (subresource === undefined || (parts.length > 3 && subresource.name !== "proxy")) throw noSuchRoute();
  return subresource;
}

/** What each method does at a path of this shape. */
function operationsOf(
  resource: Resource,
  subresource: Subresource | undefined,
  depth: number,
  isWholeCluster: boolean,
): ReadonlyMap<string, Operation> {
  const table = depth === 1 ? (isWholeCluster ? wholeClusterTable : collectionTable) : itemTable;
  const verbs = subresource?.verbs ?? resource.verbs;
  const isAction = subresource?.type === "action";
  const operations = new Map<string, Operation>();
  for (const [method, verb] of table) {
    if (depth === 2 && method === "POST") continue;
    if (verbs.includes(verb)) operations.set(method, isAction ? "act" : verb);
  }
  return operations;
}

const wholeClusterTable: readonly (readonly [string, Operation])[] = [["GET", "list"]];
const collectionTable: readonly (readonly [string, Operation])[] = [
  ["GET", "list"],
  ["POST", "create"],
  ["DELETE", "deletecollection"],
];
const itemTable: readonly (readonly [string, Operation])[] = [
  ["GET", "get"],
  ["POST", "create"],
  ["PUT", "update"],
  ["PATCH", "patch"],
  ["DELETE", "delete"],
];

function customRoute(info: RequestInfo, resource: Resource): Route | undefined {
  const { verb, namespace, name } = info;
  if (!resource.isNamespaced && namespace !== "") return undefined;
  if (resource.isNamespaced && namespace === "" && verb !== "list" && verb !== "watch") return undefined;
  const about = { group: resource.group, resource: resource.resource };
  if (info.subresource === "") {
    if (!customVerbs.has(verb)) throw methodNotSupportedError(about, verb);
    return { resource, subresource: undefined, operation: verb as Operation, namespace, name };
  }
  const subresource = resource.subresources.get(info.subresource);
  if (subresource === undefined) throw notFoundError(about, name);
  if (!subresource.verbs.includes(verb)) throw methodNotSupportedError(about, verb);
  return { resource, subresource, operation: verb as Operation, namespace, name };
}

const customVerbs: ReadonlySet<string> = new Set([
  "get",
  "list",
  "watch",
  "create",
  "update",
  "patch",
  "delete",
  "deletecollection",
]);

function refuse(error: StatusError): never {
  throw error;
}
