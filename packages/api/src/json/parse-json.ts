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
  const mark = absentMark(text);
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end } of integers) {
    pieces.push(text.slice(copied, start), '"', mark.escaped, text.slice(start, end), '"');
    copied = end;
  }
  pieces.push(text.slice(copied));
  return unmark(JSON.parse(pieces.join("")), mark.plain);
}

interface Mark {
  readonly plain: string;
  /** As a JSON text has it. */
  readonly escaped: string;
}

/**
 * What no string of `text` holds: a sequence of U+0001 and U+0002, for which a JSON text has only one spelling each.
 *
 * There are more sequences of the length that is used than places in the text, so that one of them is free. One look at the
 * text finds it, and it is short, whatever the text.
 */
function absentMark(text: string): Mark {
  const runs = text.match(/(?:\\u000[12])+/g) ?? [];
  const length = runs.length === 0 ? 1 : Math.ceil(Math.log2(text.length)) + 1;
  const taken = new Set<number>();
  for (const run of runs) {
    let value = 0;
    for (let index = 0; index < run.length / 6; index++) {
      const digit = run[index * 6 + 5] === "2" ? 1 : 0;
      value = (value * 2 + digit) % 2 ** length;
      if (index >= length - 1) taken.add(value);
    }
  }
  let free = 0;
  while (taken.has(free)) free++;
  const digits = [...free.toString(2).padStart(length, "0")].map((digit) => (digit === "0" ? 1 : 2));
  return {
    plain: String.fromCharCode(...digits),
    escaped: digits.map((digit) => `\\u000${digit}`).join(""),
  };
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
