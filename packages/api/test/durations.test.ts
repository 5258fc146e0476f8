import { ApiError, formatDuration, parseDuration } from "@kubewright/api";
import { expect, test } from "vitest";
import { formatNanoseconds, parseNanoseconds } from "../src/value/duration.ts";
import { readVectors } from "./read-vectors.ts";

const vectors = readVectors<{
  parse: { text: string; error?: string; nanos: string; string: string }[];
}>("durations");

test.each(vectors.parse)("duration $text reads and prints as in the reference", (row) => {
  if (row.error !== undefined) {
    expect(() => parseDuration(row.text)).toThrow(
      expect.objectContaining({ constructor: ApiError, code: "INVALID_DURATION", detail: row.error }),
    );
    return;
  }
  const nanoseconds = BigInt(row.nanos);
  expect(parseNanoseconds(row.text)).toBe(nanoseconds);
  expect(formatNanoseconds(nanoseconds)).toBe(row.string);
  expect(parseDuration(row.text)).toBe(Number(nanoseconds) / 1e6);
  const isExact = nanoseconds % 1_000_000n === 0n || BigInt.asIntN(53, nanoseconds) === nanoseconds;
  if (isExact) expect(formatDuration(parseDuration(row.text))).toBe(row.string);
});
