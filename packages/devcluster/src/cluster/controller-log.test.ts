import type { Logger } from "@kubewright/runtime";
import { expect, test } from "vitest";
import { controllerLog } from "./controller-log.ts";

function recordingLog(lines: string[], own: object = {}): Logger {
  const write = (level: string) => (fields: object, message: string) => {
    lines.push(`${level} ${message} ${JSON.stringify({ ...own, ...fields })}`);
  };
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    child: (fields) => recordingLog(lines, { ...own, ...fields }),
  };
}

test("a kind that is not served is no warning, and everything else is what it was", () => {
  const lines: string[] = [];
  const log = controllerLog(recordingLog(lines)).child({ part: "it" });
  log.debug({}, "a");
  log.info({}, "b");
  log.warn({ reason: "missing" }, "not served");
  log.warn({ reason: "forbidden" }, "c");
  log.warn({}, "d");
  log.error({ reason: "missing" }, "e");
  expect(lines).toEqual([
    'debug a {"part":"it"}',
    'info b {"part":"it"}',
    'debug not served {"part":"it","reason":"missing"}',
    'warn c {"part":"it","reason":"forbidden"}',
    'warn d {"part":"it"}',
    'error e {"part":"it","reason":"missing"}',
  ]);
});
