import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";
import { examine, type Verdict } from "./exam.ts";
import { sendByTransport } from "./send-by-transport.ts";
import { allSubjects } from "./subject/all.ts";

let server: ApiServer;
let transport: ReturnType<ApiServer["transport"]>;
beforeAll(async () => {
  server = await ApiServer.start();
  transport = server.transport();
});
afterAll(() => server?.close());

describe("the server says of bad objects what the reference says", () => {
  test.each(
    Object.entries(allSubjects).flatMap(([name, subjects]) =>
      subjects.map((subject) => [`${subject.apiVersion} ${subject.kind} ${subject.name}`, name, subject] as const),
    ),
  )("%s", async (key, name, subject) => {
    const file = new URL(`../vectors/validation-${name}.json`, import.meta.url);
    const all: Record<string, Verdict> = JSON.parse(readFileSync(file, "utf8"));
    const recorded = Object.entries(all).filter(([id]) => id.startsWith(`${key} `));
    const verdicts = new Map(await examine(subject, sendByTransport(transport)));
    const others = recorded.filter(
      ([id, verdict]) => !isDeepStrictEqual(withoutEmpty(verdict), withoutEmpty(verdicts.get(id))),
    );
    expect(Object.fromEntries(others.map(([id]) => [id, verdicts.get(id)]))).toEqual(Object.fromEntries(others));
    expect(recorded.length).toBe(verdicts.size);
  });
});

/** Only what is stored has no empty lists and maps in the reference, but here all objects do without. They are printed in few messages. */
function withoutEmpty(verdict: Verdict | undefined): unknown {
  if (typeof verdict !== "object") return verdict;
  return { ...verdict, says: verdict.says.map((text) => text.replaceAll(/(?<=: ?)(?:\[\]|\{\})(?=[,}:])/g, "null")) };
}
