import { ApiError } from "../errors.ts";
import { quoteAscii } from "../text/byte-text.ts";

/** A length of time as `parseDuration` reads it: `1h30m`. The name tells the code generator. */
export type Duration = string;

/**
 * The milliseconds of a duration in Go's notation, as in `1h30m`, `500ms`, `-1.5s`.
 *
 * A number of milliseconds is what timers and the rest of this toolkit take. It is exact for whole milliseconds, and to
 * the nanosecond for durations below 104 days.
 */
export function parseDuration(text: string): number {
  const nanoseconds = parseNanoseconds(text);
  if (nanoseconds % 1_000_000n === 0n) return Number(nanoseconds / 1_000_000n);
  return Number(nanoseconds) / 1e6;
}

/** A duration in the notation that the server prints: `1h30m0s`, `1.5s`, `500ms`, `0s`. */
export function formatDuration(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) throw outOfRange(milliseconds);
  const nanoseconds = Number.isInteger(milliseconds)
    ? BigInt(milliseconds) * 1_000_000n
    : BigInt(Math.round(milliseconds * 1e6));
  if (BigInt.asIntN(64, nanoseconds) !== nanoseconds) throw outOfRange(milliseconds);
  return formatNanoseconds(nanoseconds);
}

const units: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  // The micro sign and the Greek letter look alike; both are in use.
  ["\u00b5s", 1_000n],
  ["\u03bcs", 1_000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);

/** One more than the largest duration; a negative duration may reach it. */
const limit = 1n << 63n;

/** The nanoseconds of a duration in Go's notation: a signed integer of 64 bits. */
export function parseNanoseconds(text: string): bigint {
  const isNegative = text.startsWith("-");
  let rest = isNegative || text.startsWith("+") ? text.slice(1) : text;
  if (rest === "0") return 0n;
  if (rest === "") throw invalid("invalid duration", text);
  let total = 0n;
  while (rest !== "") {
    const [number, whole, fraction = ""] = /^([0-9]*)(?:\.([0-9]*))?/.exec(rest)!;
    if (whole === "" && fraction === "") throw invalid("invalid duration", text);
    rest = rest.slice(number.length);
    const name = /^[^0-9.]*/.exec(rest)![0];
    rest = rest.slice(name.length);
    const count = BigInt(whole!);
    if (count > limit) throw invalid("invalid duration", text);
    if (name === "") throw invalid("missing unit in duration", text);
    const unit = units.get(name);
    if (unit === undefined) throw invalid(`unknown unit ${quoteAscii(name)} in duration`, text);
    total += count * unit + fractionOf(unit, fraction);
    if (total > limit) throw invalid("invalid duration", text);
  }
  if (isNegative) return -total;
  if (total === limit) throw invalid("invalid duration", text);
  return total;
}

/** Done in doubles, digits beyond 63 bits ignored: the reference's rounding, to the bit. */
function fractionOf(unit: bigint, digits: string): bigint {
  let value = 0n;
  let scale = 1;
  for (const digit of digits) {
    const next = value * 10n + BigInt(digit);
    if (value > (limit - 1n) / 10n || next > limit) break;
    value = next;
    scale *= 10;
  }
  return BigInt(Math.trunc(Number(value) * (Number(unit) / scale)));
}

/** The text of a duration in nanoseconds, as Go prints it. */
export function formatNanoseconds(nanoseconds: bigint): string {
  if (nanoseconds < 0n) return `-${formatNanoseconds(-nanoseconds)}`;
  if (nanoseconds === 0n) return "0s";
  if (nanoseconds < 1_000n) return `${nanoseconds}ns`;
  if (nanoseconds < 1_000_000n) return `${decimal(nanoseconds, 3)}\u00b5s`;
  if (nanoseconds < 1_000_000_000n) return `${decimal(nanoseconds, 6)}ms`;
  const minutes = nanoseconds / 60_000_000_000n;
  const seconds = `${decimal(nanoseconds % 60_000_000_000n, 9)}s`;
  if (minutes === 0n) return seconds;
  if (minutes < 60n) return `${minutes}m${seconds}`;
  return `${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

function decimal(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, "");
}

function invalid(reason: string, text: string): ApiError {
  const detail = `time: ${reason} ${quoteAscii(text)}`;
  return new ApiError("INVALID_DURATION", `${detail}; write numbers with units h, m, s, ms, us or ns, as in "1h30m"`, {
    detail,
  });
}

function outOfRange(milliseconds: number): ApiError {
  return new ApiError("INVALID_DURATION", `${milliseconds} ms is out of range: durations reach about 292 years`);
}
