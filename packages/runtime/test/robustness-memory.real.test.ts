import { test } from "vitest";
import { steadyMemory } from "./fixture/robustness/memory-scenario.ts";
import { startRobustReference } from "./fixture/robustness/start-robust-reference.ts";

const { claim, play } = steadyMemory(200);

test(claim, { timeout: 240_000 }, async () => {
  await using server = await startRobustReference();
  await play(server);
});
