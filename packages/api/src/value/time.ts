import { ApiError } from "../errors.ts";
import { quoteAscii } from "../text/byte-text.ts";

/** A moment in whole seconds, RFC 3339: `2026-11-15T21:00:00Z`. The name tells the code generator: `format: date-time`. */
export type Time = string;

/** A moment with microseconds: `2026-11-15T21:00:00.000000Z`. The name tells the code generator: `format: date-time`. */
export type MicroTime = string;

/** A moment: milliseconds since 1970, or a Date. */
export type Moment = number | Date;

/** What most times are, and are surely valid: no leap days, no fractions. */
const plainTime = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;
const timeLayout = "2006-01-02T15:04:05Z07:00";
const microTimeLayout = "2006-01-02T15:04:05.000000Z07:00";

/** A moment as objects carry it, RFC 3339 in UTC and whole seconds: `2026-01-31T12:00:00Z`. What is finer is cut off. */
export function formatTime(moment: Moment): string {
  return `${dateTime(Math.floor(Number(moment) / 1000), moment)}Z`;
}

/**
 * A moment with exactly six digits of a second, as leases and events carry it: `2026-01-31T12:00:00.000000Z`.
 *
 * Milliseconds may have a fraction; the nearest microsecond is taken.
 */
export function formatMicroTime(moment: Moment): string {
  const milliseconds = Number(moment);
  let seconds = Math.floor(milliseconds / 1000);
  let microseconds = Math.round((milliseconds - seconds * 1000) * 1000);
  if (microseconds === 1_000_000) {
    seconds++;
    microseconds = 0;
  }
  return `${dateTime(seconds, moment)}.${String(microseconds).padStart(6, "0")}Z`;
}

/**
 * Milliseconds since 1970 of an RFC 3339 text.
 *
 * Accepts what the server does: any offset and fraction, the latter as a fraction of a millisecond where it is that
 * fine. Throws for anything else.
 */
export function parseTime(text: string): number {
  return plainTime.test(text) ? Date.parse(text) : new TimeReader(text, timeLayout).read();
}

/** Milliseconds since 1970, with the microseconds as their fraction. The text must have exactly six digits of a second. */
export function parseMicroTime(text: string): number {
  return new TimeReader(text, microTimeLayout).read();
}

function dateTime(seconds: number, moment: Moment): string {
  const date = new Date(seconds * 1000);
  const year = date.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) {
    throw new ApiError("INVALID_TIME", `time ${String(moment)} cannot be written: it must be in the years 0 to 9999`);
  }
  return date.toISOString().slice(0, 19);
}

/** Takes the text apart from left to right, so that the error names what is left at the first bad place. */
class TimeReader {
  readonly #text: string;
  readonly #layout: string;
  #rest: string;

  constructor(text: string, layout: string) {
    this.#text = text;
    this.#layout = layout;
    this.#rest = text;
  }

  read(): number {
    const year = this.#number(/^[0-9]{4}/, "2006");
    this.#literal("-");
    const month = this.#number(/^[0-9]{2}/, "01");
    if (month < 1 || month > 12) throw this.#outOfRange("month");
    this.#literal("-");
    const day = this.#number(/^[0-9]{2}/, "02");
    this.#literal("T");
    // The reference takes an hour of one digit.
    const hour = this.#number(/^[0-9]{1,2}/, "15");
    if (hour > 23) throw this.#outOfRange("hour");
    this.#literal(":");
    const minute = this.#number(/^[0-9]{2}/, "04");
    if (minute > 59) throw this.#outOfRange("minute");
    this.#literal(":");
    const second = this.#number(/^[0-9]{2}/, "05");
    if (second > 59) throw this.#outOfRange("second");
    const nanosecond = this.#layout === timeLayout ? this.#anyFraction() : this.#sixDigits();
    const offsetMinutes = this.#offset();
    if (this.#rest !== "") throw this.#error(`: extra text: ${quoteAscii(this.#rest)}`);

    const date = new Date(0);
    date.setUTCFullYear(year, month - 1, day);
    if (date.getUTCMonth() !== month - 1 || day === 0) throw this.#outOfRange("day");
    date.setUTCHours(hour, minute - offsetMinutes, second);
    return date.getTime() + nanosecond / 1e6;
  }

  #literal(character: string): void {
    if (!this.#rest.startsWith(character)) throw this.#cannotParse(character);
    this.#rest = this.#rest.slice(1);
  }

  #number(pattern: RegExp, element: string): number {
    const match = pattern.exec(this.#rest);
    if (match === null) throw this.#cannotParse(element);
    this.#rest = this.#rest.slice(match[0].length);
    return Number(match[0]);
  }

  #anyFraction(): number {
    const match = /^[.,]([0-9]+)/.exec(this.#rest);
    if (match === null) return 0;
    this.#rest = this.#rest.slice(match[0].length);
    return Number(match[1]!.slice(0, 9).padEnd(9, "0"));
  }

  #sixDigits(): number {
    // The reference takes a sign in place of the first digit.
    const match = /^[.,]([+-][0-9]{5}|[0-9]{6})/.exec(this.#rest);
    if (match === null) throw this.#cannotParse(".000000");
    if (Number(match[1]) < 0) throw this.#outOfRange("fractional second");
    this.#rest = this.#rest.slice(match[0].length);
    return Math.abs(Number(match[1])) * 1000;
  }

  /** Minutes east of UTC. The reference takes offsets up to 24 hours and 60 minutes. */
  #offset(): number {
    if (this.#rest.startsWith("Z")) {
      this.#rest = this.#rest.slice(1);
      return 0;
    }
    const match = /^(.)(..):(..)/s.exec(this.#rest);
    if (match === null) throw this.#cannotParse("Z07:00");
    const [all, sign, hours, minutes] = match as unknown as [string, string, string, string];
    const isNumber = /^[0-9]{2}$/;
    if (isNumber.test(hours)) {
      if (isNumber.test(minutes) && Number(minutes) > 60) throw this.#outOfRange("time zone offset minute");
      if (Number(hours) > 24) throw this.#outOfRange("time zone offset hour");
    }
    if (!/^[+-][0-9]{2}:[0-9]{2}$/.test(all)) throw this.#cannotParse("Z07:00");
    this.#rest = this.#rest.slice(all.length);
    const offset = Number(hours) * 60 + Number(minutes);
    return sign === "-" ? -offset : offset;
  }

  #cannotParse(element: string): ApiError {
    return this.#error(
      ` as ${quoteAscii(this.#layout)}: cannot parse ${quoteAscii(this.#rest)} as ${quoteAscii(element)}`,
    );
  }

  #outOfRange(what: string): ApiError {
    return this.#error(`: ${what} out of range`);
  }

  #error(reason: string): ApiError {
    const detail = `parsing time ${quoteAscii(this.#text)}${reason}`;
    const example = this.#layout === timeLayout ? "2026-01-31T12:00:00Z" : "2026-01-31T12:00:00.000000Z";
    return new ApiError("INVALID_TIME", `${detail}; write it like ${example}`, { detail });
  }
}
