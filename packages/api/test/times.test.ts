import { ApiError, formatMicroTime, formatTime, parseMicroTime, parseTime } from "@kubewright/api";
import { expect, test } from "vitest";
import { readVectors } from "./read-vectors.ts";

const vectors = readVectors<{
  parse: {
    text: string;
    timeError?: string;
    timeSeconds: number;
    timeNanos: number;
    microError?: string;
    microSeconds: number;
    microNanos: number;
  }[];
  format: { unixMicro: string; time: string; micro: string }[];
}>("times");

function expectTime(parse: (text: string) => number, text: string, error: string | undefined, ms: number): void {
  if (error === undefined) {
    expect(parse(text)).toBe(ms);
    return;
  }
  expect(() => parse(text)).toThrow(
    expect.objectContaining({ constructor: ApiError, code: "INVALID_TIME", detail: error }),
  );
}

test.each(vectors.parse)("$text reads as in the reference", (row) => {
  expectTime(parseTime, row.text, row.timeError, row.timeSeconds * 1000 + row.timeNanos / 1e6);
  expectTime(parseMicroTime, row.text, row.microError, row.microSeconds * 1000 + row.microNanos / 1e6);
});

test.each(vectors.format)("$unixMicro µs print as in the reference", ({ unixMicro, time, micro }) => {
  const milliseconds = Number(unixMicro) / 1000;
  expect(formatTime(milliseconds)).toBe(time);
  expect(formatMicroTime(milliseconds)).toBe(micro);
});
