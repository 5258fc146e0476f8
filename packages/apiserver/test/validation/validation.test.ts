import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";
import { examine, type Verdict } from "./exam.ts";
import { sendByTransport } from "./send-by-transport.ts";
import { allSubjects } from "./subject/all.ts";
import { parseVerdicts } from "./verdict-file.ts";

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
  )("%s", { timeout: 120_000 }, async (_key, name, subject) => {
    const file = new URL(`../vectors/validation-${name}.json`, import.meta.url);
    const recorded = parseVerdicts(readFileSync(file, "utf8"));
    for (const { name: exam, verdicts } of await examine(subject, sendByTransport(transport))) {
      const expected = recorded.get(exam) ?? [];
      expect(`${exam}: ${verdicts.length}`).toBe(`${exam}: ${expected.length}`);
      const others = [...verdicts.entries()].filter(
        ([index, [, verdict]]) => !isDeepStrictEqual(withoutEmpty(verdict), withoutEmpty(expected[index])),
      );
      const ours = others.map(([, [change, verdict]]) => [`${exam} ${change}`, verdict]);
      const theirs = others.map(([index, [change]]) => [`${exam} ${change}`, expected[index]]);
      expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(theirs));
    }
  });
});

/** Only what is stored has no empty lists and maps in the reference, but here all objects do without. They are printed in few messages. */
function withoutEmpty(verdict: Verdict | undefined): unknown {
  if (typeof verdict !== "object") return verdict;
  return { ...verdict, says: verdict.says.map((text) => text.replaceAll(/(?<=: ?)(?:\[\]|\{\})(?=[,}:])/g, "null")) };
}
