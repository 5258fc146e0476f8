/** A number with a fraction. The name tells the code generator: `type: number`; Kubernetes recommends integers, or a quantity. */
export type Float = number;

/** A 32-bit integer. The name tells the code generator: `format: int32`. */
export type Int32 = number;

/**
 * A 64-bit integer. The name tells the code generator: `format: int64`.
 *
 * Values beyond 2^53 are read as `bigint`; where a field may have such, its type is `Int64 | bigint`.
 */
export type Int64 = number;

/** Why a text is no integer, in the server's words. */
export type IntegerProblem = "invalid syntax" | "value out of range";

/** The signed decimal integer that `text` is, or why it is none that fits into so many bits. */
export function parseInteger(text: string, bits: 32 | 64): bigint | IntegerProblem {
  const match = /^([+-]?)([0-9]+)$/.exec(text);
  if (match === null) return "invalid syntax";
  const value = BigInt(match[1] === "-" ? `-${match[2]}` : match[2]!);
  return BigInt.asIntN(bits, value) === value ? value : "value out of range";
}
