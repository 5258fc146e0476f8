import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { ClientError } from "../../errors.ts";
import { responseOf } from "../response-of.ts";
import type { ApiRequest, ApiResponse } from "../transport.ts";
import { logRequests } from "./log.ts";
import { observeRequests, type RequestObservation } from "./observe.ts";

const request: ApiRequest = {
  method: "GET",
  path: "/api/v1/pods?labelSelector=token%3Ds3cr3t",
  headers: { authorization: "Bearer s3cr3t" },
};
const ok: ApiResponse = responseOf({ body: "s3cr3t" });
const failed = new ClientError("TIMEOUT", "GET https://x/api/v1/pods: too late");

const outcomes: [name: string, outcome: ApiResponse | Error, observed: object, logged: [object, string]][] = [
  ["an answer", ok, { status: 200 }, [{ status: 200 }, "request answered"]],
  ["a failure", failed, { error: failed }, [{ code: "TIMEOUT", error: failed.message }, "request failed"]],
  ["an abort", new Error("s3cr3t"), { aborted: new Error("s3cr3t") }, [{}, "request aborted"]],
];

function sender(clock: ManualClock, outcome: ApiResponse | Error): () => Promise<ApiResponse> {
  return async () => {
    clock.advance(12.5);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
}

describe("observeRequests", () => {
  test.each(outcomes)("tells of %s, and changes nothing", async (_name, outcome, observed) => {
    const clock = new ManualClock();
    const observations: RequestObservation[] = [];
    const sent = observeRequests((observation) => observations.push(observation), { clock })(
      request,
      sender(clock, outcome),
    );
    await (outcome instanceof Error ? expect(sent).rejects.toBe(outcome) : expect(sent).resolves.toBe(outcome));
    expect(observations).toEqual([
      { method: "GET", path: "/api/v1/pods", isStream: false, durationMs: 12.5, outcome: observed },
    ]);
  });
});

describe("logRequests", () => {
  test.each(outcomes)("logs %s without secrets", async (_name, outcome, _observed, [fields, message]) => {
    const clock = new ManualClock();
    const lines: [object, string][] = [];
    const logger = { debug: (...line: [object, string]) => lines.push(line) };
    await logRequests(logger, { clock })(request, sender(clock, outcome)).catch(() => {});
    expect(lines).toEqual([[{ method: "GET", path: "/api/v1/pods", durationMs: 12.5, ...fields }, message]]);
    expect(JSON.stringify(lines)).not.toContain("s3cr3t");
  });
});
