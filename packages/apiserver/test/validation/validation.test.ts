import { readFileSync } from "node:fs";
import { parseJson } from "@kubewright/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";
import { examine, type Send } from "./exam.ts";
import type { Json } from "./subject.ts";
import { allSubjects } from "./subject/all.ts";

let server: ApiServer;
let transport: ReturnType<ApiServer["transport"]>;
beforeAll(async () => {
  server = await ApiServer.start();
  transport = server.transport();
});
afterAll(() => server?.close());

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

describe("the server says of bad objects what the reference says", () => {
  test.each(
    Object.entries(allSubjects).flatMap(([name, subjects]) =>
      subjects.map((subject) => [`${subject.apiVersion} ${subject.kind} ${subject.name}`, name, subject] as const),
    ),
  )("%s", async (key, name, subject) => {
    const file = new URL(`../vectors/validation-${name}.json`, import.meta.url);
    const recorded = Object.entries(JSON.parse(readFileSync(file, "utf8"))).filter(([id]) => id.startsWith(`${key} `));
    expect(Object.fromEntries(await examine(subject, send))).toEqual(Object.fromEntries(recorded));
  });
});
