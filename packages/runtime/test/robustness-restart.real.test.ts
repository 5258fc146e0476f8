import { type LeakCheck, watchForLeaks } from "@kubewright/testing";
import { afterAll, beforeAll, describe, test } from "vitest";
import { overloadScenarios, restartScenarios } from "./fixture/robustness/restart-scenarios.ts";
import type { RobustnessServer } from "./fixture/robustness/robustness-server.ts";
import { startRobustReference } from "./fixture/robustness/start-robust-reference.ts";

let leaks: LeakCheck;
let server: RobustnessServer;

beforeAll(async () => {
  leaks = watchForLeaks();
  server = await startRobustReference({
    apiServerFlags: [
      "--enable-priority-and-fairness=false",
      "--max-requests-inflight=1",
      "--max-mutating-requests-inflight=1",
    ],
  });
});

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await leaks.check();
});

describe("on a real server", () => {
  for (const { claim, play } of [...overloadScenarios, ...restartScenarios]) {
    test(claim, { timeout: 240_000 }, () => play(server));
  }
});
