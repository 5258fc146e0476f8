/** A family of addresses. */
export type IpFamily = "IPv4" | "IPv6";

/** An address as the number that it is. */
export interface IpAddress {
  readonly family: IpFamily;
  readonly number: bigint;
}

const ipv4Part = /^(?:0|[1-9]\d{0,2})$/;
const ipv6Group = /^[0-9a-f]{1,4}$/i;
const maxLength = 45;

/** The address that a text is; undefined for other text. */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (text.length > maxLength) return undefined;
  if (!text.includes(":")) {
    const number = ipv4Number(text);
    return number === undefined ? undefined : { family: "IPv4", number };
  }
  const groups = ipv6Groups(text);
  if (groups === undefined) return undefined;
  return { family: "IPv6", number: groups.reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n) };
}

/** The family of an address; undefined for what is no address. */
export function familyOf(text: string): IpFamily | undefined {
  return parseIpAddress(text)?.family;
}

/** The address as it should be written. */
export function formatIpAddress({ family, number }: IpAddress): string {
  if (family === "IPv4") return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join(".");
  const groups = Array.from({ length: 8 }, (_, index) => ((number >> BigInt(112 - 16 * index)) & 65535n).toString(16));
  return shortened(groups);
}

/** The first address of the block that an address is in, where `bits` of them are the same. */
export function networkOf({ family, number }: IpAddress, bits: number): IpAddress {
  const hostBits = BigInt((family === "IPv4" ? 32 : 128) - bits);
  return { family, number: (number >> hostBits) << hostBits };
}

function ipv4Number(text: string): bigint | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => ipv4Part.test(part) && Number(part) < 256)) return undefined;
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

/** Eight groups of hexadecimal digits. */
function ipv6Groups(text: string): string[] | undefined {
  const [head = "", tail, ...more] = text.split("::");
  if (more.length > 0) return undefined;
  const left = tail === undefined ? groupsIn(head) : head === "" ? [] : head.split(":");
  const right = tail === undefined ? [] : groupsIn(tail);
  if (left === undefined || right === undefined) return undefined;
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...left, ...Array<string>(missing).fill("0"), ...right];
  return groups.every((group) => ipv6Group.test(group)) ? groups : undefined;
}

/** The groups at the end of an address; the last may be an IPv4 address, which is two. */
function groupsIn(text: string): string[] | undefined {
  if (text === "") return [];
  const groups = text.split(":");
  const last = groups.at(-1) ?? "";
  if (!last.includes(".")) return groups;
  const number = ipv4Number(last);
  if (number === undefined) return undefined;
  return [...groups.slice(0, -1), (number >> 16n).toString(16), (number & 65535n).toString(16)];
}

/** The longest run of zeros, of two or more, is left out. */
function shortened(groups: readonly string[]): string {
  let best = { start: -1, length: 1 };
  for (let start = 0; start < groups.length; start++) {
    let length = 0;
    while (groups[start + length] === "0") length++;
    if (length > best.length) best = { start, length };
  }
  if (best.start < 0) return groups.join(":");
  return `${groups.slice(0, best.start).join(":")}::${groups.slice(best.start + best.length).join(":")}`;
}
