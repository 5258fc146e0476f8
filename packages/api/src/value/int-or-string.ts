import { ApiError } from "../errors.ts";
import { quote } from "../text/byte-text.ts";
import { parseInteger } from "./integer.ts";

/** A field that takes a number or a text, as in `targetPort: 80`, `targetPort: http`, `maxUnavailable: 25%`. */
export type IntOrString = number | string;

/** `text` as a number when it is an integer of 32 bits, else as it is. */
export function parseIntOrString(text: string): IntOrString {
  const value = parseInteger(text, 32);
  return typeof value === "bigint" ? Number(value) : text;
}

/**
 * The number that `value` stands for: itself, or for a percentage that share of `total`, rounded.
 *
 * Throws when a text is not a percentage, also when it is a plain number.
 */
export function scaleIntOrPercent(value: IntOrString, total: number, round: "up" | "down"): number {
  if (typeof value === "number") return value;
  if (!value.endsWith("%")) throw invalid("invalid type: string is not a percentage", value);
  const digits = value.slice(0, -1);
  const percent = parseInteger(digits, 64);
  if (typeof percent !== "bigint") {
    throw invalid(`invalid value ${quote(value)}: strconv.Atoi: parsing ${quote(digits)}: ${percent}`, value);
  }
  const share = (Number(percent) * total) / 100;
  // Adding zero turns -0 into 0.
  return (round === "up" ? Math.ceil(share) : Math.floor(share)) + 0;
}

function invalid(reason: string, value: string): ApiError {
  const detail = `invalid value for IntOrString: ${reason}`;
  return new ApiError(
    "INVALID_INT_OR_STRING",
    `${JSON.stringify(value)}: ${detail}; use a number or a text like "25%"`,
    {
      detail,
    },
  );
}
