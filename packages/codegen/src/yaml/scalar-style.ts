import { readsAsOther } from "./implicit-type.ts";

/** How a string is written. */
export type ScalarStyle = "plain" | "single" | "double" | "literal";

const unprintable = /[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const lineBreak = /[\n\r\x85\u2028\u2029]/;
const spaceBeforeBreak = / [\n\r\x85\u2028\u2029]/;
const spaceAfterBreak = /[\n\r\x85\u2028\u2029] /;
/** What means something to a reader of block YAML where it stands. */
const indicator = /^(?:---|\.\.\.|[#,[\]{}&*!|>'"%@`]|[?:-](?:[ \t]|$))|:(?:[ \t]|$)|(?<=[ \t\n\r\x85\u2028\u2029\0])#/;

/** Most names and words; all but a few of them are plain. */
const simple = /^[A-Za-z_$][\w$./-]*$/;

/** The style of a string; `isKey` for one that has to fit before a colon. */
export function styleOf(text: string, isKey: boolean): ScalarStyle {
  if (simple.test(text)) return readsAsOther(text) ? "double" : "plain";
  const isOneLine = !lineBreak.test(text);
  if (text.includes("\n")) {
    const fitsBlock = !isKey && !text.endsWith(" ") && !spaceBeforeBreak.test(text) && !unprintable.test(text);
    return fitsBlock ? "literal" : "double";
  }
  if (readsAsOther(text) || unprintable.test(text) || (isKey && !isOneLine)) return "double";
  if (isOneLine && !text.startsWith(" ") && !text.endsWith(" ") && !indicator.test(text)) return "plain";
  return spaceBeforeBreak.test(text) || spaceAfterBreak.test(text) ? "double" : "single";
}

/** Whether a key stands before its colon; others are written after a question mark. */
export function isSimpleKey(text: string, bytes: (text: string) => number): boolean {
  return !lineBreak.test(text) && (text.length <= 42 || bytes(text) <= 128);
}
