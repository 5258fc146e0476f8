import { HttpsTransport } from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Exam, examine } from "./exam.ts";
import { sendByTransport } from "./send-by-transport.ts";
import { allSubjects } from "./subject/all.ts";
import { formatVerdicts } from "./verdict-file.ts";

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
    const exams: Exam[] = [];
    for (const subject of subjects) exams.push(...(await examine(subject, sendByTransport(transport))));
    await expect(formatVerdicts(exams)).toMatchFileSnapshot(`../vectors/validation-${name}.json`);
  });
});
