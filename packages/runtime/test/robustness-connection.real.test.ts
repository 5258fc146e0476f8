import { type LeakCheck, watchForLeaks } from "@kubewright/testing";
import { afterAll, beforeAll, describe, test } from "vitest";
import { connectionScenarios } from "./fixture/robustness/connection-scenarios.ts";
import type { RobustnessServer } from "./fixture/robustness/robustness-server.ts";
import { serverScenarios } from "./fixture/robustness/server-scenarios.ts";
import { startRobustReference } from "./fixture/robustness/start-robust-reference.ts";

let leaks: LeakCheck;
let server: RobustnessServer;

beforeAll(async () => {
  leaks = watchForLeaks();
  server = await startRobustReference();
});

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await leaks.check();
});

describe.concurrent("on a real server", () => {
  for (const { claim, play } of [...connectionScenarios, ...serverScenarios]) {
    test(claim, { timeout: 240_000 }, () => play(server));
  }
});
