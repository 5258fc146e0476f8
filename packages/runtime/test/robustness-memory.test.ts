import { describe, test } from "vitest";
import { steadyMemory } from "./fixture/robustness/memory-scenario.ts";
import { startRobustEmbedded } from "./fixture/robustness/start-robust-embedded.ts";

describe.each(["in process", "over HTTPS"] as const)("on the embedded server, %s", (way) => {
  test(steadyMemory.claim, { timeout: 120_000 }, async () => {
    await using server = await startRobustEmbedded(way);
    await steadyMemory.play(server);
  });
});
