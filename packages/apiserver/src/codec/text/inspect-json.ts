import { isEscaped } from "./exact-json.ts";

/** What a JSON text looks like from far away. */
export interface JsonInspection {
  /** How many members its objects have in all, repeated ones counted each time. */
  readonly members: number;
  /** Whether a number has a fraction or an exponent. */
  readonly hasFractions: boolean;
  readonly depth: number;
}

/** Looks at a text, which should be JSON, once. Costs less than parsing it. */
export function inspectJson(text: string): JsonInspection {
  let members = 0;
  let hasFractions = false;
  let open = 0;
  let depth = 0;
  const { length } = text;
  for (let at = 0; at < length; at++) {
    switch (text.charCodeAt(at)) {
      case 34: // "
        at = endOfString(text, at);
        break;
      case 58: // :
        members++;
        break;
      case 123: // {
      case 91: // [
        open++;
        if (open > depth) depth = open;
        break;
      case 125: // }
      case 93: // ]
        open--;
        break;
      case 46: // .
      case 69: // E
        hasFractions = true;
        break;
      case 101: // e, which is also in true and false
        if (isDigit(text.charCodeAt(at - 1))) hasFractions = true;
        break;
    }
  }
  return { members, hasFractions, depth };
}

/** How many members the objects in a value have in all. */
export function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) members += countMembers(value[index]);
    return members;
  }
  const object = value as Record<string, unknown>;
  for (const key in object) members += 1 + countMembers(object[key]);
  return members;
}

/** Where the string that begins at `at` ends, or the end of the text. */
export function endOfString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  while (end > 0 && text.charCodeAt(end - 1) === 92 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
