import { test } from "vitest";
import { steadyMemory } from "./fixture/robustness/memory-scenario.ts";
import { startRobustReference } from "./fixture/robustness/start-robust-reference.ts";

test(steadyMemory.claim, { timeout: 240_000 }, async () => {
  await using server = await startRobustReference();
  await steadyMemory.play(server);
});
