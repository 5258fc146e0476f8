/** Which words and dates a reader takes for something other than strings. */
export type Dialect =
  /** Of manifests and patches that are merged: YAML 1.2, with octal numbers of 1.1 and dates. */
  | "manifest"
  /** Of kustomization files and JSON patches: YAML 1.1, whose `yes`, `on` and `y` are booleans, without dates. */
  | "settings";

const nulls = new Set(["", "~", "null", "Null", "NULL"]);
const trueWords = new Set(["true", "True", "TRUE"]);
const falseWords = new Set(["false", "False", "FALSE"]);
const oldTrueWords = new Set(["y", "Y", "yes", "Yes", "YES", "on", "On", "ON"]);
const oldFalseWords = new Set(["n", "N", "no", "No", "NO", "off", "Off", "OFF"]);
const integer = /^([-+]?)(?:0[xX]([\da-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9]\d*))$/;
const float = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const timestamp =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt](\d\d?):(\d\d?):(\d\d?)(?:[.,](\d+))?(Z|[-+]\d\d:\d\d))|(?: +(\d\d?):(\d\d?):(\d\d?)(?:[.,](\d+))?))?$/;

/** What unquoted text stands for. */
export function resolvePlain(text: string, dialect: Dialect): string | number | bigint | boolean | null | undefined {
  if (nulls.has(text)) return text === "" ? undefined : null;
  if (trueWords.has(text)) return true;
  if (falseWords.has(text)) return false;
  if (dialect === "settings") {
    if (oldTrueWords.has(text)) return true;
    if (oldFalseWords.has(text)) return false;
  }
  if (!/^[-+.\d]/.test(text)) return text;
  if (text.startsWith(".")) return float.test(text) ? Number(text) : text;
  const date = dialect === "manifest" ? dateText(text) : undefined;
  if (date !== undefined) return date;
  const digits = text.replaceAll("_", "");
  return integerOf(digits) ?? (float.test(digits) && Number.isFinite(Number(digits)) ? Number(digits) : text);
}

function integerOf(text: string): number | bigint | undefined {
  const parts = integer.exec(text);
  if (parts === null) return undefined;
  const [, sign, hexadecimal, binary, octal, decimal] = parts;
  const size =
    hexadecimal !== undefined
      ? BigInt(`0x${hexadecimal}`)
      : binary !== undefined
        ? BigInt(`0b${binary}`)
        : octal !== undefined
          ? BigInt(`0o${octal}`)
          : BigInt(decimal as string);
  const value = sign === "-" ? -size : size;
  // Beyond what the reference holds in 64 bits a number is a float.
  if (value < -(1n << 63n) || value >= 1n << (sign === "" ? 64n : 63n)) return undefined;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** A date as manifests print it: unquoted dates are times for the reference, and leave it as texts of RFC 3339. */
function dateText(text: string): string | undefined {
  const parts = timestamp.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day] = parts;
  const [hour, minute, second, fraction = ""] = parts[4] === undefined ? parts.slice(9) : parts.slice(4);
  const two = (part: string | undefined) => (part ?? "0").padStart(2, "0");
  const instant = `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`;
  const time = new Date(`${instant}Z`);
  if (Number.isNaN(time.valueOf()) || time.toISOString().slice(0, 19) !== instant) return undefined;
  const digits = fraction.slice(0, 9).replace(/0+$/, "");
  const zone = parts[8] ?? "Z";
  return `${instant}${digits === "" ? "" : `.${digits}`}${/^[-+]00:00$/.test(zone) ? "Z" : zone}`;
}
