import type { RequestInfo } from "../request/request-info.ts";

/** What goes wrong. */
export type Fault =
  /** The request is served later. */
  | { readonly type: "latency"; readonly delayMs: number }
  /** Nothing happens; the answer is this status. The reason and message are those of a server, where it has some for the status. */
  | {
      readonly type: "status";
      readonly status: number;
      readonly reason?: string;
      readonly message?: string;
      readonly retryAfterSeconds?: number;
    }
  /** Nothing happens; the connection ends without an answer. */
  | { readonly type: "lost-request" }
  /** What was asked for happens, and the connection ends without an answer. */
  | { readonly type: "lost-answer" }
  /** The connection of a watch ends after so many events. */
  | { readonly type: "dropped-watch"; readonly afterEvents: number }
  /** A watch is silent after so many events, but stays open. */
  | { readonly type: "stalled-watch"; readonly afterEvents: number };

/** Which requests are hit. What is absent matches all. */
export interface RequestFilter {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`. */
  readonly verb?: string;
  /** Empty for the core group. */
  readonly group?: string;
  /** The plural. */
  readonly resource?: string;
  /** Empty for the resource itself. */
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  /** Has the last word. */
  readonly matches?: (request: FilteredRequest) => boolean;
}

/** What a filter sees of a request. */
export interface FilteredRequest extends RequestInfo {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  readonly userAgent: string;
}

/** Which requests go wrong, and how. */
export interface FaultRule extends RequestFilter {
  /** How likely it is that a matching request is hit. @default 1 */
  readonly probability?: number;
  /** How many requests are hit at most. @default no limit */
  readonly times?: number;
  readonly fault: Fault;
}

/** Whether a request is one of those that a filter is about. */
export function isMatch(filter: RequestFilter, request: FilteredRequest): boolean {
  for (const member of ["verb", "group", "resource", "subresource", "namespace", "name"] as const) {
    if (filter[member] !== undefined && filter[member] !== request[member]) return false;
  }
  return filter.matches?.(request) ?? true;
}
