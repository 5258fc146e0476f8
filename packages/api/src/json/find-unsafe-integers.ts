/** Part of a text, from `start` up to but without `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** `Number.MAX_SAFE_INTEGER` has 16 digits: no shorter integer is unsafe. */
const SHORTEST = 16;

/**
 * Where a JSON text has integers that are not safe as a `number`, in order; none inside strings.
 *
 * Looks at every sixteenth character only, which costs a few percent of the time of `JSON.parse`. A text that is not
 * JSON may give any ranges, but replacing them with strings does not make it JSON.
 */
export function findUnsafeIntegers(text: string): TextRange[] {
  const found: TextRange[] = [];
  const strings = new StringSkipper(text);
  for (let at = SHORTEST - 1; at < text.length; at += SHORTEST) {
    if (!isDigit(text.charCodeAt(at))) continue;
    const run = digitsAround(text, at);
    at = run.end;
    if (run.end - run.start < SHORTEST) continue;
    const integer = integerAt(text, run);
    if (integer === undefined || Number.isSafeInteger(Number(text.slice(integer.start, integer.end)))) continue;
    if (strings.isOutside(integer.start)) found.push(integer);
  }
  return found;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function digitsAround(text: string, at: number): TextRange {
  let start = at;
  while (start > 0 && isDigit(text.charCodeAt(start - 1))) start--;
  let end = at + 1;
  while (end < text.length && isDigit(text.charCodeAt(end))) end++;
  return { start, end };
}

/** The run with its sign, if it stands where a JSON text can have a value and has neither fraction nor exponent. */
function integerAt(text: string, run: TextRange): TextRange | undefined {
  if (text[run.start] === "0") return undefined;
  const start = text[run.start - 1] === "-" ? run.start - 1 : run.start;
  const before = text[start - 1];
  if (before !== undefined && !": ,[\n\t\r".includes(before)) return undefined;
  let next = run.end;
  while (next < text.length && " \n\t\r".includes(text[next]!)) next++;
  const after = text[next];
  // A colon would make it a key, which JSON does not allow without quotes.
  if (after !== undefined && !",]}".includes(after)) return undefined;
  return { start, end: run.end };
}

/** Tells places inside strings from those outside, asked in ascending order. Looks at each character once. */
class StringSkipper {
  readonly #text: string;
  /** Where the string ended that was passed last. */
  #end = 0;
  /** Where the next string begins, or -1. */
  #open: number;

  constructor(text: string) {
    this.#text = text;
    this.#open = text.indexOf('"');
  }

  isOutside(at: number): boolean {
    while (this.#open !== -1 && this.#open < at) {
      this.#end = endOfString(this.#text, this.#open);
      this.#open = this.#text.indexOf('"', this.#end);
    }
    return this.#end <= at;
  }
}

function endOfString(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close !== -1 && isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close === -1 ? text.length : close + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === 92) backslashes++;
  return backslashes % 2 === 1;
}
