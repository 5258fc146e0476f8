import type { StatusCause } from "@kubewright/api";
import { byteLength, invalidField, isPrintable, tooLongField, unsupportedField } from "@kubewright/api/server";

/** The longest name of a field manager, in bytes. */
const maxManagerLength = 128;

/** What is wrong with the name of a field manager. */
export function validateFieldManager(manager: string, field: string): StatusCause[] {
  const causes = byteLength(manager) > maxManagerLength ? [tooLongField(field, maxManagerLength)] : [];
  let position = 0;
  for (const character of manager) {
    if (!isPrintable(character)) {
      const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
      causes.push(invalidField(field, manager, `invalid character U+${code} (at position ${position})`));
    }
    position += byteLength(character);
  }
  return causes;
}

/** What is wrong with values of `dryRun`. */
export function validateDryRun(values: readonly string[], field: string): StatusCause[] {
  return values.every((value) => value === "All") ? [] : [unsupportedField(field, values, ["All"])];
}

/** What is wrong with a value of `fieldValidation`; empty is none. */
export function validateFieldValidation(value: string, field: string): StatusCause[] {
  const supported = ["", "Ignore", "Strict", "Warn"];
  return supported.includes(value) ? [] : [unsupportedField(field, value, supported)];
}

/** The manager that a write without `fieldManager` is noted for: the user agent up to its first slash, as far as it fits. */
export function managerOfUserAgent(userAgent: string): string {
  let manager = "";
  let length = 0;
  for (const character of userAgent.split("/", 1)[0] ?? "") {
    if (!isPrintable(character)) continue;
    length += byteLength(character);
    if (length > maxManagerLength) break;
    manager += character;
  }
  return manager;
}
