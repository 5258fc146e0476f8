import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OneNode, startOneNode } from "../../../../e2e/cluster/start-one-node.ts";
import { images } from "./programs.ts";
import { recordOnReal } from "./record-on-real.ts";
import { recordingFile, recordingText } from "./recording.ts";
import { allScenarios } from "./scenario/all-scenarios.ts";
import { crashScenarios } from "./scenario/fault-scenarios.ts";

describe("a real node does what is recorded", () => {
  let node: OneNode;
  beforeAll(async () => {
    node = await startOneNode({ images });
  }, 120_000);
  afterAll(() => node?.[Symbol.asyncDispose]());

  for (const scenario of allScenarios) {
    test.concurrent(scenario.name, { timeout: 240_000 }, async ({ expect: expectHere }) => {
      const recording = await recordOnReal(scenario, node);
      await expectHere(recordingText(recording)).toMatchFileSnapshot(recordingFile(scenario.name));
    });
  }
  describe("also when it is killed", () => {
    for (const scenario of crashScenarios) {
      test(scenario.name, { timeout: 240_000 }, async () => {
        const recording = await recordOnReal(scenario, node);
        await expect(recordingText(recording)).toMatchFileSnapshot(recordingFile(scenario.name));
      });
    }
  });
});
