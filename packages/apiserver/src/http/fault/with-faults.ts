import {
  type Clock,
  conflictError,
  internalError,
  type Status,
  serviceUnavailableError,
  timeoutError,
  tooManyRequestsError,
} from "@kubewright/api";
import { WarningRecorder } from "../answer/warning-recorder.ts";
import { writeStatus } from "../answer/write-error.ts";
import type { RequestHandler, ServerRequest, ServerResponse } from "../exchange.ts";
import { splitTarget } from "../request/query.ts";
import { requestInfoOf } from "../request/request-info.ts";
import { abandon, isStream } from "../stream-body.ts";
import type { Fault, FilteredRequest } from "./fault-rule.ts";
import type { Faults } from "./faults.ts";

/** A handler that suffers faults before and after it does what `handle` does. */
export function withFaults(handle: RequestHandler, faults: Faults, clock: Clock): RequestHandler {
  return async (request) => {
    const isWatch = request.target.includes("watch");
    if (!faults.isActive && !isWatch) return handle(request);
    const filtered = filteredOf(request);
    if (filtered === undefined) return handle(request);
    const suffered = faults.strike(filtered);
    const delayMs = suffered.reduce((sum, fault) => sum + (fault.type === "latency" ? fault.delayMs : 0), 0);
    if (delayMs > 0) await delay(clock, delayMs, request.signal);
    for (const fault of suffered) {
      if (fault.type !== "latency") return suffer(fault, filtered, request, handle, faults);
    }
    const response = await handle(request);
    return filtered.verb === "watch" ? watched(response, filtered, faults) : response;
  };
}

function filteredOf(request: ServerRequest): FilteredRequest | undefined {
  const split = splitTarget(request.target);
  const info = split && requestInfoOf(request.method, split.path, split.query);
  const { method, target, headers } = request;
  return info && { ...info, method, target, userAgent: headers["user-agent"] ?? "" };
}

async function suffer(
  fault: Exclude<Fault, { type: "latency" }>,
  filtered: FilteredRequest,
  request: ServerRequest,
  handle: RequestHandler,
  faults: Faults,
): Promise<ServerResponse> {
  switch (fault.type) {
    case "status": {
      const context = { request, query: new URLSearchParams(), warnings: new WarningRecorder() };
      return writeStatus(context, statusOf(fault, filtered));
    }
    case "lost-request":
      return lost;
    case "lost-answer": {
      const { body } = await handle(request);
      await abandon(body);
      return lost;
    }
    case "dropped-watch":
    case "stalled-watch":
      return watched(await handle(request), filtered, faults, fault);
  }
}

const lost: ServerResponse = { status: 500, headers: {}, body: "", isLost: true };

function watched(
  response: ServerResponse,
  filtered: FilteredRequest,
  faults: Faults,
  fault?: Extract<Fault, { type: "dropped-watch" | "stalled-watch" }>,
): ServerResponse {
  const { body } = response;
  if (!isStream(body)) return response;
  return { ...response, body: faults.watch(filtered, body, fault) };
}

/** As a server would word it, with what the rule says otherwise. */
function statusOf(fault: Extract<Fault, { type: "status" }>, { group, resource, name }: FilteredRequest): Status {
  const { status: code, reason, message, retryAfterSeconds } = fault;
  const known = knownStatus(code, { group, resource }, name, retryAfterSeconds);
  const details = retryAfterSeconds === undefined ? known.details : { ...known.details, retryAfterSeconds };
  return {
    ...known,
    ...(message !== undefined && { message }),
    ...(reason !== undefined && { reason }),
    ...(details !== undefined && { details }),
    code,
  };
}

function knownStatus(
  code: number,
  resource: { readonly group: string; readonly resource: string },
  name: string,
  retryAfterSeconds = 0,
): Status {
  switch (code) {
    case 409:
      return conflictError(resource, name).status;
    case 429:
      return tooManyRequestsError("Too many requests, please try again later.", retryAfterSeconds || 1).status;
    case 500:
      return internalError("injected fault").status;
    case 503:
      return serviceUnavailableError("injected fault").status;
    case 504:
      return timeoutError("injected fault", retryAfterSeconds).status;
    default:
      return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message: "injected fault", code };
  }
}

function delay(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      scheduled.cancel();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const scheduled = clock.schedule(delayMs, done);
    if (signal.aborted) done();
    else signal.addEventListener("abort", done);
  });
}
