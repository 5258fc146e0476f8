import type { Clock } from "@kubewright/api";
import type { ServiceAccountTokens } from "../../auth/token/service-account-tokens.ts";
import type { Discovery } from "../../discovery/discovery.ts";
import type { HealthChecks } from "../../discovery/health-checks.ts";
import type { OpenApiDocuments } from "../../discovery/openapi/open-api-documents.ts";
import { rootPaths } from "../../discovery/root-paths.ts";
import { indentJson, jsonTextOf } from "../answer/form/json-text.ts";
import { writeAnswer, writeText } from "../answer/write-answer.ts";
import type { ServerResponse } from "../exchange.ts";
import { parseAccept } from "../media/accept.ts";
import { isProducible, mediaTypes, negotiate, notAcceptableError } from "../media/negotiate.ts";
import { noSuchMethod, noSuchRepresentation, noSuchRoute } from "../request/generic-error.ts";
import type { AllowedExchange } from "./exchange-state.ts";
import { type CompressedDocuments, serveOpenApi } from "./serve-open-api.ts";
import { serveOpenId } from "./serve-open-id.ts";

/** What paths that are not for resources tell of. */
export interface OtherParts {
  readonly discovery: Discovery;
  readonly openApi: OpenApiDocuments;
  readonly compressed: CompressedDocuments;
  readonly health: HealthChecks;
  readonly tokens: ServiceAccountTokens;
  /** What `/version` says. */
  readonly version: Readonly<Record<string, string>>;
  readonly clock: Clock;
}

/** Answers a request that is not for a resource; undefined for a path that leads nowhere. Throws StatusErrors. */
export async function serveOther(parts: OtherParts, exchange: AllowedExchange): Promise<ServerResponse | undefined> {
  const { path } = exchange.info;
  const health = parts.health.text(path, exchange.query);
  if (health !== undefined) return writeText(200, health);
  switch (path) {
    case "/":
    case "/index.html":
      return plainJson({ paths: rootPaths(parts.discovery.lists, parts.health.paths()) });
    case "/metrics":
      return metrics(parts);
    case "/version":
    case "/version/":
      checkRouted(exchange);
      return plainJson(parts.version);
  }
  if (/^\/apis?(\/|$)/.test(path)) return serveDiscovery(parts.discovery, exchange);
  if (path.startsWith("/openapi/")) return serveOpenApi(parts.openApi, parts.compressed, exchange, parts.clock.now());
  return serveOpenId(parts.tokens, exchange);
}

async function serveDiscovery(discovery: Discovery, exchange: AllowedExchange): Promise<ServerResponse | undefined> {
  const [, prefix = "", ...rest] = withoutEnd(exchange.info.path).split("/");
  const [group, version, ...more] = prefix === "api" ? ["", ...rest] : rest;
  if (more.length > 0 || (prefix === "apis" && group === "")) return undefined;
  if (prefix === "api" ? version === undefined : group === undefined) {
    checkRouted(exchange);
    const part = prefix === "api" ? "core" : "groups";
    if (wantsAggregated(exchange.request.headers.accept)) return serveAggregated(discovery, part, exchange);
    const address = exchange.request.headers.host ?? "127.0.0.1:6443";
    return document(exchange, part === "core" ? discovery.coreVersions(address) : discovery.groups());
  }
  const found = version === undefined ? discovery.group(group!) : discovery.list(group!, version);
  if (found === undefined) {
    if (discovery.isBuiltinGroup(group!)) throw noSuchRoute();
    return undefined;
  }
  checkRouted(exchange);
  return document(exchange, found);
}

/** However many slashes are at the end of a path, they mean nothing. */
function withoutEnd(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}

function serveAggregated(discovery: Discovery, part: "core" | "groups", exchange: AllowedExchange): ServerResponse {
  const { text, hash } = discovery.aggregated(part);
  const etag = `"${hash}"`;
  const headers = { etag, vary: "Accept" };
  if (exchange.request.headers["if-none-match"] === etag) return { status: 304, headers, body: "" };
  return {
    status: 200,
    headers: { ...headers, "content-type": "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" },
    body: `${text}\n`,
  };
}

/** Whether the first form that a client accepts, and that there is, is the aggregated one. */
function wantsAggregated(accept = ""): boolean {
  for (const { type, subtype, parameters } of parseAccept(accept)) {
    const isJson = (type === "application" && (subtype === "json" || subtype === "*")) || type === "*";
    if (!isJson) continue;
    if (!parameters.has("as") && !parameters.has("g") && !parameters.has("v")) return false;
    const isAggregated = parameters.get("as") === "APIGroupDiscoveryList" && parameters.get("v") === "v2";
    if (isAggregated && parameters.get("g") === "apidiscovery.k8s.io") return true;
  }
  return false;
}

function document(exchange: AllowedExchange, value: object): Promise<ServerResponse> {
  const choice = negotiate(exchange.request.headers.accept, "none");
  if (choice === undefined) throw notAcceptableError();
  return writeAnswer(exchange, 200, jsonTextOf(value), choice);
}

/** What the router checks of documents that it serves. */
function checkRouted({ request }: AllowedExchange): void {
  if (request.method !== "GET") throw noSuchMethod();
  if (!isProducible(request.headers.accept)) throw noSuchRepresentation(mediaTypes);
}

/** Always indented, whoever asks. */
function plainJson(value: object): ServerResponse {
  return { status: 200, headers: { "content-type": "application/json" }, body: indentJson(jsonTextOf(value)) };
}

function metrics({ discovery, version }: OtherParts): ServerResponse {
  const { gitVersion, major, minor } = version;
  const body = [
    "# HELP kubernetes_build_info A metric with a constant '1' value labeled by major, minor and git version.",
    "# TYPE kubernetes_build_info gauge",
    `kubernetes_build_info{git_version="${gitVersion}",major="${major}",minor="${minor}"} 1`,
    "# HELP kubewright_served_group_versions Groups and versions that are served.",
    "# TYPE kubewright_served_group_versions gauge",
    `kubewright_served_group_versions ${discovery.lists.length}`,
    "",
  ].join("\n");
  return { status: 200, headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" }, body };
}
