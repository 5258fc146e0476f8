import { formatIp, hasLeadingZeros, type IpBytes, isIpv4, parseIp } from "./ip-address.ts";

/** A block of addresses as `10.9.8.0/24` names it. */
export interface AddressBlock {
  readonly address: IpBytes;
  /** The first address of the block. */
  readonly base: IpBytes;
  /** How many bits of its addresses are the same, of 32 or 128. */
  readonly prefixLength: number;
  readonly addressLength: 32 | 128;
  /** Whether numbers have more digits than they need. */
  readonly hasLeadingZeros: boolean;
}

/** The block that a text names, read as leniently as the server reads older fields. Undefined for other text. */
export function parseAddressBlock(text: string): AddressBlock | undefined {
  const slash = text.indexOf("/");
  if (slash < 0) return undefined;
  const [written, length] = [text.slice(0, slash), text.slice(slash + 1)];
  const address = parseIp(written);
  if (address === undefined || !/^\d{1,64}$/.test(length)) return undefined;
  const addressLength = written.includes(":") ? 128 : 32;
  const prefixLength = Number(length);
  if (prefixLength > addressLength) return undefined;
  const base = masked(address, prefixLength + 128 - addressLength);
  const hasZeros = hasLeadingZeros(written) || /^0\d/.test(length);
  return { address, base, prefixLength, addressLength, hasLeadingZeros: hasZeros };
}

/** The text that everybody should write for a block. */
export function formatAddressBlock({ base, prefixLength, addressLength }: AddressBlock): string {
  const isShort = isIpv4(base) && addressLength === 128 && prefixLength >= 96;
  return `${formatIp(base)}/${isShort ? prefixLength - 96 : prefixLength}`;
}

/** Whether `base` is all of the address: no bit is set behind the prefix. */
export function isBlockBase({ address, base }: AddressBlock): boolean {
  return address.every((byte, index) => byte === base[index]);
}

/** Whether an address is of the block. */
export function blockContains({ base, prefixLength, addressLength }: AddressBlock, address: IpBytes): boolean {
  if (addressLength === 32 && !isIpv4(address)) return false;
  const start = masked(address, prefixLength + 128 - addressLength);
  return start.every((byte, index) => byte === base[index]);
}

function masked(address: IpBytes, bits: number): IpBytes {
  return address.map((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - 8 * index));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
}
