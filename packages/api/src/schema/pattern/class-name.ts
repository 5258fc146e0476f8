/** What stands in a class of a JavaScript expression, without the brackets. */
export type ClassSource = string;

/** A class that a pattern names, and how much of the text its name takes. */
export interface NamedClass {
  readonly source: ClassSource;
  readonly length: number;
}

/** Refuses a part of the pattern. */
export type Refusal = (problem: string, part: string) => never;

/** Go knows ASCII only here, unlike JavaScript. */
const shorthands: Readonly<Record<string, ClassSource>> = {
  d: "0-9",
  D: "\\0-\\x2f\\x3a-\\u{10ffff}",
  s: "\\t\\n\\f\\r\\x20",
  S: "\\0-\\x08\\x0b\\x0e-\\x1f\\x21-\\u{10ffff}",
  w: "0-9A-Za-z_",
  W: "\\0-\\x2f\\x3a-\\x40\\x5b-\\x5e\\x60\\x7b-\\u{10ffff}",
};

const posixClasses: Readonly<Record<string, readonly [inside: ClassSource, outside: ClassSource]>> = {
  alnum: ["0-9A-Za-z", "\\0-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\u{10ffff}"],
  alpha: ["A-Za-z", "\\0-\\x40\\x5b-\\x60\\x7b-\\u{10ffff}"],
  ascii: ["\\0-\\x7f", "\\x80-\\u{10ffff}"],
  blank: ["\\t\\x20", "\\0-\\x08\\x0a-\\x1f\\x21-\\u{10ffff}"],
  cntrl: ["\\0-\\x1f\\x7f", "\\x20-\\x7e\\x80-\\u{10ffff}"],
  digit: ["0-9", "\\0-\\x2f\\x3a-\\u{10ffff}"],
  graph: ["\\x21-\\x7e", "\\0-\\x20\\x7f-\\u{10ffff}"],
  lower: ["a-z", "\\0-\\x60\\x7b-\\u{10ffff}"],
  print: ["\\x20-\\x7e", "\\0-\\x1f\\x7f-\\u{10ffff}"],
  punct: [
    "\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e",
    "\\0-\\x20\\x30-\\x39\\x41-\\x5a\\x61-\\x7a\\x7f-\\u{10ffff}",
  ],
  space: ["\\t\\n\\v\\f\\r\\x20", "\\0-\\x08\\x0e-\\x1f\\x21-\\u{10ffff}"],
  upper: ["A-Z", "\\0-\\x40\\x5b-\\u{10ffff}"],
  word: ["0-9A-Za-z_", "\\0-\\x2f\\x3a-\\x40\\x5b-\\x5e\\x60\\x7b-\\u{10ffff}"],
  xdigit: ["0-9A-Fa-f", "\\0-\\x2f\\x3a-\\x40\\x47-\\x60\\x67-\\u{10ffff}"],
};

/** `\d` and its kin at the start of the text. */
export function shorthandClass(text: string): NamedClass | undefined {
  const source = text.startsWith("\\") ? shorthands[text[1] ?? ""] : undefined;
  return source === undefined ? undefined : { source, length: 2 };
}

/** `[:alpha:]` and its kin at the start of the text. */
export function posixClass(text: string, refuse: Refusal): NamedClass | undefined {
  const end = text.startsWith("[:") ? text.indexOf(":]", 2) : -1;
  if (end === -1) return undefined;
  const whole = text.slice(0, end + 2);
  const isNegated = whole[2] === "^";
  const name = whole.slice(isNegated ? 3 : 2, -2);
  if (!Object.hasOwn(posixClasses, name)) return refuse("invalid character class range", whole);
  return { source: posixClasses[name]![isNegated ? 1 : 0], length: whole.length };
}

/** `\pL`, `\p{Greek}`, `\P{^Lu}` at the start of the text. */
export function unicodeClass(text: string, refuse: Refusal): NamedClass | undefined {
  if (!/^\\[pP]/.test(text)) return undefined;
  const found = /^\\[pP](?:\{(?<long>[^}]*)\}|(?<short>[^{]))/su.exec(text);
  if (found === null) return refuse("invalid character class range", text);
  const named = found.groups!.long ?? found.groups!.short!;
  const isNegated = (text[1] === "P") !== named.startsWith("^");
  const name = named.replace(/^\^/, "");
  if (name === "Any") return { source: isNegated ? "" : "\\0-\\u{10ffff}", length: found[0].length };
  const property = [`gc=${name}`, `sc=${name}`].find(isProperty);
  if (property === undefined) return refuse("invalid character class range", found[0]);
  return { source: `\\${isNegated ? "P" : "p"}{${property}}`, length: found[0].length };
}

function isProperty(property: string): boolean {
  if (!/^\w+=\w+$/.test(property)) return false;
  try {
    new RegExp(`\\p{${property}}`, "u");
    return true;
  } catch {
    return false;
  }
}
