import { ApiError } from "../errors.ts";
import { describeJsonError } from "./describe-json-error.ts";
import { findUnsafeIntegers, type TextRange } from "./find-unsafe-integers.ts";
import { type JsonObject, setOwnMember } from "./own-member.ts";

/**
 * The value of a JSON text, in which integers that a `number` cannot hold exactly are `bigint`.
 *
 * Otherwise as `JSON.parse`: key order stays, the last of duplicate keys wins, a `__proto__` key is plain data, and any
 * depth can be read. Every other number is a `number`, so its spelling is not kept: `1.0` and `1e3` are written back as
 * `1` and `1000`. Throws ApiError `INVALID_JSON` with the position, and without any of the text, which may be a secret.
 */
export function parseJson(text: string): unknown {
  const integers = findUnsafeIntegers(text);
  try {
    return integers.length === 0 ? JSON.parse(text) : parseWithBigints(text, integers);
  } catch (error) {
    // The engine's message quotes the text: it must reach neither the message nor the cause.
    if (error instanceof SyntaxError) throw new ApiError("INVALID_JSON", describeJsonError(text));
    throw error;
  }
}

/** Lets the engine read the integers as marked strings, which then become bigints. */
function parseWithBigints(text: string, integers: readonly TextRange[]): unknown {
  const escapedMark = absentMark(text);
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end } of integers) {
    pieces.push(text.slice(copied, start), '"', escapedMark, text.slice(start, end), '"');
    copied = end;
  }
  pieces.push(text.slice(copied));
  const mark = "\u0001".repeat(escapedMark.length / ESCAPED_CONTROL.length);
  return unmark(JSON.parse(pieces.join("")), mark);
}

const ESCAPED_CONTROL = "\\u0001";

/** U+0001, so often that no string of `text` can hold it: a JSON text has only this one spelling for it. */
function absentMark(text: string): string {
  let mark = ESCAPED_CONTROL;
  while (text.includes(mark)) mark += mark;
  return mark;
}

function unmark(root: unknown, mark: string): unknown {
  const holder = [root];
  // Explicit, because a text may nest deeper than the call stack reaches.
  const waiting: (unknown[] | JsonObject)[] = [holder];
  for (let container = waiting.pop(); container !== undefined; container = waiting.pop()) {
    if (Array.isArray(container)) {
      for (let index = 0; index < container.length; index++) {
        const value = container[index];
        if (isMarked(value, mark)) container[index] = BigInt(value.slice(mark.length));
        else if (isContainer(value)) waiting.push(value);
      }
    } else {
      for (const key of Object.keys(container)) {
        const value = container[key];
        if (isMarked(value, mark)) setOwnMember(container, key, BigInt(value.slice(mark.length)));
        else if (isContainer(value)) waiting.push(value);
      }
    }
  }
  return holder[0];
}

function isMarked(value: unknown, mark: string): value is string {
  return typeof value === "string" && value.startsWith(mark);
}

function isContainer(value: unknown): value is unknown[] | JsonObject {
  return typeof value === "object" && value !== null;
}
