import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { ClientError } from "../../errors.ts";
import { responseOf } from "../response-of.ts";
import type { ApiRequest, ApiResponse } from "../transport.ts";
import { type Retry, type RetryOptions, retryRequests } from "./retry.ts";

const get: ApiRequest = { method: "GET", path: "/api/v1/pods" };

function answer(status: number, retryAfter?: string): ApiResponse {
  return responseOf({ status, ...(retryAfter !== undefined && { headers: { "retry-after": retryAfter } }) });
}

const reset = (): ClientError =>
  new ClientError("CONNECTION_FAILED", "closed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });

/** Sends through the interceptor; each try takes the next of `script`, and time flies. */
async function run(
  request: ApiRequest,
  script: (ApiResponse | Error)[],
  options: RetryOptions = {},
  tryTakesMs = 0,
): Promise<{ result: ApiResponse | Error; tries: ApiRequest[]; retries: Retry[]; elapsedMs: number }> {
  const clock = new ManualClock({ now: Date.UTC(2026, 0, 1, 12, 0, 0) });
  const tries: ApiRequest[] = [];
  const retries: Retry[] = [];
  const interceptor = retryRequests({ clock, random: () => 0.5, onRetry: (retry) => retries.push(retry), ...options });
  let isDone = false;
  const sent = interceptor(request, async (tried) => {
    tries.push(tried);
    clock.advance(tryTakesMs);
    const next = script[Math.min(tries.length, script.length) - 1]!;
    if (next instanceof Error) throw next;
    return next;
  })
    .catch((error: Error) => error)
    .finally(() => {
      isDone = true;
    });
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advanceToNext();
  }
  expect(clock.pending).toBe(0);
  return { result: await sent, tries, retries, elapsedMs: clock.monotonic() };
}

describe("retryRequests", () => {
  test.each([
    ["GET", 429, "1", 2],
    ["POST", 429, "1", 2],
    ["PATCH", 500, "2", 2],
    ["DELETE", 503, "0", 2],
    ["GET", 429, undefined, 1],
    ["GET", 500, undefined, 1],
    ["GET", 503, "soon", 1],
    ["GET", 404, "1", 1],
    ["GET", 301, "1", 1],
  ] as const)("%s answered %d with Retry-After %s is tried %d times", async (method, status, retryAfter, count) => {
    const { result, tries } = await run({ ...get, method }, [answer(status, retryAfter), answer(200)]);
    expect(tries).toHaveLength(count);
    expect(result).toMatchObject({ status: count === 2 ? 200 : status });
  });

  test.each([
    ["seconds", "3", 3000],
    ["a date", "Thu, 01 Jan 2026 12:00:05 GMT", 5000],
    ["a date in the past", "Thu, 01 Jan 2026 11:00:00 GMT", 0],
  ])("waits as long as the server asks, in %s", async (_name, retryAfter, elapsedMs) => {
    const done = await run(get, [answer(429, retryAfter), answer(200)]);
    expect(done.elapsedMs).toBe(elapsedMs);
    expect(done.retries).toEqual([{ request: get, attempt: 1, delayMs: elapsedMs, reason: 429 }]);
  });

  test("gives the last answer after ten new tries", async () => {
    const { result, tries } = await run(get, [answer(503, "1")]);
    expect(tries).toHaveLength(11);
    expect(result).toMatchObject({ status: 503 });
  });

  test("tries a read again whose connection was lost, after growing and random waits", async () => {
    const { result, retries } = await run(get, [reset(), reset(), reset(), answer(200)]);
    expect(result).toMatchObject({ status: 200 });
    expect(retries.map((retry) => retry.delayMs)).toEqual([75, 150, 300]);
  });

  test("waits no longer than the limit", async () => {
    const { retries } = await run(get, [reset()], { baseDelayMs: 1000, maxDelayMs: 2000, random: () => 0 });
    expect(retries.map((retry) => retry.delayMs)).toEqual([500, 1000, ...Array(8).fill(1000)]);
  });

  test.each([
    ["a write whose connection was lost", { ...get, method: "POST" } as const, reset()],
    [
      "a connection that was refused",
      get,
      new ClientError("CONNECTION_FAILED", "x", { cause: { code: "ECONNREFUSED" } }),
    ],
    ["a certificate that is not trusted", get, new ClientError("TLS_FAILED", "x")],
    ["an abort", get, new Error("aborted")],
  ])("does not try again after %s", async (_name, request, error) => {
    const { result, tries } = await run(request, [error]);
    expect(tries).toHaveLength(1);
    expect(result).toBe(error);
  });

  test("has one deadline for all tries", async () => {
    const { tries } = await run({ ...get, timeoutMs: 10_000 }, [answer(429, "2")], {}, 500);
    expect(tries.map((tried) => tried.timeoutMs)).toEqual([10_000, 7500, 5000, 2500]);
  });

  test("returns an answer at once that asks to wait beyond the deadline", async () => {
    const { result, elapsedMs } = await run({ ...get, timeoutMs: 1000 }, [answer(429, "60")]);
    expect(result).toMatchObject({ status: 429 });
    expect(elapsedMs).toBe(0);
  });

  test("ends its wait when the signal aborts", async () => {
    const controller = new AbortController();
    const { result, tries } = await run({ ...get, signal: controller.signal }, [answer(429, "60")], {
      onRetry: () => queueMicrotask(() => controller.abort(new Error("enough"))),
    });
    expect(result).toMatchObject({ message: "enough" });
    expect(tries).toHaveLength(1);
  });

  test("frees the stream that it does not hand on", async () => {
    let cancelled = 0;
    const refusal = answer(429, "1");
    const body = { ...refusal.body, cancel: () => cancelled++ } as unknown as ApiResponse["body"];
    await run({ ...get, isStream: true }, [{ ...refusal, body }, answer(200)]);
    expect(cancelled).toBe(1);
  });
});
