import { pino } from "pino";
import { expect, test } from "vitest";
import type { Logger } from "./logger.ts";
import { safeLogger } from "./safe-logger.ts";

test("passes lines on, those of children with their fields", () => {
  const lines: string[] = [];
  const log = safeLogger(pino({ level: "debug" }, { write: (line: string) => void lines.push(line) }));
  log.debug({ a: 1 }, "one");
  log.child({ controller: "web" }).child({ b: 2 }).error({}, "two");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 20, a: 1, msg: "one" },
    { level: 50, controller: "web", b: 2, msg: "two" },
  ]);
});

test("says what it can when the fields cannot be logged", () => {
  const lines: string[] = [];
  const log = safeLogger(pino({}, { write: (line: string) => void lines.push(line) }));
  const err = Object.defineProperty(new Error(), "message", {
    get() {
      throw new Error("no");
    },
  });
  log.error({ err }, "failed");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, msg: "failed" }]);
});

test("does not throw when the logger does", () => {
  const broken = (): never => {
    throw new Error("disk full");
  };
  const log = safeLogger({ debug: broken, info: broken, warn: broken, error: broken, child: broken } as Logger);
  for (const each of [log, log.child({ a: 1 })]) {
    for (const level of ["debug", "info", "warn", "error"] as const) each[level]({}, "m");
  }
  expect(log.child({})).toBeDefined();
});
