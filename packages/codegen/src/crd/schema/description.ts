import { byteLength } from "@kubewright/api/server";

/** The description that lines of documentation make: lines kept, without what is written for maintainers. */
export function descriptionOf(doc: readonly string[]): string | undefined {
  const described: string[] = [];
  let isCode = false;
  for (const line of tidyLines(doc)) {
    if (line.startsWith("```") || line.startsWith("~~~")) isCode = !isCode;
    if (!isCode) {
      if (line.startsWith("TODO")) continue;
      if (line.startsWith("---")) break;
    }
    described.push(line);
  }
  return described.join("\n") || undefined;
}

/** Without spaces at ends of lines, empty lines at both ends, and all but one of those that follow each other. */
function tidyLines(lines: readonly string[]): string[] {
  const tidy: string[] = [];
  for (const line of lines) {
    const text = line.replace(/[ \t\r]+$/, "");
    if (text !== "" || (tidy.length > 0 && tidy.at(-1) !== "")) tidy.push(text);
  }
  if (tidy.at(-1) === "") tidy.pop();
  return tidy;
}

/** A description of at most so many bytes: its whole sentences, else its whole words and `...`. */
export function shortDescription(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text;
  let cut = "";
  let bytes = 0;
  for (const character of text) {
    const size = byteLength(character);
    if (bytes + size > maxBytes) break;
    bytes += size;
    cut += character;
  }
  const sentence = /^.+\p{Sentence_Terminal}/su.exec(cut)?.[0];
  if (sentence !== undefined) {
    // The reference keeps one byte of the mark that ends the sentence.
    return byteLength(sentence.slice(-1)) === 1 ? sentence : `${sentence.replace(/.$/su, "")}\ufffd`;
  }
  const word = /^(.+)\p{White_Space}/su.exec(cut)?.[1];
  // The reference cuts through characters; each byte of the rest of one is one that no text has.
  return `${word ?? cut + "\ufffd".repeat(maxBytes - bytes)}...`;
}
