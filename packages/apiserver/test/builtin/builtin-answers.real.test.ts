import { parseJson } from "@kubewright/api";
import { HttpsTransport } from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDiscovery } from "../../src/data/discovery-data.ts";
import { sentObjects } from "./sent-objects.ts";
import { bodyOf, pathOf, withoutChance } from "./sent-request.ts";

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer();
});
afterAll(() => server?.close());

test("the reference answers creations as recorded", async () => {
  const { resources } = readDiscovery();
  const transport = new HttpsTransport(server.connection());
  const answers: Record<string, unknown> = {};
  const refusals: Record<string, unknown> = {};
  try {
    for (const sent of sentObjects) {
      const kind = resources[sent.apiVersion]?.find(({ name }) => name === sent.resource)?.kind ?? "";
      const response = await transport.send({
        method: "POST",
        path: `${pathOf(sent)}?dryRun=All`,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(bodyOf(sent, kind)),
      });
      const answer = parseJson(await response.body.text()) as Record<string, unknown>;
      const key = `${sent.apiVersion} ${sent.resource} ${sent.name}`;
      const { uid } = answer.metadata as { uid?: string };
      if (uid === undefined) refusals[key] = answer.message;
      else answers[key] = withoutChance(answer, uid);
    }
  } finally {
    await transport.close();
  }
  expect(refusals).toEqual({});
  const lines = Object.entries(answers).map(([key, answer]) => `${JSON.stringify(key)}: ${JSON.stringify(answer)}`);
  await expect(`{\n${lines.join(",\n")}\n}\n`).toMatchFileSnapshot("builtin-answers.json");
});
