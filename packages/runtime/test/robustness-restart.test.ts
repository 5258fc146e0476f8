import { type LeakCheck, watchForLeaks } from "@kubewright/testing";
import { afterAll, beforeAll, describe, test } from "vitest";
import { overloadScenarios, restartScenarios } from "./fixture/robustness/restart-scenarios.ts";
import type { RobustnessServer } from "./fixture/robustness/robustness-server.ts";
import { startRobustEmbedded } from "./fixture/robustness/start-robust-embedded.ts";

describe.each(["in process", "over HTTPS"] as const)("on the embedded server, %s", (way) => {
  let leaks: LeakCheck;
  let server: RobustnessServer;

  beforeAll(async () => {
    leaks = watchForLeaks();
    server = await startRobustEmbedded(way, { maxRequestsInFlight: 1, maxMutatingRequestsInFlight: 1 });
  });

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await leaks.check();
  });

  for (const { claim, play } of [...overloadScenarios, ...restartScenarios]) {
    test(claim, { timeout: 120_000 }, () => play(server));
  }
});
