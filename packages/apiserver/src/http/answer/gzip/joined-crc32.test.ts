import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { crc32ShiftOf, joinCrc32 } from "./joined-crc32.ts";

test.each([
  [0, 0],
  [0, 5],
  [5, 0],
  [1, 1],
  [300, 7],
  [7, 70_001],
  [65_536, 1_048_576],
])("the CRC-32 of %d and %d bytes is that of all of them", (first, second) => {
  const bytes = Buffer.from(Array.from({ length: first + second }, (_, index) => (index * 7 + (index >> 8)) % 256));
  const [a, b] = [bytes.subarray(0, first), bytes.subarray(first)];
  expect(joinCrc32(crc32(a), crc32(b), crc32ShiftOf(second))).toBe(crc32(bytes));
});
