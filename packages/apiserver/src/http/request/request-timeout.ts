import { ApiError, badRequestError, parseDuration } from "@kubewright/api";
import type { RequestInfo } from "./request-info.ts";

/** Subresources whose requests last as long as they are used. */
const longRunning: ReadonlySet<string> = new Set(["attach", "exec", "proxy", "log", "portforward"]);

/** Whether a request lasts as long as its answer is used. */
export function isLongRunning({ verb, isResource, subresource }: RequestInfo): boolean {
  return isResource && (verb === "watch" || verb === "proxy" || longRunning.has(subresource));
}

/** Throws the 400 StatusError for a `timeout` that is no duration, of a request that could have one. */
export function checkTimeout(info: RequestInfo, query: URLSearchParams): void {
  const timeout = query.get("timeout") ?? "";
  if (timeout === "" || isLongRunning(info)) return;
  try {
    parseDuration(timeout);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw badRequestError(`invalid timeout specified in the request URL - ${error.detail ?? error.message}`);
  }
}
