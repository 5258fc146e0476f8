import type { Clock } from "@kubewright/api";
import type { Interceptor } from "../transport.ts";
import { observeRequests } from "./observe.ts";

/** Where log lines go. A pino logger is one. */
export interface RequestLogger {
  debug(fields: object, message: string): void;
}

/** Logs each request: method, path without its query, status or error, duration. Never headers or bodies. */
export function logRequests(logger: RequestLogger, options: { readonly clock?: Clock } = {}): Interceptor {
  return observeRequests(({ method, path, durationMs, outcome }) => {
    const fields = { method, path, durationMs: Math.round(durationMs * 1000) / 1000 };
    if ("status" in outcome) logger.debug({ ...fields, status: outcome.status }, "request answered");
    else if ("error" in outcome) {
      logger.debug({ ...fields, code: outcome.error.code, error: outcome.error.message }, "request failed");
    } else logger.debug(fields, "request aborted");
  }, options);
}
