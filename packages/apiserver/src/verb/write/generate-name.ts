import type { Randomness } from "../../host.ts";

const alphabet = "bcdfghjklmnpqrstvwxz2456789";
const suffixLength = 5;
const maxBaseLength = 63 - suffixLength;

/** A name that begins with `base`, cut where it would get too long, and ends at random. */
export function generateName(base: string, random: Randomness): string {
  const start = base.length > maxBaseLength ? base.slice(0, maxBaseLength) : base;
  let suffix = "";
  for (const byte of random(suffixLength)) suffix += alphabet[byte % alphabet.length];
  return start + suffix;
}

/** A random uid, as RFC 9562 writes version 4. */
export function generateUid(random: Randomness): string {
  const bytes = random(16);
  let uid = "";
  for (let index = 0; index < 16; index++) {
    let byte = bytes[index]!;
    if (index === 6) byte = (byte & 0x0f) | 0x40;
    else if (index === 8) byte = (byte & 0x3f) | 0x80;
    uid += index === 4 || index === 6 || index === 8 || index === 10 ? `-${hexOf[byte]}` : hexOf[byte];
  }
  return uid;
}

/** The two digits of each byte. */
const hexOf: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
