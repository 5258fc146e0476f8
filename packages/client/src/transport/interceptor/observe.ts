import type { Clock } from "@kubewright/api";
import { ClientError } from "../../errors.ts";
import { systemClock } from "../../host.ts";
import { pathWithoutQuery } from "../path-without-query.ts";
import type { Interceptor, Method } from "../transport.ts";

/** What became of one request, up to its headers. */
export interface RequestObservation {
  readonly method: Method;
  /** Without the query, which may hold secrets. */
  readonly path: string;
  readonly isStream: boolean;
  readonly durationMs: number;
  readonly outcome: RequestOutcome;
}

export type RequestOutcome =
  | { readonly status: number }
  /** There was no answer. */
  | { readonly error: ClientError }
  /** The caller's signal ended it, or another interceptor failed. */
  | { readonly aborted: unknown };

/** Tells `observe` of each request when its answer, or none, is known. For metrics and logs. */
export function observeRequests(
  observe: (observation: RequestObservation) => void,
  options: { readonly clock?: Clock } = {},
): Interceptor {
  const clock = options.clock ?? systemClock;
  return async (request, next) => {
    const startedMs = clock.monotonic();
    const done = (outcome: RequestOutcome): void =>
      observe({
        method: request.method,
        path: pathWithoutQuery(request.path),
        isStream: request.isStream === true,
        durationMs: clock.monotonic() - startedMs,
        outcome,
      });
    try {
      const response = await next(request);
      done({ status: response.status });
      return response;
    } catch (error) {
      done(error instanceof ClientError ? { error } : { aborted: error });
      throw error;
    }
  };
}
