import type { Clock } from "@kubewright/api";
import { ClientError, type ClientErrorCode } from "../../errors.ts";
import { systemClock } from "../../host.ts";
import { sleep } from "../../sleep.ts";
import { pathWithoutQuery } from "../path-without-query.ts";
import { responseOf } from "../response-of.ts";
import type { ApiRequest, ApiResponse, Interceptor, Method } from "../transport.ts";
import { FaultyBody } from "./faulty-body.ts";

/** Which requests go wrong, and how. */
export interface FaultRule {
  /** @default every method */
  readonly method?: Method;
  /** A part of path and query, or a pattern for them. @default every path */
  readonly path?: string | RegExp;
  /** How likely it is that a matching request is hit. @default 1 */
  readonly probability?: number;
  /** How many requests are hit at most. @default no limit */
  readonly times?: number;
  readonly fault: Fault;
}

export type Fault =
  /** The request is sent on later. */
  | { readonly type: "latency"; readonly delayMs: number }
  /** The server is not asked; the answer is this status, with a Status body. */
  | {
      readonly type: "status";
      readonly status: number;
      readonly reason?: string;
      readonly message?: string;
      readonly retryAfterSeconds?: number;
    }
  /** The server is not asked; the request fails. A lost connection if no code is given. */
  | { readonly type: "error"; readonly code?: ClientErrorCode }
  /** The server carries the request out, and the answer is lost. */
  | { readonly type: "lost-answer" }
  /** The body breaks off after so many bytes. */
  | { readonly type: "dropped-body"; readonly afterBytes: number }
  /** Nothing comes after so many bytes, until the reader gives up. */
  | { readonly type: "stalled-body"; readonly afterBytes: number };

export interface FaultOptions {
  /** Two runs with the same seed and the same requests have the same faults. @default 1 */
  readonly seed?: number;
  /** @default the host's clock */
  readonly clock?: Clock;
}

/** Makes requests go wrong on purpose. Rules are looked at in order; all latencies add up, the first other fault decides. */
export function injectFaults(rules: readonly FaultRule[], options: FaultOptions = {}): Interceptor {
  const clock = options.clock ?? systemClock;
  const random = seededRandom(options.seed ?? 1);
  const hits = rules.map(() => 0);

  function strike(request: ApiRequest): Fault[] {
    const faults: Fault[] = [];
    for (const [index, rule] of rules.entries()) {
      if (!matches(rule, request) || hits[index]! >= (rule.times ?? Number.POSITIVE_INFINITY)) continue;
      if (random() >= (rule.probability ?? 1)) continue;
      hits[index]!++;
      faults.push(rule.fault);
      if (rule.fault.type !== "latency") break;
    }
    return faults;
  }

  return async (request, next) => {
    for (const fault of strike(request)) {
      if (fault.type === "latency") await sleep(fault.delayMs, { clock, signal: request.signal });
      else return suffer(fault, request, next, clock);
    }
    return next(request);
  };
}

async function suffer(
  fault: Exclude<Fault, { type: "latency" }>,
  request: ApiRequest,
  next: (request: ApiRequest) => Promise<ApiResponse>,
  clock: Clock,
): Promise<ApiResponse> {
  const doing = `${request.method} ${pathWithoutQuery(request.path)}`;
  switch (fault.type) {
    case "status":
      return statusAnswer(fault);
    case "error":
      throw lost(fault.code ?? "CONNECTION_FAILED", doing);
    case "lost-answer":
      (await next(request)).body.cancel();
      throw lost("CONNECTION_FAILED", doing);
    case "dropped-body":
    case "stalled-body": {
      const response = await next(request);
      const end = fault.type === "dropped-body" ? "drop" : "stall";
      return {
        ...response,
        body: new FaultyBody(response.body, { end, afterBytes: fault.afterBytes, request, clock }),
      };
    }
  }
}

function statusAnswer(fault: Extract<Fault, { type: "status" }>): ApiResponse {
  const { status, retryAfterSeconds } = fault;
  const headers = {
    "content-type": "application/json",
    ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
  };
  const body = JSON.stringify({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: fault.message ?? `injected fault: ${status}`,
    ...(fault.reason !== undefined && { reason: fault.reason }),
    ...(retryAfterSeconds !== undefined && { details: { retryAfterSeconds } }),
    code: status,
  });
  return responseOf({ status, headers, body });
}

function lost(code: ClientErrorCode, doing: string): ClientError {
  const cause = Object.assign(new Error("injected fault"), { code: "ECONNRESET" });
  return new ClientError(code, `${doing}: injected fault`, { cause });
}

function matches(rule: FaultRule, request: ApiRequest): boolean {
  if (rule.method !== undefined && rule.method !== request.method) return false;
  if (rule.path === undefined) return true;
  return typeof rule.path === "string" ? request.path.includes(rule.path) : request.path.search(rule.path) !== -1;
}

/** Numbers from 0 up to 1 that depend on the seed only (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
