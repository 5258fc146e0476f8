import { expect, test } from "vitest";
import { readableLine } from "./readable-line.ts";

test.each([
  ['{"time":"2026-01-01T00:00:00.000Z","level":"info","msg":"starting manager"}', "INFO starting manager"],
  [
    '{"level":"error","msg":"reconciler error","err":{"message":"no","stack":"Error: no\\n at x"}}',
    "ERROR reconciler error: no",
  ],
  ['{"level":30,"msg":"of pino"}', "of pino"],
  ['{"a":1}', '{"a":1}'],
  ["{ no JSON", "{ no JSON"],
  ["Error: plain", "Error: plain"],
])("%s is shown as %s", (line, shown) => {
  expect(readableLine(line)).toBe(shown);
});
