import { ApiError, cloneJson, formatMicroTime, formatTime, parseMicroTime, parseTime, Quantity } from "@kubewright/api";
import { DecodeError } from "./decode-error.ts";

// Values with a text form of their own, as the reference reads them and writes them back.

/** Canonical texts that most quantities are: up to three digits and a suffix that is not a fraction of them. */
const plainQuantity = /^(?:0|[1-9][0-9]{0,2}(?:[numkMGT]|[KMGT]i)?)$/;

/** The quantity in canonical form. `text` is what stands in the JSON, without quotes. */
export function canonicalQuantity(text: string): string {
  if (plainQuantity.test(text)) return text;
  return explained(() => Quantity.parse(text.trim()).toString());
}

/** Canonical texts that most times are. Not on the last days of a month: not all months have those. */
const plainTime = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** What an unset time was once written as; it counts as none. */
const zeroTime = "0001-01-01T00:00:00Z";
const zeroMicroTime = "0001-01-01T00:00:00.000000Z";

/** The time in whole seconds and UTC, or null for the beginning of the calendar. */
export function canonicalTime(text: string): string | null {
  if (plainTime.test(text)) return text;
  // Fractions of a second could round up to a whole one.
  const canonical = explained(() => formatTime(parseTime(text) && parseTime(text.replace(/[.,][0-9]+/, ""))));
  return canonical === zeroTime ? null : canonical;
}

/** The time in microseconds and UTC, or null for the beginning of the calendar. */
export function canonicalMicroTime(text: string): string | null {
  const canonical = explained(() => formatMicroTime(parseMicroTime(text)));
  return canonical === zeroMicroTime ? null : canonical;
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Base64 as the reference writes it again. */
export function canonicalBase64(text: string): string {
  if (!base64.test(text)) return repairedBase64(text);
  // The last digit before the padding may have bits that mean nothing.
  return text.endsWith("=") ? Buffer.from(text, "base64").toString("base64") : text;
}

/** Line breaks are ignored wherever they are. */
function repairedBase64(text: string): string {
  const withoutBreaks = text.replace(/[\r\n]/g, "");
  if (withoutBreaks !== text && base64.test(withoutBreaks)) return canonicalBase64(withoutBreaks);
  throw new DecodeError(`illegal base64 data at input byte ${firstIllegalByte(text)}`);
}

function firstIllegalByte(text: string): number {
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === "\r" || character === "\n") continue;
    if (/[A-Za-z0-9+/]/.test(character)) {
      digits++;
      continue;
    }
    const offset = utf8Length(text.slice(0, at));
    if (character !== "=" || digits % 4 < 2) return offset;
    return offset + afterPadding(text.slice(at), 4 - (digits % 4));
  }
  // A text that ends too early is blamed where its last group begins.
  return utf8Length(text) - (digits % 4);
}

/** Where, from the first padding on, something is wrong, given how many characters of padding there should be. */
function afterPadding(rest: string, expected: number): number {
  let seen = 0;
  for (let at = 0; at < rest.length; at++) {
    const character = rest[at]!;
    if (character === "\r" || character === "\n") continue;
    if (seen === expected) return at;
    if (character !== "=") return at - 1;
    seen++;
  }
  return rest.length;
}

function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

/** A copy of JSON that is kept as it is. */
export function copyOfRaw(value: unknown): unknown {
  return typeof value === "object" ? cloneJson(value) : value;
}

/** What `action` gives; what the object model has to say against it is an error of decoding. */
export function explained<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new DecodeError(error.detail ?? error.message, { cause: error });
  }
}
