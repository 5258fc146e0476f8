import { formatFloat } from "../../text/float-text.ts";
import type { NumberRules } from "./check-node.ts";
import { broken, brokenAsAWhole, brokenWith, type Failure, numberText } from "./failure.ts";

const maxInt64 = 0x7fff_ffff_ffff_ffffn;
const maxFloat32 = 3.4028235677973366e38;

/** Whether the server holds a number as an integer of 64 bits. Others are floats to it, also `1e30`. */
export function isInteger(value: number | bigint): boolean {
  if (typeof value === "number") return Number.isSafeInteger(value);
  return value <= maxInt64 && value >= -maxInt64 - 1n;
}

/** Whether a float is so near to an integer that the server takes it for one. */
export function isNearInteger(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  const whole = Math.trunc(value);
  if (value === whole) return true;
  if (value < 0 || whole === 0) return false;
  return (value - whole) / (value + whole) < 1e-9;
}

/** Adds what is wrong with a number. */
export function checkNumber(rules: NumberRules, value: number | bigint, path: string, failures: Failure[]): void {
  const number = typeof value === "bigint" && !isInteger(value) ? Number(value) : value;
  checkRange(rules, number, "Checked", path, failures);
  const { multipleOf, minimum, maximum } = rules;
  if (multipleOf !== undefined) checkMultiple(rules, number, multipleOf, path, failures);
  if (minimum !== undefined) {
    const isExact = checkRange(rules, minimum, "Minimum boundary", path, failures) && isInteger(number);
    const limit = isExact ? Math.trunc(minimum) : minimum;
    if (rules.isMinimumExclusive ? number <= limit : number < limit) {
      const rule = rules.isMinimumExclusive ? "should be greater than" : "should be greater than or equal to";
      failures.push(broken(path, `${rule} ${limitText(limit, isExact)}`, number));
    }
  }
  if (maximum !== undefined) {
    const isExact = checkRange(rules, maximum, "Maximum boundary", path, failures) && isInteger(number);
    const limit = isExact ? Math.trunc(maximum) : maximum;
    if (rules.isMaximumExclusive ? number >= limit : number > limit) {
      const rule = rules.isMaximumExclusive ? "should be less than" : "should be less than or equal to";
      failures.push(broken(path, `${rule} ${limitText(limit, isExact)}`, number));
    }
  }
}

function checkMultiple(
  rules: NumberRules,
  value: number | bigint,
  multipleOf: number,
  path: string,
  failures: Failure[],
): void {
  const isExact = checkRange(rules, multipleOf, "MultipleOf", path, failures) && isInteger(value);
  const factor = isExact ? Math.trunc(multipleOf) : multipleOf;
  if (factor <= 0) {
    const text = `factor MultipleOf declared for ${path} must be positive: ${numberText(factor)}`;
    failures.push(brokenWith(path, text, factor));
    return;
  }
  const number = Number(value);
  const isMultiple = isExact
    ? BigInt(value) % BigInt(factor) === 0n
    : isNearInteger(factor < 1 ? (1 / factor) * number : number / factor);
  if (!isMultiple) failures.push(broken(path, `should be a multiple of ${numberText(factor)}`, value));
}

/** Whether a number fits the type and format; adds a failure when not. */
function checkRange(
  rules: NumberRules,
  value: number | bigint,
  name: string,
  path: string,
  failures: Failure[],
): boolean {
  const { type, format } = rules;
  const fits =
    type === "integer" ? fitsInteger(value, format) : format !== "float" || Math.abs(Number(value)) <= maxFloat32;
  if (fits) return true;
  const what = format === "" ? `${type} (default format)` : `${type} with format ${format}`;
  failures.push(brokenAsAWhole(`${name} value must be of type ${what} in ${path}`));
  return false;
}

function fitsInteger(value: number | bigint, format: string): boolean {
  if (typeof value === "number" && !Number.isInteger(value)) return false;
  if (format === "int32") return value <= 0x7fff_ffff && value >= -0x8000_0000;
  return value <= maxInt64 && value >= -maxInt64 - 1n;
}

/** Against an integer, the server prints all digits of the limit. */
function limitText(limit: number, isExact: boolean): string {
  return isExact ? String(BigInt(limit)) : formatFloat(limit);
}
