import type { Client } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { type LeaderElectorOptions, resolveElectionOptions } from "./election-options.ts";

const given = { client: {} as Client, namespace: "system", name: "operator.example.com" };

describe("options of an election", () => {
  test("have client-go's defaults, and an identity of its own for each process", () => {
    let uuids = 0;
    const process = { hostname: "node-1", uuid: () => `uuid-${++uuids}` };
    expect(resolveElectionOptions({ ...given, process })).toMatchObject({
      leaseDurationMs: 15_000,
      renewDeadlineMs: 10_000,
      retryPeriodMs: 2_000,
      releaseOnStop: true,
      identity: "node-1_uuid-1",
    });
    expect(resolveElectionOptions({ ...given, process }).identity).toBe("node-1_uuid-2");
  });

  test.each<[problem: string, options: Partial<LeaderElectorOptions>]>([
    ['name "Operator" cannot be that of a Lease', { name: "Operator" }],
    ['name "" cannot be that of a Lease', { name: "" }],
    ['namespace "a/b" cannot be one', { namespace: "a/b" }],
    ['namespace "" cannot be one', { namespace: "" }],
    ["identity is empty", { identity: "" }],
    ["renewDeadlineMs (15000) must be less than leaseDurationMs (15000)", { renewDeadlineMs: 15_000 }],
    ["renewDeadlineMs (NaN) must be less", { renewDeadlineMs: Number.NaN }],
    ["retryPeriodMs (2000) must be less than renewDeadlineMs (2400) divided by 1.2", { renewDeadlineMs: 2_400 }],
    ["retryPeriodMs is 0, but must be positive", { retryPeriodMs: 0 }],
    ["leaseDurationMs is 1500, but a Lease has its duration in whole seconds", { leaseDurationMs: 1_500 }],
    ["leaseDurationMs is 0", { leaseDurationMs: 0 }],
    ["leaseDurationMs is Infinity", { leaseDurationMs: Number.POSITIVE_INFINITY }],
  ])("are refused: %s", (problem, options) => {
    const error = { code: "INVALID_SETUP", message: expect.stringContaining(`leader election: ${problem}`) };
    expect(() => resolveElectionOptions({ ...given, ...options })).toThrow(expect.objectContaining(error));
  });

  test("may be as tight as the rules allow", () => {
    const tight = { leaseDurationMs: 1_000, renewDeadlineMs: 999, retryPeriodMs: 800 };
    expect(resolveElectionOptions({ ...given, ...tight })).toMatchObject(tight);
  });
});
