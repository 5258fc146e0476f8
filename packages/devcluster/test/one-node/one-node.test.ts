import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { checkOnDev } from "./check-on-dev.ts";
import { nodeDeviations } from "./deviations.ts";
import { recorded } from "./recording.ts";
import { allScenarios } from "./scenario/all-scenarios.ts";
import { crashScenarios } from "./scenario/fault-scenarios.ts";
import { TimedCluster, TimedClusters } from "./timed-cluster.ts";

// Elsewhere pods share one address, and say so.
describe.runIf(process.platform === "linux")("a process node comes to what a real node does", () => {
  const clusters = new TimedClusters();
  afterAll(() => clusters[Symbol.asyncDispose](), 60_000);

  for (const scenario of allScenarios) {
    test.concurrent(scenario.name, { timeout: 120_000 }, async () => {
      const cluster = await clusters.take();
      try {
        await checkOnDev(scenario, recorded(scenario.name), cluster);
      } catch (error) {
        await cluster[Symbol.asyncDispose]();
        throw error;
      }
      clusters.giveBack(cluster);
    });
  }

  for (const scenario of crashScenarios) {
    test(scenario.name, { timeout: 120_000 }, async () => {
      await using cluster = await TimedCluster.start();
      await checkOnDev(scenario, recorded(scenario.name), cluster);
    });
  }
});

describe("what a process node does in its own way is documented", () => {
  const documented = readFileSync(new URL("../../../../docs/fidelity.md", import.meta.url), "utf8");
  for (const { name, text } of nodeDeviations) {
    test(`${name}: ${text}`, () => expect(documented).toContain(`- ${text}\n`));
  }
});
