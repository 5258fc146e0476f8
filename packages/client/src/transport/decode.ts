import { isStatus, parseJson, type Status, StatusError, unexpectedResponseError } from "@kubewright/api";
import { ClientError } from "../errors.ts";
import { pathWithoutQuery } from "./path-without-query.ts";
import type { ApiRequest, ApiResponse } from "./transport.ts";

const maxExcerpt = 200;

/**
 * The JSON value of an answer, in which integers beyond 2^53 are `bigint`.
 *
 * Throws a StatusError for any status but 2xx; where the server sent no Status, one is made from the code, as client-go
 * does. Throws ClientError `UNEXPECTED_RESPONSE` for a 2xx whose body is not JSON, and what reading the body throws.
 */
export async function decode(request: ApiRequest, response: ApiResponse): Promise<unknown> {
  const isAccepted = response.status >= 200 && response.status <= 299;
  if (isAccepted && response.body.json !== undefined) return await response.body.json();
  const text = await response.body.text();
  if (!isAccepted) throw statusErrorFrom(request, response, text);
  const type = mediaType(response);
  if (isHtml(type, text)) {
    throw new ClientError(
      "UNEXPECTED_RESPONSE",
      `${describe(request)}: the answer is HTML, not JSON: is there a proxy or a login page between this client and the API server? ` +
        `It says ${JSON.stringify(excerpt(text, true))}`,
    );
  }
  if (type !== "" && type !== "application/json" && !type.endsWith("+json")) {
    throw new ClientError(
      "UNEXPECTED_RESPONSE",
      `${describe(request)}: the answer is ${type}, not JSON: is this an API server?`,
    );
  }
  try {
    return parseJson(text);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new ClientError(
      "UNEXPECTED_RESPONSE",
      `${describe(request)}: the answer of ${Buffer.byteLength(text)} bytes is not whole JSON (${problem}): was it cut off on the way?`,
      { cause },
    );
  }
}

/** The error for an answer that is not 2xx, given its body. */
function statusErrorFrom(request: ApiRequest, response: ApiResponse, text: string): StatusError {
  const status = parseStatus(text);
  if (status !== undefined) {
    return new StatusError(status.code === undefined ? { ...status, code: response.status } : status, refused(request));
  }
  const isPage = isHtml(mediaType(response), text);
  const says = excerpt(text, isPage);
  const retryAfter = Number(response.headers.get("retry-after")?.[0]);
  const made = unexpectedResponseError({
    code: response.status,
    method: request.method,
    body: says,
    ...(Number.isInteger(retryAfter) && { retryAfterSeconds: retryAfter }),
  }).status;
  const hints = [
    response.status === 413 &&
      `the request has ${Buffer.byteLength(request.body ?? "")} bytes; API servers take at most 3 MiB, proxies often less`,
    isPage && "the answer is HTML, not JSON: is there a proxy between this client and the API server?",
    !isPage && "the answer is no Status: is this an API server?",
    says !== "" && !made.message?.includes(says) && `it says ${JSON.stringify(says)}`,
  ].filter((hint) => hint !== false);
  const message = `${describe(request)}: ${[made.message, ...hints].join("; ")}`;
  const reason = response.status === 413 ? { reason: "RequestEntityTooLarge" as const } : {};
  return new StatusError({ ...made, ...reason, message }, refused(request));
}

function refused({ method, path }: ApiRequest): { request: { method: string; path: string } } {
  return { request: { method, path: pathWithoutQuery(path) } };
}

function parseStatus(text: string): Status | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value = parseJson(text);
    return isStatus(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function describe(request: ApiRequest): string {
  return `${request.method} ${pathWithoutQuery(request.path)}`;
}

function mediaType(response: ApiResponse): string {
  const type = response.headers.get("content-type")?.[0] ?? "";
  return type === "application/json" ? type : type.split(";", 1)[0]!.trim().toLowerCase();
}

function isHtml(type: string, text: string): boolean {
  return type === "text/html" || type === "application/xhtml+xml" || /^\s*<(?:!doctype\s+html|html)\b/i.test(text);
}

/** The beginning of a text, on one line; of a page, what a person would see. */
function excerpt(text: string, isPage: boolean): string {
  const head = text.slice(0, isPage ? 8192 : 4 * maxExcerpt);
  const visible = isPage
    ? head.replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)|<!--[\s\S]*?(?:-->|$)|<[^>]*(?:>|$)/gi, " ")
    : head;
  const line = visible.replaceAll(/\s+/g, " ").trim();
  return line.length > maxExcerpt ? `${line.slice(0, maxExcerpt)}…` : line;
}
