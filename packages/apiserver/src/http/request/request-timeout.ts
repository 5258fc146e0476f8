import { ApiError, badRequestError, parseDuration } from "@kubewright/api";
import type { RequestInfo } from "./request-info.ts";

/** Subresources whose requests last as long as they are used. */
const longRunning: ReadonlySet<string> = new Set(["attach", "exec", "proxy", "log", "portforward"]);

/** Throws the 400 StatusError for a `timeout` that is no duration, of a request that could have one. */
export function checkTimeout({ verb, isResource, subresource }: RequestInfo, query: URLSearchParams): void {
  const timeout = query.get("timeout") ?? "";
  if (timeout === "") return;
  if (isResource && (verb === "watch" || verb === "proxy" || longRunning.has(subresource))) return;
  try {
    parseDuration(timeout);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw badRequestError(`invalid timeout specified in the request URL - ${error.detail ?? error.message}`);
  }
}
