import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { ApiServer } from "../src/server/api-server.ts";
import { compare } from "./conformance/comparison.ts";
import { handlerWire } from "./conformance/handler-wire.ts";
import { readRecordings } from "./conformance/recording.ts";
import { allScripts } from "./conformance/script/all.ts";
import { record } from "./conformance/script.ts";

test("c", async () => {
  const errors: string[] = [];
  const server = await ApiServer.start({
    onInternalError: (e) => errors.push(String((e as Error).stack).slice(0, 500)),
  });
  const got = await record(handlerWire(server.handle), allScripts);
  (BigInt.prototype as any).toJSON = function () {
    return `${this}n`;
  };
  const comparison = compare(readRecordings(), got);
  delete (BigInt.prototype as any).toJSON;
  const lines = [...comparison.counts].map(
    ([name, { total, identical }]) => `${name}: identical ${identical} of ${total}`,
  );
  for (const { class: name, script, step, request, details } of comparison.differences)
    lines.push(`\n## ${name} > ${script} > ${step}\n${request}`, ...details.map((d) => `  ${d}`));
  writeFileSync("/tmp/kwh/conf.txt", `${lines.join("\n")}\n\nERRORS\n${[...new Set(errors)].join("\n---\n")}`);
  await server.close();
}, 200_000);
