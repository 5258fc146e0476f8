import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";
import { type Comparison, compare } from "./comparison.ts";
import { unnamed } from "./deviation.ts";
import { handlerWire } from "./handler-wire.ts";
import { readRecordings } from "./recording.ts";
import { allScripts } from "./script/all.ts";
import { record } from "./script.ts";

describe("the embedded server answers as the reference did", () => {
  let comparison: Comparison;
  let server: ApiServer;
  beforeAll(async () => {
    server = await ApiServer.start();
    comparison = compare(readRecordings(), await record(handlerWire(server.handle), allScripts));
  }, 120_000);
  afterAll(() => server?.close());

  test("to every request, but for deviations that are named", () => {
    const differences = unnamed(comparison.differences);
    const file = process.env["CONFORMANCE_REPORT"];
    if (file !== undefined) {
      const lines = [...comparison.counts].map(
        ([name, { total, identical }]) => `${name}: identical ${identical} of ${total}`,
      );
      for (const { class: name, script, step, request, details } of differences) {
        lines.push(`\n## ${name} > ${script} > ${step}\n${request}`, ...details.map((detail) => `  ${detail}`));
      }
      writeFileSync(file, `${lines.join("\n")}\n`);
    }
    expect(
      differences.map(({ class: name, script, step, details }) => `${name} > ${script} > ${step}: ${details[0]}`),
    ).toEqual([]);
  });
});
