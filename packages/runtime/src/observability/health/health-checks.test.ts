import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { RuntimeError } from "../../errors.ts";
import type { Logger } from "../log/logger.ts";
import { ping } from "./health-check.ts";
import { HealthChecks } from "./health-checks.ts";

function recordingLog(): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  const write = (level: string) => (fields: object, message: string) => {
    lines.push(`${level} ${message} ${(fields as { check: string }).check}`);
  };
  const log: Logger = {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    child: () => log,
  };
  return { log, lines };
}

describe("HealthChecks", () => {
  test("are well when there is none, or all pass", async () => {
    const checks = new HealthChecks({ name: "readyz" });
    expect(await checks.run()).toEqual({ isHealthy: true, results: [{ name: "ping" }], unknownExcludes: [] });
    checks.add("b", ping);
    checks.add("a", async () => {});
    expect(await checks.run()).toMatchObject({ isHealthy: true, results: [{ name: "a" }, { name: "b" }] });
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("no");
      },
    ],
    [
      "throws something that is no Error",
      () => {
        throw "no";
      },
    ],
    ["rejects with nothing", () => Promise.reject(undefined)],
  ])("are not well when one %s", async (_, check) => {
    const checks = new HealthChecks({ name: "readyz" });
    checks.add("good", ping);
    checks.add("bad", check);
    expect(await checks.run()).toMatchObject({ isHealthy: false });
    expect(await checks.run({ exclude: ["bad"] })).toMatchObject({ isHealthy: true });
  });

  test("give up on one that takes too long, and tell it so", async () => {
    const clock = new ManualClock();
    const checks = new HealthChecks({ name: "readyz", clock, timeoutMs: 100 });
    let reason: unknown;
    checks.add("slow", ({ signal }) => {
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          reason = signal.reason;
          reject(new Error("too late to matter"));
        });
      });
    });
    const report = checks.run();
    clock.advance(100);
    expect(await report).toMatchObject({
      isHealthy: false,
      results: [{ name: "slow", error: new Error("no answer within 100 ms") }],
    });
    expect(reason).toEqual(new Error("no answer within 100 ms"));
  });

  test("leave no timer behind", async () => {
    const clock = new ManualClock();
    const checks = new HealthChecks({ name: "readyz", clock });
    checks.add("good", ping);
    checks.add("bad", () => Promise.reject(new Error("no")));
    await checks.run();
    expect(clock.pending).toBe(0);
  });

  test("ask one that is being asked only once, and again when its call has ended", async () => {
    const clock = new ManualClock();
    const checks = new HealthChecks({ name: "readyz", clock, timeoutMs: 100 });
    const calls: (() => void)[] = [];
    checks.add("deaf", () => new Promise<void>((resolve) => calls.push(resolve)));
    const [first, second] = [checks.run(), checks.runOne("deaf")];
    clock.advance(100);
    await Promise.all([first, second]);
    expect(calls).toHaveLength(1);

    expect(await checks.runOne("deaf")).toMatchObject({
      error: new Error("still no answer to a call of more than 100 ms ago"),
    });
    expect(calls).toHaveLength(1);
    expect(clock.pending).toBe(0);

    calls[0]!();
    await Promise.resolve();
    const last = checks.runOne("deaf");
    calls[1]!();
    expect(await last).toEqual({ name: "deaf" });
  });

  test("may be one function under several names", async () => {
    const { log, lines } = recordingLog();
    const checks = new HealthChecks({ name: "readyz", log });
    const fail = () => Promise.reject(new Error("no"));
    for (const name of ["a", "b"]) checks.add(name, fail);
    expect((await checks.run()).results).toMatchObject([{ name: "a" }, { name: "b" }]);
    expect(lines).toEqual(["warn readyz check failed a", "warn readyz check failed b"]);
  });

  test("are told apart by name, and taken away when disposed of", async () => {
    const checks = new HealthChecks({ name: "readyz" });
    const first = checks.add("a", () => Promise.reject(new Error("no")));
    expect(() => checks.add("a", ping)).toThrow(
      new RuntimeError(
        "INVALID_ARGUMENT",
        'cannot add the readyz check "a": there is one of this name; choose another',
      ),
    );
    first[Symbol.dispose]();
    const second = checks.add("a", ping);
    first[Symbol.dispose]();
    second[Symbol.dispose]();
    checks.add("a", ping);
    second[Symbol.dispose]();
    expect(await checks.run()).toMatchObject({ isHealthy: true, results: [{ name: "a" }] });
  });

  test.each(["", "/a", "a/", "a//b", ".", "a/..", "a/./b"])("cannot be named %j", (name) => {
    const checks = new HealthChecks({ name: "readyz" });
    expect(() => checks.add(name, ping)).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT" }));
  });

  test("log the first failure, what is new after it, and not each probe", async () => {
    const { log, lines } = recordingLog();
    const checks = new HealthChecks({ name: "readyz", log });
    let isWell = false;
    checks.add("a", () => {
      if (!isWell) throw new Error("no");
    });
    await checks.run();
    await checks.run();
    isWell = true;
    await checks.run();
    await checks.run();
    expect(lines).toEqual([
      "warn readyz check failed a",
      "debug readyz check failed a",
      "info readyz check passes again a",
    ]);
  });
});
