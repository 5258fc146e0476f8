import { TestingError } from "../errors.ts";

/** An error about one option. */
export function invalid(field: string, problem: string, cause?: unknown): TestingError {
  const message = `startEnvironment: ${field}: ${problem}`;
  return new TestingError("INVALID_OPTION", message, cause === undefined ? undefined : { cause });
}

/** A value that is not what it should be, in words. */
export function described(value: unknown): string {
  if (typeof value === "function") return "a function";
  return typeof value === "object" && value !== null
    ? "an object of another sort"
    : (JSON.stringify(value) ?? String(value));
}
