import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";
import { compare } from "../conformance/comparison.ts";
import { unnamed } from "../conformance/deviation.ts";
import { handlerWire } from "../conformance/handler-wire.ts";
import { readRecordings } from "../conformance/recording.ts";
import { allScripts } from "../conformance/script/all.ts";
import { record } from "../conformance/script.ts";

(BigInt.prototype as any).toJSON = function () {
  return Number(this);
};
test("x", async () => {
  const errors: unknown[] = [];
  const server = await ApiServer.start({ onInternalError: (error: unknown) => errors.push(error) });
  const classes = (process.env["CLASSES"] ?? "crud,patch,apply,deletion,errors").split(",");
  const scripts = allScripts.filter((s: any) => classes.includes(s.class));
  const comparison = compare(
    readRecordings().filter((r: any) => classes.includes(r.class)),
    await record(handlerWire(server.handle), scripts),
  );
  const differences = unnamed(comparison.differences);
  const lines = [...comparison.counts].map(
    ([name, { total, identical }]: any) => `${name}: identical ${identical} of ${total}`,
  );
  for (const { class: name, script, step, request, details } of differences as any) {
    lines.push(`\n## ${name} > ${script} > ${step}\n${request}`, ...details.map((detail: string) => `  ${detail}`));
  }
  for (const e of errors) lines.push(String((e as Error)?.stack ?? e));
  writeFileSync("/tmp/kwverb/report.txt", `${lines.join("\n")}\n`);
  await server.close();
}, 120_000);
