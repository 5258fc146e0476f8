import { ApiError } from "../errors.ts";
import { parseInteger } from "./integer.ts";

/** A quantity as it is in an object: `500m`, `64Mi`. The name tells the code generator; `Quantity` calculates with it. */
export type QuantityText = string;

/** The notation in which a quantity is written: `12M`, `12Mi` or `12e6`. */
export type QuantityFormat = "DecimalSI" | "BinarySI" | "DecimalExponent";

/** A decimal number, `mantissa` × 10^`exponent`, and its notation. */
export interface QuantityParts {
  readonly mantissa: bigint;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

const decimalSuffixes = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const binarySuffixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const nano = -9;
const maxInt64 = (1n << 63n) - 1n;

const numberShape = /^([+-]?)([0-9]*)(?:\.([0-9]*))?/;
const suffixShape = /^[eEinumkKMGTP]*[-+]?[0-9]*$/;
const wrongShape = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/** What `text` says, and the text itself where the server would print it again instead of the canonical form. */
export function parseQuantityText(text: string): QuantityParts & { readonly keptText: string | undefined } {
  const [number, sign, integer, fraction = ""] = numberShape.exec(text)!;
  const suffix = text.slice(number.length);
  if (text === "" || !suffixShape.test(suffix)) throw invalid(text, wrongShape);
  const unit = readSuffix(suffix);
  if (unit === undefined) throw invalid(text, "unable to parse quantity's suffix");

  const whole = integer!.replace(/^0+/, "") || "0";
  const digits = whole + fraction;
  const exponent = unit.base === 10 ? unit.exponent - fraction.length : -fraction.length;
  const isShort = unit.base === 10 ? digits.length <= 18 && exponent >= nano : fitsShortBinary(whole, fraction, unit);
  // The reference reads only long numbers strictly: "Ki" is zero, "Ei" is an error.
  if (!isShort && !/[0-9]/.test(number)) {
    throw invalid(text, "unable to parse numeric part of quantity");
  }

  const magnitude = BigInt(digits) * (unit.base === 2 ? 1n << BigInt(unit.exponent) : 1n);
  const parts = limitMagnitude(roundUpTo(nano, { mantissa: magnitude, exponent, format: unit.format }));
  const isCanonical =
    unit.base === 2
      ? (BigInt(digits) & 7n) !== 0n
      : exponent % 3 === 0 && !digits.endsWith("000") && !digits.startsWith("0");
  return {
    ...parts,
    mantissa: sign === "-" ? -parts.mantissa : parts.mantissa,
    keptText: isShort && isCanonical ? text : undefined,
  };
}

/** The canonical text: no fraction, no precision lost, the largest suffix that allows this. */
export function formatQuantityText(parts: QuantityParts): string {
  const { mantissa, exponent } = trimZeros(parts);
  if (mantissa === 0n) return "0";
  if (parts.format === "BinarySI" && exponent >= 0) {
    const value = mantissa * pow10(exponent);
    if (value <= -1024n || value >= 1024n) return formatBinary(value);
  }
  const thousands = Math.floor(exponent / 3);
  if (parts.format === "DecimalExponent") {
    return `${mantissa * pow10(exponent - thousands * 3)}${thousands === 0 ? "" : `e${thousands * 3}`}`;
  }
  // Beyond exa there is no suffix: keep the zeros. (The reference drops both and prints another number.)
  const index = Math.min(thousands + 3, decimalSuffixes.length - 1);
  return `${mantissa * pow10(exponent - (index - 3) * 3)}${decimalSuffixes[index]}`;
}

/** The same number at `scale` or a larger one, rounded away from zero. */
export function roundUpTo(scale: number, parts: QuantityParts): QuantityParts {
  const { mantissa, exponent, format } = parts;
  if (exponent >= scale || mantissa === 0n) return parts;
  const sign = mantissa < 0n ? -1n : 1n;
  const dropped = scale - exponent;
  // Spares a division by a number that may have billions of digits.
  if (dropped > String(mantissa * sign).length) return { mantissa: sign, exponent: scale, format };
  const divisor = pow10(dropped);
  const rounded = mantissa / divisor + (mantissa % divisor === 0n ? 0n : sign);
  return { mantissa: rounded, exponent: scale, format };
}

/** The same number with the smallest mantissa. */
export function trimZeros(parts: QuantityParts): QuantityParts {
  const { mantissa, exponent, format } = parts;
  if (mantissa === 0n) return { mantissa, exponent: 0, format };
  if (mantissa % 10n !== 0n) return parts;
  const digits = mantissa.toString();
  let zeros = 1;
  while (digits.at(-1 - zeros) === "0") zeros++;
  return { mantissa: mantissa / pow10(zeros), exponent: exponent + zeros, format };
}

/** 10^`exponent`. Throws when that is a number no machine should write out. */
export function pow10(exponent: number): bigint {
  if (exponent <= 100_000) return 10n ** BigInt(exponent);
  throw new ApiError("INVALID_QUANTITY", `quantity with ${exponent} digits is too large to compute with`);
}

function formatBinary(value: bigint): string {
  let rest = value;
  let index = 0;
  while (rest % 1024n === 0n && index < binarySuffixes.length - 1) {
    rest /= 1024n;
    index++;
  }
  return `${rest}${binarySuffixes[index]}`;
}

interface Unit {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

function readSuffix(suffix: string): Unit | undefined {
  const decimal = decimalSuffixes.indexOf(suffix);
  if (decimal !== -1) return { base: 10, exponent: (decimal - 3) * 3, format: "DecimalSI" };
  const binary = binarySuffixes.indexOf(suffix);
  if (binary !== -1) return { base: 2, exponent: binary * 10, format: "BinarySI" };
  if (!/^[eE]./.test(suffix)) return undefined;
  const exponent = parseInteger(suffix.slice(1), 64);
  if (typeof exponent !== "bigint") return undefined;
  // The reference keeps 32 bits of it.
  return { base: 10, exponent: Number(BigInt.asIntN(32, exponent)), format: "DecimalExponent" };
}

/** Whether the reference reads a binary number by its short way, on which details of its answer depend. */
function fitsShortBinary(whole: string, fraction: string, unit: Unit): boolean {
  return fraction === "" && whole.length + (unit.exponent / 10) * 3 <= 14;
}

/** Binary quantities end at 2^63-1; those below one are written in decimal. */
function limitMagnitude(parts: QuantityParts): QuantityParts {
  if (parts.format !== "BinarySI" || parts.mantissa === 0n) return parts;
  const value = roundUpTo(0, parts);
  if (value.mantissa > maxInt64) return { mantissa: maxInt64, exponent: 0, format: "BinarySI" };
  const isBelowOne = parts.mantissa < pow10(-parts.exponent);
  return isBelowOne ? { ...parts, format: "DecimalSI" } : parts;
}

function invalid(text: string, detail: string): ApiError {
  return new ApiError("INVALID_QUANTITY", `quantity ${JSON.stringify(text)}: ${detail}`, { detail });
}
