/** Bytes of one DER value: tag, length, content. */
export type Der = Uint8Array;

/** A value with any tag. */
export function value(tag: number, ...content: readonly Uint8Array[]): Der {
  const body = Buffer.concat(content);
  return Buffer.concat([Uint8Array.of(tag), lengthOf(body.length), body]);
}

/** A SEQUENCE of values. */
export function sequence(...items: readonly Der[]): Der {
  return value(0x30, ...items);
}

/** A SET of one item: more would need sorting. */
export function setOf(item: Der): Der {
  return value(0x31, item);
}

/** A BOOLEAN. */
export function boolean(content: boolean): Der {
  return value(0x01, Uint8Array.of(content ? 0xff : 0x00));
}

/** A non-negative integer, from its big-endian bytes. */
export function integer(magnitude: Uint8Array): Der {
  let start = 0;
  while (start < magnitude.length - 1 && magnitude[start] === 0) start++;
  const shortest = magnitude.length === 0 ? Uint8Array.of(0) : magnitude.subarray(start);
  const isNegativeLooking = (shortest[0] ?? 0) >= 0x80;
  return isNegativeLooking ? value(0x02, Uint8Array.of(0), shortest) : value(0x02, shortest);
}

/** Whole bytes as a bit string; `unusedBits` at the end of the last one do not count. */
export function bitString(content: Uint8Array, unusedBits = 0): Der {
  return value(0x03, Uint8Array.of(unusedBits), content);
}

/** Bytes as an OCTET STRING. */
export function octetString(content: Uint8Array): Der {
  return value(0x04, content);
}

/** An object identifier, from its dotted form. */
export function objectIdentifier(dotted: string): Der {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return value(0x06, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** Text as a UTF8String. */
export function utf8String(content: string): Der {
  return value(0x0c, Buffer.from(content, "utf8"));
}

/** A moment to the second: UTCTime through 2049, GeneralizedTime from then on, as X.509 wants. */
export function time(moment: Date): Der {
  const digits = moment
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replace(/[-:T]/g, "");
  const year = moment.getUTCFullYear();
  const isUtcTime = year >= 1950 && year < 2050;
  return isUtcTime ? value(0x17, Buffer.from(digits.slice(2))) : value(0x18, Buffer.from(digits));
}

/** Context-specific tag `number`: around another value, or in place of its own tag. */
export function tagged(number: number, form: "constructed" | "primitive", content: Uint8Array): Der {
  return value((form === "constructed" ? 0xa0 : 0x80) | number, content);
}

function lengthOf(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 0x100)) bytes.unshift(rest % 0x100);
  return Uint8Array.of(0x80 | bytes.length, ...bytes);
}

function base128(arc: number): number[] {
  const groups = [arc % 0x80];
  for (let rest = Math.floor(arc / 0x80); rest > 0; rest = Math.floor(rest / 0x80))
    groups.unshift((rest % 0x80) | 0x80);
  return groups;
}
