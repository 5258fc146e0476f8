import { describe, expect, test } from "vitest";
import { formatMicroTime, formatTime, parseMicroTime, parseTime } from "./time.ts";

const noon = Date.UTC(2026, 0, 31, 12);

describe("times", () => {
  test("a time has whole seconds, a micro time six digits", () => {
    expect(formatTime(noon + 999)).toBe("2026-01-31T12:00:00Z");
    expect(formatTime(new Date(noon))).toBe("2026-01-31T12:00:00Z");
    expect(formatMicroTime(noon + 5)).toBe("2026-01-31T12:00:00.005000Z");
    expect(formatMicroTime(new Date(noon))).toBe("2026-01-31T12:00:00.000000Z");
  });

  test("a fraction of a millisecond goes to the nearest microsecond", () => {
    expect(formatMicroTime(noon + 0.123)).toBe("2026-01-31T12:00:00.000123Z");
    expect(formatMicroTime(noon + 999.9999)).toBe("2026-01-31T12:00:01.000000Z");
  });

  test.each(["2026-01-31T12:00:00.000001Z", "2026-01-31T12:00:00.123456Z", "1969-12-31T23:59:59.999999Z"])(
    "%s survives reading and writing",
    (text) => {
      expect(formatMicroTime(parseMicroTime(text))).toBe(text);
    },
  );

  test("offsets are honoured", () => {
    expect(parseTime("2026-01-31T13:30:00+01:30")).toBe(noon);
    expect(parseTime("2026-01-31T12:00:00.25Z")).toBe(noon + 250);
  });

  test.each(["2026-01-31T12:00:00Z", "1970-01-01T00:00:00Z", "2024-02-29T23:59:59Z", "9999-12-28T00:00:01Z"])(
    "%s is read as it is written",
    (text) => {
      expect(parseTime(text)).toBe(Date.parse(text));
      expect(formatTime(parseTime(text))).toBe(text);
    },
  );

  test.each(["2026-02-29T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-13-01T00:00:00Z"])(
    "%s is no time",
    (text) => {
      expect(() => parseTime(text)).toThrow(/out of range/);
    },
  );

  test("a micro time needs its six digits", () => {
    expect(() => parseMicroTime("2026-01-31T12:00:00Z")).toThrow(/cannot parse "Z" as "\.000000"; write it like/);
  });

  test.each([Number.NaN, 8.64e15, new Date(Number.NaN), -1e15])("%s cannot be written", (moment) => {
    expect(() => formatTime(moment)).toThrow(/must be in the years 0 to 9999/);
    expect(() => formatMicroTime(moment)).toThrow(/must be in the years 0 to 9999/);
  });
});
