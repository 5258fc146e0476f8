import { describe, expect, test } from "vitest";
import { formatDuration, parseDuration } from "./duration.ts";

describe("durations", () => {
  test.each([
    ["0", 0, "0s"],
    ["1h30m", 5_400_000, "1h30m0s"],
    ["-1.5s", -1500, "-1.5s"],
    ["250ms", 250, "250ms"],
    ["1ns", 1e-6, "1ns"],
    ["1.5us", 0.0015, "1.5µs"],
    ["876000h", 3_153_600_000_000, "876000h0m0s"],
  ])("%s is %d ms and prints as %s", (text, milliseconds, printed) => {
    expect(parseDuration(text)).toBe(milliseconds);
    expect(formatDuration(milliseconds)).toBe(printed);
  });

  test("the error names the text, the cause and the fix", () => {
    expect(() => parseDuration("1d")).toThrow(
      'time: unknown unit "d" in duration "1d"; write numbers with units h, m, s',
    );
    expect(() => parseDuration("10")).toThrow('time: missing unit in duration "10"');
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e16, -1e16])("%d ms cannot be written", (milliseconds) => {
    expect(() => formatDuration(milliseconds)).toThrow(/out of range/);
  });
});
