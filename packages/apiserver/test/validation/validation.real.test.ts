import { parseJson } from "@kubewright/api";
import { HttpsTransport } from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examine, type Send, type Verdict } from "./exam.ts";
import type { Json } from "./subject.ts";
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

const send: Send = async (method, path, body) => {
  const response = await transport.send({
    method,
    path,
    headers: { "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const warnings = response.headers.get("warning") ?? "";
  return {
    status: response.status,
    body: parseJson(await response.body.text()) as Json,
    warnings: [...warnings.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text as string),
  };
};

describe("the reference says of bad objects what is recorded", () => {
  test.each(Object.entries(allSubjects))("%s", { timeout: 300_000 }, async (name, subjects) => {
    const verdicts: [string, Verdict][] = [];
    for (const subject of subjects) verdicts.push(...(await examine(subject, send)));
    const lines = verdicts.map(([key, verdict]) => `${JSON.stringify(key)}: ${JSON.stringify(verdict)}`);
    await expect(`{\n${lines.join(",\n")}\n}\n`).toMatchFileSnapshot(`../vectors/validation-${name}.json`);
  });
});
