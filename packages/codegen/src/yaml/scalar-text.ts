import type { ScalarStyle } from "./scalar-style.ts";

/** Where a string is written. */
export interface ScalarPlace {
  /** Of its first character, counted from 0. */
  readonly column: number;
  /** Of its further lines. */
  readonly indent: number;
  /** Whether long lines are broken. */
  readonly mayBreak: boolean;
}

/** Lines longer than this are broken at the next space that may become a line break. */
const bestWidth = 80;

const breaks = /[\n\r\x85\u2028\u2029]/;
const escapes: Readonly<Record<string, string>> = {
  "\0": "\\0",
  "\x07": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  "\x1b": "\\e",
  '"': '\\"',
  "\\": "\\\\",
  "\x85": "\\N",
  "\u2028": "\\L",
  "\u2029": "\\P",
};
const escaped = /["\\\u2028\u2029]|[^\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/u;

/** A string in a style; the last line has no line break, unless it is one of Unicode's own. */
export function scalarText(text: string, style: ScalarStyle, place: ScalarPlace): string {
  switch (style) {
    case "plain":
      return foldedText(text, place);
    case "single":
      return `'${foldedText(text.replaceAll("'", "''"), { ...place, column: place.column + 1 })}'`;
    case "double":
      return doubleText(text, place);
    case "literal":
      return literalText(text, place.indent);
  }
}

/** Puts texts on lines of their own, where one may end with a line break of Unicode's own and needs no other. */
export function joinEnded(texts: readonly string[]): string {
  return texts.map((text, i) => (i === texts.length - 1 || endsLine(text) ? text : `${text}\n`)).join("");
}

/** Whether a text ends with a line break of Unicode's own. */
export function endsLine(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last === 0x2028 || last === 0x2029;
}

function foldedText(text: string, { column, indent, mayBreak }: ScalarPlace): string {
  if (breaks.test(text)) return unicodeLines(text, indent);
  if (!mayBreak || column + text.length <= bestWidth) return text;
  const lineStart = `\n${" ".repeat(indent)}`;
  let folded = "";
  let start = 0;
  for (;;) {
    // The first place to break is a single space after a line that is long enough.
    let space = text.indexOf(" ", Math.max(start + 1, start + bestWidth + 1 - column));
    while (space > 0 && (text[space - 1] === " " || text[space + 1] === " ")) space = text.indexOf(" ", space + 1);
    if (space < 0 || space === text.length - 1) return folded + text.slice(start);
    folded += text.slice(start, space) + lineStart;
    start = space + 1;
    column = indent;
  }
}

/** Line breaks that are not `\n` stand as they are, and what follows them is indented. */
function unicodeLines(text: string, indent: number): string {
  return text.replace(/([\n\r\x85\u2028\u2029] *)(?=[^ \n\r\x85\u2028\u2029])/g, `$1${" ".repeat(indent)}`);
}

function doubleText(text: string, { column, indent, mayBreak }: ScalarPlace): string {
  const characters = [...text.replace(/[\ud800-\udfff]/gu, "\ufffd")];
  const lineStart = `\n${" ".repeat(indent)}`;
  let quoted = '"';
  let width = column + 1;
  characters.forEach((character, i) => {
    const isPlace = mayBreak && width > bestWidth && i > 0 && i < characters.length - 1 && characters[i - 1] !== " ";
    if (character === " " && isPlace) {
      // A space at the start of a line would be lost.
      const kept = characters[i + 1] === " " ? "\\" : "";
      quoted += lineStart + kept;
      width = indent + kept.length;
    } else {
      const written = escaped.test(character) ? escapeOf(character) : character;
      quoted += written;
      width += written.length;
    }
  });
  return `${quoted}"`;
}

function literalText(text: string, indent: number): string {
  const hint = breaks.test(text[0] as string) || text.startsWith(" ") ? "2" : "";
  const isEnded = breaks.test(text.at(-1) as string);
  const end = !isEnded ? "-" : text.length === 1 || breaks.test(text.at(-2) as string) ? "+" : "";
  const start = " ".repeat(indent);
  const lines = (text.endsWith("\n") ? text.slice(0, -1) : text)
    .split("\n")
    .map((line) => (line === "" ? "" : line.replace(/(?<=^|[\u2028\u2029])(?![\u2028\u2029]|$)/g, start)));
  return `|${hint}${end}\n${lines.join("\n")}`;
}

function escapeOf(character: string): string {
  const short = escapes[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) as number;
  const digits = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${digits.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}
