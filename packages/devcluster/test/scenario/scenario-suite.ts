import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ClusterController } from "../../src/controller/cluster-controller.ts";
import { startEmbeddedPlatform } from "./embedded-platform.ts";
import type { Platform } from "./platform.ts";
import { type ReferencePlatformOptions, startReferencePlatform } from "./reference-platform.ts";
import { runScenario } from "./run-scenario.ts";
import type { Recording, Scenario } from "./scenario.ts";

export interface SuiteOptions extends Omit<ReferencePlatformOptions, "whose" | "apiServerFlags"> {
  readonly scenarios: readonly Scenario[];
  /** Those that work: by name also in the real kube-controller-manager. */
  readonly controllers: readonly ClusterController[];
}

/** Runs scenarios on the embedded server with our controllers, and compares with what the real ones did when it was recorded. */
export function embeddedSuite({ scenarios, controllers, ...options }: SuiteOptions): void {
  describe("the embedded server and our controllers come to what the real ones do", () => {
    let platform: Platform;
    beforeAll(async () => {
      platform = await startEmbeddedPlatform(controllers, options);
    });
    afterAll(() => platform?.[Symbol.asyncDispose]());
    for (const scenario of scenarios) {
      test(scenario.name, async () => {
        expect(await runScenario(scenario, platform)).toEqual(await recorded(scenario));
      });
    }
  });
}

/**
 * Runs scenarios on the real kube-apiserver, with the real controllers and with ours. `vitest run --project real FILE -u` records what the
 * real ones do.
 */
export function referenceSuite({ scenarios, controllers, ...options }: SuiteOptions): void {
  /** What the real ones did in this run: a recording is written only at its end. */
  const theirs = new Map<Scenario, Recording>();
  describe("the real controllers on the real server do what is recorded", () => {
    const platform = onReference("theirs");
    for (const scenario of scenarios) {
      test.concurrent(scenario.name, { timeout: 180_000 }, async ({ expect: expectHere }) => {
        const recording = await runScenario(scenario, platform());
        theirs.set(scenario, recording);
        await expectHere(textOf(recording)).toMatchFileSnapshot(fileOf(scenario));
      });
    }
  });
  describe("our controllers on the real server come to the same", () => {
    const platform = onReference("ours");
    for (const scenario of scenarios) {
      test.concurrent(scenario.name, { timeout: 180_000 }, async ({ expect: expectHere }) => {
        const recording = await runScenario(scenario, platform());
        expectHere(recording).toEqual(theirs.get(scenario) ?? (await recorded(scenario)));
      });
    }
  });

  function onReference(whose: ReferencePlatformOptions["whose"]): () => Platform {
    let platform: Platform | undefined;
    beforeAll(async () => {
      platform = await startReferencePlatform(controllers, { ...options, whose });
    }, 120_000);
    afterAll(() => platform?.[Symbol.asyncDispose]());
    return () => platform as Platform;
  }
}

async function recorded(scenario: Scenario): Promise<Recording> {
  return JSON.parse(await readFile(fileOf(scenario), "utf8")) as Recording;
}

function fileOf(scenario: Scenario): string {
  return fileURLToPath(new URL(`./recording/${scenario.name}.json`, import.meta.url));
}

function textOf(recording: Recording): string {
  return `${JSON.stringify(recording, undefined, 2)}\n`;
}
