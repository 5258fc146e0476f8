import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { responseOf } from "../response-of.ts";
import type { ApiRequest, ApiResponse } from "../transport.ts";
import { type FaultOptions, type FaultRule, injectFaults } from "./fault.ts";

const get: ApiRequest = { method: "GET", path: "/api/v1/namespaces/default/pods?limit=5" };

function sender(rules: FaultRule[], options: FaultOptions = {}) {
  const sent: ApiRequest[] = [];
  const interceptor = injectFaults(rules, options);
  return {
    sent,
    send: (request: ApiRequest): Promise<ApiResponse> =>
      interceptor(request, async (passed) => {
        sent.push(passed);
        return responseOf({ body: "0123456789" });
      }),
  };
}

describe("injectFaults", () => {
  test.each([
    [{}, true],
    [{ method: "GET" }, true],
    [{ method: "POST" }, false],
    [{ path: "/pods" }, true],
    [{ path: "/secrets" }, false],
    [{ path: /\/pods(\?|$)/g }, true],
    [{ path: /\/pods$/ }, false],
    [{ method: "GET", path: "limit=5" }, true],
    [{ probability: 0 }, false],
  ] as const)("the rule %o strikes: %s", async (match, strikes) => {
    const { send } = sender([{ ...match, fault: { type: "status", status: 500 } }]);
    for (let i = 0; i < 2; i++) expect((await send(get)).status).toBe(strikes ? 500 : 200);
  });

  test("a status comes with a Status body and Retry-After, and without the server", async () => {
    const { send, sent } = sender([
      { fault: { type: "status", status: 429, reason: "TooManyRequests", message: "later", retryAfterSeconds: 2 } },
    ]);
    const response = await send(get);
    expect(response.headers.get("retry-after")).toEqual(["2"]);
    expect(JSON.parse(await response.body.text())).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: "later",
      reason: "TooManyRequests",
      details: { retryAfterSeconds: 2 },
      code: 429,
    });
    expect(sent).toEqual([]);
  });

  test.each([
    ["error", 0],
    ["lost-answer", 1],
  ] as const)("%s is a lost connection, after the server saw %d requests", async (type, count) => {
    const { send, sent } = sender([{ fault: { type } }]);
    await expect(send(get)).rejects.toMatchObject({
      code: "CONNECTION_FAILED",
      message: "GET /api/v1/namespaces/default/pods: injected fault",
      cause: { code: "ECONNRESET" },
    });
    expect(sent).toHaveLength(count);
  });

  test("a rule strikes no more often than it may", async () => {
    const { send } = sender([{ times: 2, fault: { type: "error", code: "TIMEOUT" } }]);
    for (let i = 0; i < 2; i++) await expect(send(get)).rejects.toMatchObject({ code: "TIMEOUT" });
    expect((await send(get)).status).toBe(200);
  });

  test("latencies add up before the first other fault", async () => {
    const clock = new ManualClock();
    const { send } = sender(
      [
        { fault: { type: "latency", delayMs: 100 } },
        { fault: { type: "latency", delayMs: 50 } },
        { fault: { type: "status", status: 503 } },
        { fault: { type: "status", status: 500 } },
      ],
      { clock },
    );
    const sending = send(get);
    clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(50);
    expect((await sending).status).toBe(503);
  });

  test("the same seed gives the same faults, another seed others", async () => {
    const run = async (seed: number) => {
      const { send } = sender([{ probability: 0.5, fault: { type: "status", status: 500 } }], { seed });
      const statuses: number[] = [];
      for (let i = 0; i < 64; i++) statuses.push((await send(get)).status);
      return statuses;
    };
    const [first, again, other] = [await run(7), await run(7), await run(8)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 500]));
  });

  test("a body breaks off where it is told to", async () => {
    const { send } = sender([{ fault: { type: "dropped-body", afterBytes: 4 } }]);
    let text = "";
    const read = async () => {
      for await (const chunk of (await send(get)).body) text += Buffer.from(chunk).toString();
    };
    await expect(read()).rejects.toMatchObject({
      code: "CONNECTION_LOST",
      message: "GET /api/v1/namespaces/default/pods: injected fault: the answer is cut off after 4 bytes",
    });
    expect(text).toBe("0123");
  });

  test.each([
    ["the deadline", { timeoutMs: 1000 }, "injected fault: the answer goes silent after 4 bytes"],
    ["the signal", { isStream: true }, "enough"],
  ])("a stalled body lasts until %s", async (_name, part, message) => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const { send } = sender([{ fault: { type: "stalled-body", afterBytes: 4 } }], { clock });
    const body = (await send({ ...get, ...part, signal: controller.signal })).body[Symbol.asyncIterator]();
    expect((await body.next()).value).toEqual(Buffer.from("0123"));
    const next = body.next();
    if ("timeoutMs" in part) clock.advance(1000);
    else controller.abort(new Error("enough"));
    await expect(next).rejects.toThrow(message);
    expect(clock.pending).toBe(0);
  });
});
