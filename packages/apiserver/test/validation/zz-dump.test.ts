import { readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";
import { examine } from "./exam.ts";
import { sendByTransport } from "./send-by-transport.ts";
import { allSubjects } from "./subject/all.ts";
test("dump", { timeout: 200_000 }, async () => {
  const server = await ApiServer.start();
  const transport = server.transport();
  const lines: string[] = [];
  for (const name of ["pod", "volume", "workload", "job"]) {
    const all = JSON.parse(readFileSync(new URL(`../vectors/validation-${name}.json`, import.meta.url), "utf8"));
    for (const subject of allSubjects[name]!) {
      const verdicts = await examine(subject, sendByTransport(transport));
      let bad = 0;
      for (const [id, verdict] of verdicts) {
        if (isDeepStrictEqual(verdict, all[id])) continue;
        bad++;
        lines.push(`## ${id}\n  ref: ${JSON.stringify(all[id])}\n  our: ${JSON.stringify(verdict)}`);
      }
      lines.push(`==== ${subject.kind} ${subject.name}: ${verdicts.length - bad} of ${verdicts.length}`);
    }
  }
  writeFileSync("/tmp/kw/valid-dump.txt", lines.join("\n"));
  await server.close();
});
