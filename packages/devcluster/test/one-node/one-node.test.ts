import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkOnDev } from "./check-on-dev.ts";
import { nodeDeviations } from "./deviations.ts";
import { recorded } from "./recording.ts";
import { allScenarios } from "./scenario/all-scenarios.ts";
import { crashScenarios } from "./scenario/fault-scenarios.ts";

describe("a process node comes to what a real node does", () => {
  for (const scenario of [...allScenarios, ...crashScenarios]) {
    test.concurrent(scenario.name, { timeout: 60_000 }, async () => {
      await checkOnDev(scenario, recorded(scenario.name));
    });
  }
});

describe("what a process node does in its own way is documented", () => {
  const documented = readFileSync(new URL("../../../../docs/fidelity.md", import.meta.url), "utf8");
  test.each(nodeDeviations)("$name: $text", ({ text }) => {
    expect(documented).toContain(`- ${text}\n`);
  });
});
