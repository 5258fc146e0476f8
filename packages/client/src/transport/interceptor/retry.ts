import type { Clock } from "@kubewright/api";
import { systemClock, systemRandom } from "../../host.ts";
import { sleep } from "../../sleep.ts";
import { isConnectionReset } from "../http/connection-failure.ts";
import type { ApiRequest, ApiResponse, Interceptor } from "../transport.ts";

export interface RetryOptions {
  /** Tries after the first. @default 10 */
  readonly maxRetries?: number;
  /** How long to wait before the first new try after a lost connection; twice as long before each next one. @default 100 */
  readonly baseDelayMs?: number;
  /** @default 5_000 */
  readonly maxDelayMs?: number;
  /** Told before each wait. */
  readonly onRetry?: (retry: Retry) => void;
  /** @default the host's clock */
  readonly clock?: Clock;
  /** From 0 up to, not including, 1. @default the host's */
  readonly random?: () => number;
}

/** A request that is about to be sent again. */
export interface Retry {
  readonly request: ApiRequest;
  /** 1 for the first new try. */
  readonly attempt: number;
  readonly delayMs: number;
  /** The status that was answered, or the error when there was no answer. */
  readonly reason: number | Error;
}

/**
 * Sends requests again that the server put off, or whose connection was lost.
 *
 * Put off: 429 or 5xx with a Retry-After header (seconds or a date), any method. Lost: a GET whose connection the server
 * closed before the first byte of an answer, with growing, random delays. `timeoutMs` holds for all tries together: an
 * answer whose Retry-After goes beyond it is returned as it is.
 */
export function retryRequests(options: RetryOptions = {}): Interceptor {
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const maxRetries = options.maxRetries ?? 10;
  const baseDelayMs = options.baseDelayMs ?? 100;
  const maxDelayMs = options.maxDelayMs ?? 5_000;

  function backOff(attempt: number): number {
    const ceiling = Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1));
    return ceiling / 2 + (random() * ceiling) / 2;
  }

  return async (request, next) => {
    const startedMs = clock.monotonic();
    const leftMs = (): number =>
      request.timeoutMs === undefined ? Number.POSITIVE_INFINITY : request.timeoutMs - (clock.monotonic() - startedMs);

    for (let attempt = 1; ; attempt++) {
      const isLast = (delayMs: number): boolean => attempt > maxRetries || delayMs >= leftMs();
      let delayMs: number;
      let reason: number | Error;
      try {
        const response = await next(attempt === 1 ? request : { ...request, ...remaining(leftMs()) });
        const askedMs = retryAfterMs(response, clock);
        if (askedMs === undefined || isLast(askedMs)) return response;
        discard(request, response);
        delayMs = askedMs;
        reason = response.status;
      } catch (error) {
        if (request.method !== "GET" || !isConnectionReset(error)) throw error;
        delayMs = backOff(attempt);
        if (isLast(delayMs)) throw error;
        reason = error;
      }
      options.onRetry?.({ request, attempt, delayMs, reason });
      await sleep(delayMs, { clock, signal: request.signal });
    }
  };
}

/** How long the server asks to wait, or undefined when it does not ask to be asked again. */
function retryAfterMs(response: ApiResponse, clock: Clock): number | undefined {
  if (response.status !== 429 && (response.status < 500 || response.status > 599)) return undefined;
  const value = response.headers.get("retry-after")?.[0];
  if (value === undefined) return undefined;
  if (/^[0-9]{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - clock.now());
}

function remaining(leftMs: number): { timeoutMs?: number } {
  return Number.isFinite(leftMs) ? { timeoutMs: leftMs } : {};
}

/** Frees the connection; where the rest is short, without closing it. */
function discard(request: ApiRequest, response: ApiResponse): void {
  if (request.isStream === true) response.body.cancel();
  else response.body.text().catch(() => undefined);
}
