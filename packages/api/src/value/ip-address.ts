/** An address, as the sixteen bytes that Go keeps it in. Addresses of IPv4 are those of `::ffff:0:0/96`. */
export type IpBytes = readonly number[];

/**
 * The address that a text is, read as leniently as the server reads older fields: numbers may have leading zeros, which `hasLeadingZeros` tells.
 *
 * Undefined for other text. Text with a zone is no address.
 */
export function parseIp(text: string): IpBytes | undefined {
  if (text.includes(":")) return parseIpv6(text);
  const bytes = parseIpv4(text);
  return bytes && [...mappedPrefix, ...bytes];
}

/** The address of that number, as `ipNumber` gives it. */
export function ipOfNumber(number: bigint): IpBytes {
  return Array.from({ length: 16 }, (_, index) => Number((number >> BigInt(8 * (15 - index))) & 0xffn));
}

/** The number that all sixteen bytes make. */
export function ipNumber(address: IpBytes): bigint {
  let number = 0n;
  for (const byte of address) number = (number << 8n) | BigInt(byte);
  return number;
}

/** Whether it is of IPv4, also when it was written as an address of IPv6. */
export function isIpv4(address: IpBytes): boolean {
  return mappedPrefix.every((byte, index) => address[index] === byte);
}

/** The text that everybody should write for an address. */
export function formatIp(address: IpBytes): string {
  return isIpv4(address) ? address.slice(12).join(".") : formatIpv6(address);
}

/** The text for an address of IPv6, also for those that stand for one of IPv4. */
export function formatIpv6(address: IpBytes): string {
  const groups = Array.from({ length: 8 }, (_, index) => groupAt(address, index).toString(16));
  if (isIpv4(address)) return `::ffff:${address.slice(12).join(".")}`;
  let best = { start: -1, length: 1 };
  for (let start = 0; start < 8; start++) {
    let length = 0;
    while (groups[start + length] === "0") length++;
    if (length > best.length) best = { start, length };
  }
  if (best.start < 0) return groups.join(":");
  return `${groups.slice(0, best.start).join(":")}::${groups.slice(best.start + best.length).join(":")}`;
}

/** Whether a text that `parseIp` can read has numbers with more digits than they need. */
export function hasLeadingZeros(text: string): boolean {
  const groups = text.split(":");
  const last = groups.at(-1) as string;
  const octets = last.includes(".") ? last.split(".") : [];
  return octets.some((octet) => /^0\d/.test(octet)) || groups.some((group) => !group.includes(".") && group.length > 4);
}

const mappedPrefix: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

function groupAt(address: IpBytes, index: number): number {
  return (address[2 * index] as number) * 256 + (address[2 * index + 1] as number);
}

function parseIpv4(text: string): number[] | undefined {
  const octets = text.split(".");
  if (octets.length !== 4 || octets.some((octet) => !/^\d{1,64}$/.test(octet))) return undefined;
  const bytes = octets.map(Number);
  return bytes.some((byte) => byte > 255) ? undefined : bytes;
}

function parseIpv6(text: string): IpBytes | undefined {
  const parts = text.split("::");
  if (parts.length > 2) return undefined;
  const head = bytesOf(parts[0] as string, parts.length === 1);
  const tail = parts.length === 1 ? [] : bytesOf(parts[1] as string, true);
  if (head === undefined || tail === undefined) return undefined;
  const missing = 16 - head.length - tail.length;
  if (parts.length === 1 ? missing !== 0 : missing < 2) return undefined;
  return [...head, ...Array<number>(missing).fill(0), ...tail];
}

/** The bytes of groups between colons; the last may be an address of IPv4 where `endsAddress`. */
function bytesOf(text: string, endsAddress: boolean): number[] | undefined {
  if (text === "") return [];
  const bytes: number[] = [];
  const groups = text.split(":");
  for (const [index, group] of groups.entries()) {
    if (endsAddress && index === groups.length - 1 && group.includes(".")) {
      const address = parseIpv4(group);
      if (address === undefined) return undefined;
      bytes.push(...address);
      continue;
    }
    if (!/^[\da-f]{1,64}$/i.test(group)) return undefined;
    const number = Number.parseInt(group, 16);
    if (number > 0xffff) return undefined;
    bytes.push(number >> 8, number & 255);
  }
  return bytes;
}
