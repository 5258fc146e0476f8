import { ApiError, Quantity, type QuantityFormat } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { readVectors } from "./read-vectors.ts";

interface ParseRow {
  text: string;
  error?: string;
  canonical: string;
  /** What String() gives, where it is not the canonical text. */
  string?: string;
  format: QuantityFormat;
  sign: number;
  decimal?: string;
  float?: number;
  value?: string;
  milliValue?: string;
  /** The contract of Value() and MilliValue(), where the reference's own answer breaks it by overflow or rounding. */
  exactValue?: string;
  exactMilliValue?: string;
  /** The reference's text is another number: it has no suffix beyond exa and drops it. */
  lossy?: boolean;
}

const vectors = readVectors<{
  parse: ParseRow[];
  pairs: {
    a: string;
    b: string;
    sum: string;
    sumFormat: string;
    sumLossy?: boolean;
    difference: string;
    differenceFormat: string;
    differenceLossy?: boolean;
    compare: number;
  }[];
  products: { a: string; factor: string; product: string; negated: string; lossy?: boolean }[];
  made: { value: string; format: QuantityFormat; scale: number; string: string; lossy?: boolean }[];
}>("quantities");

/** Where the reference prints another number, ours must read back as the same. */
function expectText(quantity: Quantity, text: string, isLossy: boolean | undefined): void {
  if (!isLossy) {
    expect(quantity.toString()).toBe(text);
    return;
  }
  expect(quantity.toString()).not.toBe(text);
  expect(exactNumber(quantity.toString())).toBe(exactNumber(`${quantity.mantissa}e${quantity.exponent}`));
}

/** The number of a text in thousand millionths, without any limits. */
function exactNumber(text: string): bigint {
  const [, digits, suffix] = /^(-?[0-9]+)([A-Za-z]*)/.exec(text)!;
  const exponent = /e(-?[0-9]+)$/.exec(text);
  if (exponent !== null) return BigInt(digits!) * 10n ** BigInt(9 + Number(exponent[1]));
  const units: Record<string, bigint> = { "": 1n, E: 10n ** 18n, Ei: 1n << 60n };
  return BigInt(digits!) * units[suffix!]! * 10n ** 9n;
}

test.each(vectors.parse)("quantity $text reads as in the reference", (row) => {
  if (row.error !== undefined) {
    expect(() => Quantity.parse(row.text)).toThrow(
      expect.objectContaining({ constructor: ApiError, code: "INVALID_QUANTITY", detail: row.error }),
    );
    return;
  }
  const quantity = Quantity.parse(row.text);
  expect(quantity.format).toBe(row.format);
  expect(quantity.sign).toBe(row.sign);
  expect(quantity.isZero).toBe(row.sign === 0);
  expectText(quantity.negate().negate(), row.canonical, row.lossy);
  if (!row.lossy) expect(quantity.toString()).toBe(row.string ?? row.canonical);
  if (row.value !== undefined) expect(quantity.value()).toBe(BigInt(row.exactValue ?? row.value));
  if (row.milliValue !== undefined) expect(quantity.milliValue()).toBe(BigInt(row.exactMilliValue ?? row.milliValue));
  if (row.float !== undefined) expect(quantity.toNumber()).toBe(row.float);
  if (row.decimal !== undefined) expect(decimalOf(quantity)).toBe(withoutTrailingZeros(row.decimal));
});

describe("arithmetic", () => {
  const operands = [...new Set(vectors.pairs.map((row) => row.a))];

  describe.each(operands)("%s", (operand) => {
    const a = Quantity.parse(operand);

    test("adds, subtracts and compares as in the reference", () => {
      for (const row of vectors.pairs.filter((candidate) => candidate.a === operand)) {
        const b = Quantity.parse(row.b);
        expect(a.add(b).format, row.b).toBe(row.sumFormat);
        expectText(a.add(b), row.sum, row.sumLossy);
        expect(a.sub(b).format, row.b).toBe(row.differenceFormat);
        expectText(a.sub(b), row.difference, row.differenceLossy);
        expect(a.compare(b), row.b).toBe(row.compare);
        expect(a.equals(b), row.b).toBe(row.compare === 0);
      }
    });

    test("multiplies and negates as in the reference", () => {
      for (const row of vectors.products.filter((candidate) => candidate.a === operand)) {
        expectText(a.mul(BigInt(row.factor)), row.product, row.lossy);
        expect(a.negate().toString()).toBe(row.negated);
      }
    });
  });

  test.each(vectors.made)("$value at scale $scale in $format prints as in the reference", (row) => {
    const { format, scale } = row;
    expectText(Quantity.of(BigInt(row.value), { format, scale }), row.string, row.lossy);
  });
});

function decimalOf({ mantissa, exponent }: Quantity): string {
  if (exponent >= 0) return (mantissa * 10n ** BigInt(exponent)).toString();
  const digits = (mantissa < 0n ? -mantissa : mantissa).toString().padStart(1 - exponent, "0");
  return `${mantissa < 0n ? "-" : ""}${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
}

function withoutTrailingZeros(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}
