import { statusErrorOf, unauthorizedError } from "@kubewright/api";
import type { AccessRequest } from "../auth/authorizer.ts";
import { forbiddenAccess } from "../auth/forbidden-access.ts";
import type { Impersonator } from "../auth/impersonation/impersonator.ts";
import type { Authenticator, User } from "../auth/user.ts";
import type { ServerState } from "../resource/server-state.ts";
import { generateUid } from "../verb/write/generate-name.ts";
import type { AnswerContext, KeptAnswers } from "./answer/answer-context.ts";
import { LastList } from "./answer/form/last-list.ts";
import { DeflatedRows } from "./answer/gzip/deflated-rows.ts";
import { WarningRecorder } from "./answer/warning-recorder.ts";
import { writeText } from "./answer/write-answer.ts";
import { writeError, writeNotFoundPage } from "./answer/write-error.ts";
import type { AllowedExchange } from "./endpoint/exchange-state.ts";
import { routeOf } from "./endpoint/route.ts";
import { serveResource } from "./endpoint/serve-resource.ts";
import type { RequestHandler, ServerRequest, ServerResponse } from "./exchange.ts";
import type { InFlightLimit } from "./in-flight-limit.ts";
import { writtenPiece } from "./lazy-json.ts";
import { splitTarget } from "./request/query.ts";
import { type RequestInfo, requestInfoOf } from "./request/request-info.ts";
import { checkTimeout } from "./request/request-timeout.ts";
import { abandon, isStream } from "./stream-body.ts";

/** What answers requests. */
export interface HandlerParts {
  readonly state: ServerState;
  readonly authenticator: Authenticator;
  readonly impersonator: Impersonator;
  /** Whether the group is one of the server's own, whatever it has. */
  isBuiltinGroup(group: string): boolean;
  /** Answers requests that are not for resources; undefined for a path that leads nowhere. Throws StatusErrors. */
  serveOther(exchange: AllowedExchange): Promise<ServerResponse | undefined>;
  /** Absent: any number of requests may be under way. */
  readonly inFlightLimit?: InFlightLimit;
  /** Told of what should not have happened, and was answered with a 500. */
  onInternalError(error: unknown, request: ServerRequest): void;
}

/** Answers requests: tells who asks and whether they may, finds what it is about, does it, and writes the answer. */
export function requestHandler(parts: HandlerParts): RequestHandler {
  const kept = { list: new LastList(), rows: new DeflatedRows() };
  return async (request) => {
    const warnings = new WarningRecorder();
    let response: ServerResponse;
    try {
      response = await respond(parts, kept, request, warnings);
    } catch (error) {
      parts.onInternalError(error, request);
      response = writeText(500, "Internal Server Error\n");
    }
    return complete(request, response, warnings, () => generateUid(parts.state.random));
  };
}

async function respond(
  parts: HandlerParts,
  kept: KeptAnswers,
  request: ServerRequest,
  warnings: WarningRecorder,
): Promise<ServerResponse> {
  const target = splitTarget(request.target);
  if (target === undefined) return writeText(400, "400 Bad Request");
  const info = requestInfoOf(request.method, target.path, target.query);
  if (info === undefined) {
    const problem = `failed to create RequestInfo: unable to determine kind and namespace from url, ${request.target}`;
    return writeText(500, `Internal Server Error: ${JSON.stringify(request.target)}: ${problem}\n`);
  }
  const context = { request, query: target.query, warnings, kept };
  let user: User;
  try {
    checkTimeout(info, target.query);
  } catch (error) {
    return writeError(context, error);
  }
  try {
    user = identify(parts, request, info);
  } catch (error) {
    return writeRefusal(context, error);
  }
  const exchange: AllowedExchange = { ...context, info, user };
  if (parts.inFlightLimit === undefined) return answer(parts, exchange);
  return (await parts.inFlightLimit.run(user, info, () => answer(parts, exchange))) ?? tooManyRequests();
}

/** The answer to someone who is known. */
async function answer(parts: HandlerParts, exchange: AllowedExchange): Promise<ServerResponse> {
  const { request, info, user } = exchange;
  const access = accessOf(user, info);
  const decision = parts.state.authorizer.authorize(access);
  if (!decision.isAllowed) return writeRefusal(exchange, forbiddenAccess(access, decision.reason));
  try {
    return await serve(parts, exchange);
  } catch (error) {
    // A client that goes away before all of its body is there is no fault of the server.
    if (statusErrorOf(error) === undefined && !request.signal.aborted) parts.onInternalError(error, request);
    return writeError(exchange, error);
  }
}

function writeRefusal(context: AnswerContext, error: unknown): Promise<ServerResponse> {
  const isForbidden = statusErrorOf(error)?.code !== 401;
  return writeError(context, error, isForbidden ? { "x-content-type-options": "nosniff" } : {});
}

/** Who makes the request. Throws a StatusError when that is unknown, or someone whom they may not be. */
function identify(parts: HandlerParts, request: ServerRequest, info: RequestInfo): User {
  const { credentials, headers } = request;
  if (credentials.isCertificateRefused === true && credentials.authorization === undefined) throw unauthorizedError();
  const asking = parts.authenticator.authenticate(credentials);
  const isPlain = headers["impersonate-user"] === undefined;
  const lists = isPlain ? headers : (request.headerLists?.() ?? headers);
  return parts.impersonator.impersonate(asking, lists, accessOf(asking, info));
}

function accessOf(user: User, info: RequestInfo): AccessRequest {
  const { verb, path, group, version, resource, subresource, namespace, name } = info;
  if (!info.isResource) return { user, verb, path };
  return { user, verb, group, version, resource, subresource, namespace, name };
}

async function serve(parts: HandlerParts, exchange: AllowedExchange): Promise<ServerResponse> {
  const { info, request } = exchange;
  // The path may begin with more than one slash, which means a resource to those who allow, but not to those who serve.
  const isResource = info.isResource && /^\/apis?\//.test(info.path);
  if (!isResource) return (await parts.serveOther(exchange)) ?? writeNotFoundPage();
  const route = routeOf(info, request.method, parts.state.catalog, parts.isBuiltinGroup);
  return route === undefined ? writeNotFoundPage() : serveResource(parts.state, route, exchange);
}

/** Adds what all answers have. */
function complete(
  request: ServerRequest,
  response: ServerResponse,
  warnings: WarningRecorder,
  newId: () => string,
): ServerResponse {
  const texts = warnings.headers();
  const shown = request.method === "HEAD" ? withoutBody(response) : response;
  return {
    ...shown,
    headers: {
      "audit-id": request.headers["audit-id"] || newId(),
      "cache-control": "no-cache, private",
      ...shown.headers,
      ...(texts.length > 0 && { warning: texts }),
    },
  };
}

/** The answer to HEAD: as long as that to GET would be. A stream never begins. */
function withoutBody(response: ServerResponse): ServerResponse {
  const { status, headers, body } = response;
  if (isStream(body)) {
    abandon(body).catch(() => {});
    return { status, headers, body: "" };
  }
  return { status, headers: { ...headers, "content-length": String(Buffer.byteLength(writtenPiece(body))) }, body: "" };
}

function tooManyRequests(): ServerResponse {
  const { headers, ...refusal } = writeText(429, "Too many requests, please try again later.\n");
  return { ...refusal, headers: { ...headers, "retry-after": "1" } };
}
