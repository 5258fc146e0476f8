import type { OpenApiDocument, OpenApiDocuments } from "../../discovery/openapi/open-api-documents.ts";
import { jsonTextOf } from "../answer/form/json-text.ts";
import { compress } from "../answer/write-answer.ts";
import type { ServerResponse } from "../exchange.ts";
import { parseAccept } from "../media/accept.ts";
import type { AllowedExchange } from "./exchange-state.ts";

/** Documents that were compressed once: they are large, and change only with definitions. */
export type CompressedDocuments = WeakMap<OpenApiDocument, Promise<Uint8Array>>;

/** Answers requests for OpenAPI documents; undefined for another path. Those of version 3 are there as JSON only. */
export async function serveOpenApi(
  documents: OpenApiDocuments,
  compressed: CompressedDocuments,
  exchange: AllowedExchange,
  now: number,
): Promise<ServerResponse | undefined> {
  const { path } = exchange.info;
  if (path === "/openapi/v3") {
    const headers = { "content-type": "text/plain; charset=utf-8" };
    return { status: 200, headers, body: jsonTextOf(documents.index()) };
  }
  if (path === "/openapi/v2") {
    const format = version2Format(exchange);
    if (format === undefined) return { status: 406, headers: { vary: ["Accept-Encoding", "Accept"] }, body: "" };
    return format === "json"
      ? serveVersion2(documents.version2(), "application/json", compressed, exchange)
      : serveVersion2(documents.version2Protobuf(), protobufType, compressed, exchange);
  }
  if (!path.startsWith("/openapi/v3/")) return undefined;
  const name = path.slice("/openapi/v3/".length);
  const document = documents.document(name);
  if (document === undefined) return { status: 404, headers: {}, body: "" };
  if (!acceptsJson(exchange)) return { status: 406, headers: { vary: "Accept" }, body: "" };
  return serveVersion3(name, document, exchange, now);
}

function serveVersion3(
  name: string,
  document: OpenApiDocument,
  exchange: AllowedExchange,
  now: number,
): ServerResponse {
  const etag = `"${document.hash}"`;
  const headers = { "content-type": "application/json", etag, vary: "Accept" };
  const hash = exchange.query.get("hash") ?? "";
  if (hash !== "" && hash !== document.hash) {
    return { status: 301, headers: { ...headers, location: `/openapi/v3/${name}?hash=${document.hash}` }, body: "" };
  }
  const all = hash === "" ? headers : { ...headers, "cache-control": "public, immutable", expires: inOneYear(now) };
  if (exchange.request.headers["if-none-match"] === etag) return { status: 304, headers: all, body: "" };
  return { status: 200, headers: all, body: document.bytes };
}

/** Until then, clients such as kubectl do not ask for what has that hash again. */
function inOneYear(now: number): string {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.toUTCString().replace("GMT", "UTC");
}

const protobufType = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
/** With an @, as the oldest clients write it, or with a dot. */
const protobufSubtype = /^com\.github\.proto-openapi\.spec\.v2[@.]v1\.0\+protobuf$/;

/** The first of the accepted types that there is. */
function version2Format({ request }: AllowedExchange): "json" | "protobuf" | undefined {
  const accept = request.headers.accept ?? "";
  if (accept === "") return "json";
  for (const { type, subtype } of parseAccept(accept)) {
    if (type !== "application" && type !== "*") continue;
    if (subtype === "json" || subtype === "*") return "json";
    if (protobufSubtype.test(subtype)) return "protobuf";
  }
  return undefined;
}

async function serveVersion2(
  document: OpenApiDocument,
  contentType: string,
  compressed: CompressedDocuments,
  { request }: AllowedExchange,
): Promise<ServerResponse> {
  const etag = `"${document.hash}"`;
  const headers = { "content-type": contentType, etag, vary: ["Accept-Encoding", "Accept"] };
  if (request.headers["if-none-match"] === etag) return { status: 304, headers, body: "" };
  if (!/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) {
    return { status: 200, headers, body: document.bytes };
  }
  let bytes = compressed.get(document);
  if (bytes === undefined) {
    bytes = compress(document.bytes);
    compressed.set(document, bytes);
  }
  return { status: 200, headers: { ...headers, "content-encoding": "gzip" }, body: await bytes };
}

function acceptsJson({ request }: AllowedExchange): boolean {
  const accept = request.headers.accept ?? "";
  if (accept === "") return true;
  return parseAccept(accept).some(({ type, subtype }) => {
    return (type === "application" || type === "*") && (subtype === "json" || subtype === "*");
  });
}
