import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";
import { type Comparison, compare } from "./comparison.ts";
import { fidelityTable, summaryOf, unnamedLines, unseenDeviations } from "./fidelity.ts";
import { handlerWire } from "./handler-wire.ts";
import { readRecordings } from "./recording.ts";
import { allScripts } from "./script/all.ts";
import { record } from "./script.ts";

const document = fileURLToPath(new URL("../../../../docs/fidelity.md", import.meta.url));

describe("the embedded server answers as the reference did", () => {
  let comparison: Comparison;
  let server: ApiServer;
  beforeAll(async () => {
    server = await ApiServer.start();
    comparison = compare(readRecordings(), await record(handlerWire(server.handle), allScripts));
  }, 120_000);
  afterAll(() => server?.close());

  test("to every request, but for deviations that are named", () => {
    const lines = unnamedLines(comparison);
    const file = process.env.CONFORMANCE_REPORT;
    if (file !== undefined) writeFileSync(file, `${[...summaryOf(comparison), "", ...lines].join("\n")}\n`);
    expect(lines).toEqual([]);
  });

  test("at least to 95 of 100 requests in each class", () => {
    const low = [...comparison.counts].filter(([, { total, identical }]) => identical / total < 0.95);
    expect(low).toEqual([]);
  });

  test("and every deviation that is named is there", () => {
    expect(unseenDeviations(comparison)).toEqual([]);
  });

  test("docs/fidelity.md says what was measured", async () => {
    const text = readFileSync(document, "utf8");
    const measured = text.replace(/(<!-- measured -->\n)[\s\S]*?(<!-- \/measured -->)/, (_, open, close) => {
      return `${open}${fidelityTable(comparison)}\n${close}`;
    });
    await expect(measured).toMatchFileSnapshot(document);
  });
});
