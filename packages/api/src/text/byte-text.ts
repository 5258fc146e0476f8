/** The length of `text` in UTF-8, which is how the server counts. */
export function byteLength(text: string): number {
  let { length } = text;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    length += unit < 0x800 ? 1 : 2;
    // Two halves of a pair make four bytes.
    if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) index++;
  }
  return length;
}

/** Orders texts as their UTF-8 bytes: the server's order, which differs from `<` beyond the basic plane. */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return byteRank(left) - byteRank(right);
  }
  return a.length - b.length;
}

/** Halves of surrogate pairs stand for what comes after all other code units. */
function byteRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x2800 : unit;
}

/** `text` in double quotes as the server prints a bad value: what cannot be printed is escaped. */
export function quote(text: string): string {
  let quoted = '"';
  for (const character of text) quoted += escapeCharacter(character);
  return `${quoted}"`;
}

/** `text` in double quotes as the server prints bad times and durations: every byte beyond ASCII is escaped. */
export function quoteAscii(text: string): string {
  let quoted = '"';
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (character === '"' || character === "\\") quoted += `\\${character}`;
    else if (code >= 0x20 && code < 0x80) quoted += character;
    else for (const byte of utf8Bytes(code)) quoted += `\\x${hex(byte, 2)}`;
  }
  return `${quoted}"`;
}

const namedEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** Whether the server prints a character as it is. */
export function isPrintable(character: string): boolean {
  return printable.test(character);
}

function escapeCharacter(character: string): string {
  const named = namedEscapes[character];
  if (named !== undefined) return named;
  if (isPrintable(character)) return character;
  const code = character.codePointAt(0)!;
  if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`;
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

function utf8Width(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

function utf8Bytes(code: number): number[] {
  const width = utf8Width(code);
  if (width === 1) return [code];
  const bytes = [((0xf00 >> width) & 0xff) | (code >> (6 * (width - 1)))];
  for (let i = width - 2; i >= 0; i--) bytes.push(0x80 | ((code >> (6 * i)) & 0x3f));
  return bytes;
}
