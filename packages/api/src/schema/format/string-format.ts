import { byteLength } from "../../text/byte-text.ts";
import { parseAddressBlock } from "../../value/address-block.ts";
import { parseDuration } from "../../value/duration.ts";
import { hasLeadingZeros, parseIp } from "../../value/ip-address.ts";
import { isEmail } from "./email.ts";
import { isMacAddress } from "./mac-address.ts";
import { hasChecksum, isCreditCard, isIsbn10, isIsbn13 } from "./numbered.ts";
import { isRequestUri } from "./request-uri.ts";

/** Whether a text has a format. */
export type StringFormat = (text: string) => boolean;

const symbol = "[a-zA-Z0-9\\p{S}\\p{L}]";
const hostname = new RegExp(
  `^(?:${symbol}(?:-?${symbol}{0,62})?|(?:${symbol}(?:[a-zA-Z0-9\\-\\p{S}\\p{L}]{0,61}${symbol})?\\.)+[a-zA-Z\\p{L}]{2,63})$`,
  "u",
);

const formats: ReadonlyMap<string, StringFormat> = new Map<string, StringFormat>([
  ["bsonobjectid", (text) => /^[\da-fA-F]{24}$/.test(text)],
  ["uri", isRequestUri],
  ["email", isEmail],
  ["hostname", isHostname],
  ["ipv4", (text) => text.includes(".") && parseIp(text) !== undefined],
  ["ipv6", (text) => text.includes(":") && parseIp(text) !== undefined && !hasLeadingZeros(text)],
  ["cidr", (text) => parseAddressBlock(text) !== undefined],
  ["mac", isMacAddress],
  ["uuid", (text) => /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i.test(text)],
  ["uuid3", (text) => /^[\da-f]{8}-?[\da-f]{4}-?3[\da-f]{3}-?[\da-f]{4}-?[\da-f]{12}$/i.test(text)],
  ["uuid4", (text) => /^[\da-f]{8}-?[\da-f]{4}-?4[\da-f]{3}-?[89ab][\da-f]{3}-?[\da-f]{12}$/i.test(text)],
  ["uuid5", (text) => /^[\da-f]{8}-?[\da-f]{4}-?5[\da-f]{3}-?[89ab][\da-f]{3}-?[\da-f]{12}$/i.test(text)],
  ["isbn", (text) => isIsbn10(text) || isIsbn13(text)],
  ["isbn10", isIsbn10],
  ["isbn13", isIsbn13],
  ["creditcard", (text) => isCreditCard(text) && hasChecksum(text)],
  ["ssn", (text) => /^(?=.{11}$)\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ["hexcolor", (text) => /^#?(?:[\da-fA-F]{3}|[\da-fA-F]{6})$/.test(text)],
  ["rgbcolor", isRgbColor],
  ["byte", (text) => text.length > 0 && text.length % 4 === 0 && /^[A-Za-z\d+/]+={0,2}$/.test(text)],
  ["password", () => true],
  ["date", isDate],
  ["duration", isDuration],
  ["datetime", isDateTime],
  ["k8sshortname", (text) => text.length <= 63 && /^[a-z\d](?:[-a-z\d]*[a-z\d])?$/.test(text)],
  ["k8slongname", isLongName],
]);

/** The check of a format that the server knows for strings, whatever dashes its name has. */
export function stringFormat(name: string): StringFormat | undefined {
  return formats.get(name.replaceAll("-", ""));
}

function isHostname(text: string): boolean {
  const length = byteLength(text);
  return length <= 255 && hostname.test(text) && text.split(".").every((label) => byteLength(label) <= 63);
}

function isLongName(text: string): boolean {
  return text.length <= 253 && /^[a-z\d](?:[-a-z\d]*[a-z\d])?(?:\.[a-z\d](?:[-a-z\d]*[a-z\d])?)*$/.test(text);
}

function isRgbColor(text: string): boolean {
  const part = "[\\t\\n\\f\\r ]*(?:0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])[\\t\\n\\f\\r ]*";
  return new RegExp(`^rgb\\(${part},${part},${part}\\)$`).test(text);
}

function isDate(text: string): boolean {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (found === null) return false;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

function isDateTime(text: string): boolean {
  const [date, time] = text.toLowerCase().split("t");
  if (time === undefined || !isDate(date!)) return false;
  const found = /^(\d{2}):(\d{2}):(\d{2})(?:[^\n]\d+)?(?:z|[+-]\d{2}:\d{2})$/u.exec(time);
  return found !== null && found[1]! <= "23" && found[2]! <= "59" && found[3]! <= "59";
}

/** Go's durations, and any text that has `5 minutes` or the like in it. */
function isDuration(text: string): boolean {
  try {
    parseDuration(text);
    return true;
  } catch {
    let isDuration = false;
    for (const [, count, name] of text.matchAll(/(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-zµ]+)/g)) {
      if (isBeyondInt64(count!)) return false;
      if (/^(?:ns|us|µs|ms|s|m|h|hr|d|w|wk|nano.*|micro.*|milli.*|sec.*|min.*|hour.*|day.*|week.*)$/i.test(name!)) {
        isDuration = true;
      }
    }
    return isDuration;
  }
}

function isBeyondInt64(digits: string): boolean {
  const significant = digits.replace(/^0+/, "");
  return significant.length > 19 || (significant.length === 19 && significant > "9223372036854775807");
}

/** Whether values of a type are checked for a format; the type may be empty. The server ignores other formats. */
export function isKnownFormat(format: string, type: string): boolean {
  switch (type) {
    case "":
    case "string":
      return stringFormat(format) !== undefined;
    case "integer":
      return format === "int32" || format === "int64";
    case "number":
      return format === "float" || format === "double";
    default:
      return false;
  }
}
