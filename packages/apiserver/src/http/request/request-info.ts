import { FieldSelector, Selector, validatePathSegmentName } from "@kubewright/api";
import { booleanParameter, integerParameter } from "../../verb/read/query-value.ts";

/** What a request is about, told from its method and target alone. */
export interface RequestInfo {
  /** Unescaped. */
  readonly path: string;
  /** Whether the rest, but for `path` and `verb`, means something. */
  readonly isResource: boolean;
  /** `get`, `list`, `watch`, `create`, …; for other paths, and methods that resources do not have, the method in lower case or `""`. */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  /** Whether the path names a namespace before the resource. False for a namespace itself. */
  readonly isInNamespace: boolean;
  readonly resource: string;
  readonly subresource: string;
  /** Of the path, or that a field selector for one name asks for. */
  readonly name: string;
  /** From the resource on: `["pods", "web-0", "log"]`. */
  readonly parts: readonly string[];
  /** Whether the path says `watch` or `proxy` before the resource, as clients did long ago. */
  readonly isVerbInPath: boolean;
}

/**
 * Tells what a request is about as the server does before it knows whether there is such a thing, so that it can ask whether the user may.
 *
 * Undefined when the path ends after `watch` or `proxy`.
 */
export function requestInfoOf(method: string, path: string, query: URLSearchParams): RequestInfo | undefined {
  const other = { ...noResource, path, verb: method.toLowerCase() };
  let parts = partsOf(path);
  if (parts.length < 3) return other;
  const [prefix = "", ...rest] = parts;
  if (prefix !== "api" && prefix !== "apis") return other;
  parts = rest;
  let group = "";
  if (prefix === "apis") {
    if (parts.length < 3) return other;
    group = parts[0] ?? "";
    parts = parts.slice(1);
  }
  const version = parts[0] ?? "";
  parts = parts.slice(1);
  const isVerbInPath = parts[0] === "watch" || parts[0] === "proxy";
  let verb = verbs.get(method) ?? "";
  if (isVerbInPath) {
    if (parts.length < 2) return undefined;
    verb = parts[0] ?? "";
    parts = parts.slice(1);
  }
  let namespace = "";
  let isInNamespace = false;
  if (parts[0] === "namespaces" && parts.length > 1) {
    namespace = parts[1] ?? "";
    isInNamespace = parts.length > 2 && parts[2] !== "status" && parts[2] !== "finalize";
    if (isInNamespace) parts = parts.slice(2);
  }
  const subresource = parts.length >= 3 && verb !== "proxy" ? (parts[2] ?? "") : "";
  let name = parts[1] ?? "";
  if (name === "" && verb === "get") {
    const wanted = readSelection(query);
    verb = wanted.isWatch ? "watch" : "list";
    name = wanted.name;
  }
  if (name === "" && verb === "delete") verb = "deletecollection";
  return {
    path,
    isResource: true,
    verb,
    group,
    version,
    namespace,
    isInNamespace,
    resource: parts[0] ?? "",
    subresource,
    name,
    parts,
    isVerbInPath,
  };
}

const noResource: RequestInfo = {
  path: "",
  isResource: false,
  verb: "",
  group: "",
  version: "",
  namespace: "",
  isInNamespace: false,
  resource: "",
  subresource: "",
  name: "",
  parts: [],
  isVerbInPath: false,
};

const verbs: ReadonlyMap<string, string> = new Map([
  ["POST", "create"],
  ["GET", "get"],
  ["HEAD", "get"],
  ["PUT", "update"],
  ["PATCH", "patch"],
  ["DELETE", "delete"],
]);

function partsOf(path: string): string[] {
  let start = 0;
  let end = path.length;
  while (start < end && path[start] === "/") start++;
  while (end > start && path[end - 1] === "/") end--;
  return start === end ? [] : path.slice(start, end).split("/");
}

/** Parameters that cannot be read count as none of them being there, but for `watch`. */
function readSelection(query: URLSearchParams): { readonly isWatch: boolean; readonly name: string } {
  const isWatch = booleanParameter(query, "watch") ?? false;
  const fields = query.get("fieldSelector") ?? "";
  if (fields === "") return { isWatch, name: "" };
  const name = soleName(query, fields);
  return { isWatch, name: name !== undefined && validatePathSegmentName(name).length === 0 ? name : "" };
}

function soleName(query: URLSearchParams, fields: string): string | undefined {
  try {
    integerParameter(query, "limit");
    integerParameter(query, "timeoutSeconds");
    Selector.parse(query.get("labelSelector") ?? "");
    return FieldSelector.parse(fields).requiredValue("metadata.name");
  } catch {
    return undefined;
  }
}
