import { ApiError } from "../errors.ts";
import {
  formatQuantityText,
  parseQuantityText,
  pow10,
  type QuantityFormat,
  type QuantityParts,
  roundUpTo,
  trimZeros,
} from "./quantity-text.ts";

export interface QuantityOptions {
  /** The notation to print in. @default "DecimalSI" */
  readonly format?: QuantityFormat;
  /** The power of ten that the number counts: -3 for thousandths. @default 0 */
  readonly scale?: number;
}

/**
 * An amount of a resource, as in `cpu: 250m` and `memory: 1.5Gi`: an exact decimal number that remembers its notation.
 *
 * Immutable. Finer than a billionth is rounded away from zero when it is read; arithmetic is exact and has no limits.
 */
export class Quantity {
  /** The number is `mantissa` × 10^`exponent`. The mantissa does not end in zero. */
  readonly mantissa: bigint;
  readonly exponent: number;
  readonly format: QuantityFormat;
  readonly #keptText: string | undefined;

  private constructor(parts: QuantityParts, keptText?: string) {
    const { mantissa, exponent, format } = trimZeros(parts);
    this.mantissa = mantissa;
    this.exponent = exponent;
    this.format = format;
    this.#keptText = keptText;
  }

  /** Reads a quantity: `1`, `-1.5`, `100m`, `1.5Gi`, `12e6`. A number stands for its decimal text. */
  static parse(text: string | number | bigint): Quantity {
    const { keptText, ...parts } = parseQuantityText(String(text));
    return new Quantity(parts, typeof text === "string" ? keptText : undefined);
  }

  /** A quantity of `value` units: `Quantity.of(1500, { scale: -3 })` is `1500m`. */
  static of(value: number | bigint, options: QuantityOptions = {}): Quantity {
    const { format = "DecimalSI", scale = 0 } = options;
    if (typeof value === "number" && !Number.isInteger(value)) {
      const { mantissa, exponent } = parseQuantityText(String(value));
      return new Quantity(roundUpTo(-9, { mantissa, exponent: exponent + scale, format }));
    }
    return new Quantity(roundUpTo(-9, { mantissa: BigInt(value), exponent: scale, format }));
  }

  /** The sum, in this notation, or in the other's when this is zero. */
  add(other: Quantity): Quantity {
    const exponent = Math.min(this.exponent, other.exponent);
    const mantissa = scaledMantissa(this, exponent) + scaledMantissa(other, exponent);
    return new Quantity({ mantissa, exponent, format: this.isZero ? other.format : this.format });
  }

  /** The difference, in this notation, or in the other's when this is zero. */
  sub(other: Quantity): Quantity {
    return this.add(other.negate());
  }

  /** The product with an integer. */
  mul(factor: number | bigint): Quantity {
    if (typeof factor === "number" && !Number.isSafeInteger(factor)) {
      throw new ApiError("INVALID_QUANTITY", `cannot multiply a quantity by ${factor}: the factor must be an integer`);
    }
    return new Quantity({ mantissa: this.mantissa * BigInt(factor), exponent: this.exponent, format: this.format });
  }

  negate(): Quantity {
    return new Quantity({ mantissa: -this.mantissa, exponent: this.exponent, format: this.format });
  }

  /** Negative, zero or positive as this is less than, equal to or more than `other`, whatever their notations. */
  compare(other: Quantity): -1 | 0 | 1 {
    if (this.sign !== other.sign) return this.sign < other.sign ? -1 : 1;
    const difference = magnitude(this) - magnitude(other);
    // Numbers of different length need not be written out to be compared.
    if (difference !== 0) return difference * this.sign < 0 ? -1 : 1;
    const exponent = Math.min(this.exponent, other.exponent);
    const left = scaledMantissa(this, exponent);
    const right = scaledMantissa(other, exponent);
    if (left === right) return 0;
    return left < right ? -1 : 1;
  }

  /** Whether both are the same number, whatever their notations: `1000m` equals `1`. */
  equals(other: Quantity): boolean {
    return this.mantissa === other.mantissa && this.exponent === other.exponent;
  }

  get isZero(): boolean {
    return this.mantissa === 0n;
  }

  get sign(): -1 | 0 | 1 {
    if (this.mantissa === 0n) return 0;
    return this.mantissa < 0n ? -1 : 1;
  }

  /** The number of whole units, rounded away from zero. */
  value(): bigint {
    return this.scaledValue(0);
  }

  /** The number of thousandths, rounded away from zero: how schedulers count CPU. */
  milliValue(): bigint {
    return this.scaledValue(-3);
  }

  /** How many times 10^`scale` it is, rounded away from zero. */
  scaledValue(scale: number): bigint {
    return scaledMantissa(roundUpTo(scale, this), scale);
  }

  /** The nearest number. Exact only as far as doubles are. */
  toNumber(): number {
    return Number(`${this.mantissa}e${this.exponent}`);
  }

  /** The same number rounded away from zero to a multiple of 10^`scale`. */
  roundUp(scale: number): Quantity {
    return this.exponent >= scale ? this : new Quantity(roundUpTo(scale, this));
  }

  /** The same number in another notation. */
  withFormat(format: QuantityFormat): Quantity {
    return format === this.format ? this : new Quantity({ mantissa: this.mantissa, exponent: this.exponent, format });
  }

  /**
   * The text that the server prints for this quantity.
   *
   * That is the canonical form, `1.5` as `1500m` and `1.5Gi` as `1536Mi`, except for some texts that the server keeps
   * as they were written, among them `+1`, `1.500` and `1E3`. Numbers for which no suffix is large enough keep their
   * zeros, `1000E`, where the server prints another number.
   */
  toString(): string {
    return this.#keptText ?? formatQuantityText(this);
  }

  toJSON(): string {
    return this.toString();
  }
}

function scaledMantissa(parts: QuantityParts, exponent: number): bigint {
  return parts.mantissa * pow10(parts.exponent - exponent);
}

/** The position of the first digit. */
function magnitude({ mantissa, exponent }: Quantity): number {
  return String(mantissa < 0n ? -mantissa : mantissa).length + exponent;
}
