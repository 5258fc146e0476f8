import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { RequestHandler, ServerRequest, ServerResponse } from "../exchange.ts";
import { BreakableStream, ConnectionDropped } from "./breakable-stream.ts";
import type { FaultRule } from "./fault-rule.ts";
import { Faults } from "./faults.ts";
import { withFaults } from "./with-faults.ts";

const update = request("PUT", "/api/v1/namespaces/a/configmaps/b");
const watch = request("GET", "/api/v1/pods?watch=1");

describe("withFaults", () => {
  test.each<[string, Omit<FaultRule, "fault">, boolean]>([
    ["no filter", {}, true],
    ["the verb", { verb: "update" }, true],
    ["another verb", { verb: "get" }, false],
    ["group and resource", { group: "", resource: "configmaps" }, true],
    ["another group", { group: "apps" }, false],
    ["namespace and name", { namespace: "a", name: "b" }, true],
    ["another name", { name: "c" }, false],
    [
      "a predicate",
      { matches: ({ userAgent, target }) => userAgent === "test" && target.includes("configmaps") },
      true,
    ],
    ["a predicate that refuses", { matches: () => false }, false],
    ["a chance of nothing", { probability: 0 }, false],
    ["no times", { times: 0 }, false],
  ])("hits requests by %s", async (_, filter, isHit) => {
    const { handle, faults } = setUp();
    const rule = faults.add({ ...filter, fault: { type: "status", status: 418 } });
    expect((await handle(update)).status).toBe(isHit ? 418 : 200);
    expect(rule.hits).toBe(isHit ? 1 : 0);
  });

  test.each([
    [409, "Conflict", 'Operation cannot be fulfilled on configmaps "b": the object has been modified'],
    [429, "TooManyRequests", "Too many requests, please try again later."],
    [500, "InternalError", "Internal error occurred: injected fault"],
    [503, "ServiceUnavailable", "injected fault"],
  ])("answers %i as a server does", async (status, reason, message) => {
    const { handle, faults, seen } = setUp();
    faults.add({ fault: { type: "status", status }, times: 1 });
    const response = await handle(update);
    expect(response.status).toBe(status);
    expect(JSON.parse(response.body as string)).toMatchObject({
      reason,
      code: status,
      message: expect.stringContaining(message),
    });
    expect(seen).toEqual([]);
    expect((await handle(update)).status).toBe(200);
  });

  test("sends Retry-After, and what the rule says", async () => {
    const { handle, faults } = setUp();
    faults.add({ fault: { type: "status", status: 429, message: "slow down", reason: "X", retryAfterSeconds: 7 } });
    const response = await handle(update);
    expect(response.headers["retry-after"]).toBe("7");
    expect(JSON.parse(response.body as string)).toMatchObject({
      message: "slow down",
      reason: "X",
      details: { retryAfterSeconds: 7 },
    });
  });

  test("waits for latencies, all of them, on the clock", async () => {
    const { handle, faults, clock, seen } = setUp();
    faults.add({ fault: { type: "latency", delayMs: 100 } });
    faults.add({ fault: { type: "latency", delayMs: 50 } });
    const response = handle(update);
    await clock.advance(149);
    expect(seen).toEqual([]);
    await clock.advance(1);
    expect((await response).status).toBe(200);
  });

  test("loses requests before they happen, and answers after they did", async () => {
    const { handle, faults, seen } = setUp();
    const rule = faults.add({ fault: { type: "lost-request" } });
    expect(await handle(update)).toMatchObject({ isLost: true });
    expect(seen).toEqual([]);
    rule.remove();
    faults.add({ fault: { type: "lost-answer" } });
    expect(await handle(update)).toMatchObject({ isLost: true });
    expect(seen).toEqual(["PUT"]);
    faults.clear();
    expect((await handle(update)).isLost).toBeUndefined();
  });

  test("drops a watch after so many events", async () => {
    const { handle, faults } = setUp();
    faults.add({ fault: { type: "dropped-watch", afterEvents: 2 } });
    const stream = streamOf(await handle(watch));
    expect((await stream.next()).value).toBe("0");
    expect((await stream.next()).value).toBe("1");
    await expect(stream.next()).rejects.toThrow(ConnectionDropped);
    expect((await handle(update)).status).toBe(200);
  });

  test("stalls and drops watches that are open, by filter", async () => {
    const { handle, faults } = setUp();
    const stream = streamOf(await handle(watch));
    await stream.next();
    expect(faults.dropWatches({ resource: "nodes" })).toBe(0);
    expect(faults.stallWatches({ resource: "pods" })).toBe(1);
    let isSettled = false;
    const next = stream.next().finally(() => {
      isSettled = true;
    });
    await Promise.resolve();
    expect(isSettled).toBe(false);
    expect(faults.dropWatches()).toBe(1);
    await expect(next).rejects.toThrow(ConnectionDropped);
    expect(faults.dropWatches()).toBe(0);
  });
});

describe("BreakableStream", () => {
  test("passes everything on, and ends", async () => {
    let ends = 0;
    const pieces: unknown[] = [];
    const stream = new BreakableStream(count(3), { onEnd: () => ends++ });
    for await (const piece of stream) pieces.push(piece);
    expect(pieces).toEqual(["0", "1", "2"]);
    expect(ends).toBe(1);
  });

  test("lets go of a reader that waits for a silent stream", async () => {
    const stream = new BreakableStream(count(3), { afterPieces: 0, finally: "stall" });
    const next = stream.next();
    await stream.return();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});

function setUp(): { handle: RequestHandler; faults: Faults; clock: ManualClock; seen: string[] } {
  const seen: string[] = [];
  const clock = new ManualClock();
  const faults = new Faults((length) => new Uint8Array(length));
  const handle = withFaults(
    async ({ method, target }): Promise<ServerResponse> => {
      seen.push(method);
      return { status: 200, headers: {}, body: target.includes("watch") ? count(10) : "ok" };
    },
    faults,
    clock,
  );
  return { handle, faults, clock, seen };
}

async function* count(end: number): AsyncGenerator<string> {
  for (let number = 0; number < end; number++) yield String(number);
}

function streamOf({ body }: ServerResponse): AsyncIterator<Uint8Array | string> {
  return (body as AsyncIterable<Uint8Array | string>)[Symbol.asyncIterator]();
}

function request(method: string, target: string): ServerRequest {
  return {
    method,
    target,
    headers: { "user-agent": "test" },
    body: async () => new Uint8Array(),
    credentials: {},
    signal: new AbortController().signal,
  };
}
