import { HttpsTransport } from "@kubewright/client";
import { startReferenceServer } from "@kubewright/testing";
import { expect, test } from "vitest";
import { runScenario, type Sender } from "./run-scenario.ts";
import { scenarios } from "./scenarios.ts";

test.each(scenarios)("the reference answers as recorded: $name", async (scenario) => {
  await using server = await startReferenceServer({
    serviceAccountAdmission: scenario.serviceAccountAdmission ?? false,
  });
  const transport = new HttpsTransport(server.connection());
  const answers = await runScenario(transport as unknown as Sender, scenario);
  await transport.close();
  const text = answers.map((answer) => JSON.stringify(answer)).join("\n");
  await expect(`${text}\n`).toMatchFileSnapshot(`recording/${scenario.name.replaceAll(" ", "-")}.jsonl`);
});
