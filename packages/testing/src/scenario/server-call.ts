import { formatGroupResource, formatKey, parseJson } from "@kubewright/api";
import type { ApiRequest } from "@kubewright/client";

/** What a request asks of the server, in the words of RBAC. */
export interface ServerCall {
  /** `apply` where RBAC says `patch`. */
  readonly verb: string;
  readonly isWrite: boolean;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  /** Of an object to be created, what its body says. */
  readonly name?: string;
}

/** The call that a request is; undefined when it is about no object, as for discovery. */
export function serverCallOf(request: ApiRequest): ServerCall | undefined {
  const { pathname, searchParams } = new URL(request.path, "http://server");
  const [root, ...parts] = pathname.slice(1).split("/").map(decodeURIComponent);
  const group = root === "apis" ? parts.shift() : "";
  const version = parts.shift();
  const namespace = isInNamespace(parts) ? parts.splice(0, 2)[1] : undefined;
  const [resource, pathName, subresource] = parts;
  if (!(root === "api" || root === "apis") || group === undefined || version === undefined || !resource)
    return undefined;
  const name = pathName ?? (request.method === "POST" ? nameInBody(request.body) : undefined);
  return {
    verb: verbOf(request, pathName !== undefined, searchParams.get("watch") !== null),
    isWrite: request.method !== "GET",
    group,
    version,
    resource,
    ...(subresource !== undefined && { subresource }),
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
  };
}

/** `patch memcacheds.cache.example.com/status sample`; `home` is the namespace that goes without saying. */
export function formatServerCall(call: ServerCall, home: string | undefined): string {
  const { verb, group, resource, subresource, namespace, name } = call;
  const subject = formatGroupResource({ group, resource }) + (subresource === undefined ? "" : `/${subresource}`);
  const away = namespace === home ? undefined : namespace;
  if (name === undefined) return `${verb} ${subject}${away === undefined ? "" : ` in ${away}`}`;
  return `${verb} ${subject} ${formatKey(away === undefined ? { name } : { namespace: away, name })}`;
}

/** `namespaces/a/pods`, but not `namespaces/a` and its subresources. */
function isInNamespace([first, , third, ...more]: readonly string[]): boolean {
  if (first !== "namespaces" || third === undefined) return false;
  return more.length > 0 || (third !== "status" && third !== "finalize");
}

function verbOf({ method, headers = {} }: ApiRequest, isOne: boolean, isWatch: boolean): string {
  switch (method) {
    case "GET":
      return isWatch ? "watch" : isOne ? "get" : "list";
    case "POST":
      return "create";
    case "PUT":
      return "update";
    case "PATCH":
      return headers["content-type"]?.startsWith("application/apply-patch") ? "apply" : "patch";
    case "DELETE":
      return isOne ? "delete" : "deletecollection";
  }
}

function nameInBody(body: string | undefined): string | undefined {
  const { metadata } = parseJson(body ?? "{}") as { metadata?: { name?: string; generateName?: string } };
  return metadata?.name ?? (metadata?.generateName === undefined ? undefined : `${metadata.generateName}*`);
}
