/** How many characters of warnings are sent before each is cut. */
const maxTotal = 4 * 1024;
/** How many characters of a warning are sent when they are cut. */
const maxEach = 256;

/** Collects what a client is warned of: each text once, cut when there is too much of it. */
export class WarningRecorder {
  readonly #texts = new Set<string>();
  /** How many characters of the texts would be sent if each was cut. */
  #cutLength = 0;

  /** An empty text is none; one with control characters cannot be sent. */
  add(text: string): void {
    // What comes now is not sent in any case.
    if (this.#cutLength > maxTotal) return;
    if (text === "" || /\p{Cc}/u.test(text) || this.#texts.has(text)) return;
    this.#texts.add(text);
    this.#cutLength += Math.min(maxEach, lengthOf(text));
  }

  /** The values of the `Warning` headers, in the order in which they came. */
  headers(): string[] {
    if (this.#texts.size === 0) return [];
    const texts = [...this.#texts];
    let total = 0;
    for (const text of texts) total += lengthOf(text);
    if (total <= maxTotal) return texts.map(headerOf);
    const headers: string[] = [];
    let written = 0;
    for (const text of texts) {
      if (written >= maxTotal) break;
      const cut = lengthOf(text) > maxEach ? [...text].slice(0, maxEach).join("") : text;
      written += lengthOf(cut);
      headers.push(headerOf(cut));
    }
    return headers;
  }
}

/** Headers are bytes, each of which a character stands for. */
function headerOf(text: string): string {
  const header = `299 - "${text.replace(/["\\]/g, "\\$&")}"`;
  return Buffer.byteLength(header) === header.length ? header : Buffer.from(header, "utf8").toString("latin1");
}

/** In code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
