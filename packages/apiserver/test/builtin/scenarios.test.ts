import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";
import { runScenario, type Sender } from "./run-scenario.ts";
import { scenarios } from "./scenarios.ts";

describe.each(scenarios)("the server answers as the reference does: $name", (scenario) => {
  const file = new URL(`recording/${scenario.name.replaceAll(" ", "-")}.jsonl`, import.meta.url);
  const recorded = readFileSync(file, "utf8").trimEnd().split("\n");

  test("to every request", async () => {
    await using server = await ApiServer.start({ serviceAccountAdmission: scenario.serviceAccountAdmission ?? false });
    const answers = await runScenario(server.transport() as unknown as Sender, scenario);
    const steps = scenario.steps.map(([method, path], index) => `${index} ${method} ${path}`);
    expect(byStep(steps, answers)).toEqual(
      byStep(
        steps,
        recorded.map((line) => JSON.parse(line)),
      ),
    );
  });
});

function byStep(steps: readonly string[], answers: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(steps.map((step, index) => [step, answers[index]]));
}
