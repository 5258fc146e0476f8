import { HttpsTransport } from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examine, type Verdict } from "./exam.ts";
import { sendByTransport } from "./send-by-transport.ts";
import { allSubjects } from "./subject/all.ts";

let server: ReferenceServer;
let transport: HttpsTransport;
beforeAll(async () => {
  server = await startReferenceServer();
  transport = new HttpsTransport(server.connection());
});
afterAll(async () => {
  await transport?.close();
  await server?.close();
});

describe("the reference says of bad objects what is recorded", () => {
  test.each(Object.entries(allSubjects))("%s", { timeout: 300_000 }, async (name, subjects) => {
    const verdicts: [string, Verdict][] = [];
    for (const subject of subjects) verdicts.push(...(await examine(subject, sendByTransport(transport))));
    const lines = verdicts.map(([key, verdict]) => `${JSON.stringify(key)}: ${JSON.stringify(verdict)}`);
    await expect(`{\n${lines.join(",\n")}\n}\n`).toMatchFileSnapshot(`../vectors/validation-${name}.json`);
  });
});
