import type { GoScalar, GoSlice } from "./go-type.ts";

const minInt32 = -(2 ** 31);
const maxInt32 = 2 ** 31 - 1;
const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/** A byte, where bytes are given one by one. */
export const byte: GoScalar = Object.freeze({ kind: "int32", text: "uint8", shape: "scalar", scalar: "number" });
/** Bytes that are given one by one. */
export const byteSlice: GoSlice = Object.freeze({
  kind: "slice",
  text: "[]uint8",
  element: byte,
  isNamed: false,
  shape: "list",
  listType: "atomic",
  keys: [],
});
/** A number of 32 bits. */
export const int32: GoScalar = Object.freeze({ kind: "int32", text: "int32", shape: "scalar", scalar: "number" });

/** Whether a type of integers has the number. */
export function isInRange(value: number | bigint, type: GoScalar): boolean {
  if (type === byte) return value >= 0 && value <= 255;
  if (type.kind === "int32") return value >= minInt32 && value <= maxInt32;
  return typeof value === "number" || (value >= minInt64 && value <= maxInt64);
}
