import { isIPv4, isIPv6 } from "node:net";

/** A family of addresses. */
export type IpFamily = "IPv4" | "IPv6";

/** The family of an address; undefined for what is no address. */
export function familyOf(address: string): IpFamily | undefined {
  return isIPv4(address) ? "IPv4" : isIPv6(address) ? "IPv6" : undefined;
}

/** An address as it should be written, or with `bits` the first address of its block. */
export function canonicalAddress(address: string, bits?: number): string {
  const family = familyOf(address) ?? "IPv4";
  const hostBits = BigInt(bits === undefined ? 0 : (family === "IPv4" ? 32 : 128) - bits);
  return textOf((numberOf(address) >> hostBits) << hostBits, family);
}

/** The addresses of a block that services may have: not its first, and for IPv4 not its last. */
export class AddressRange {
  readonly family: IpFamily;
  /** The first address of the block itself. */
  readonly base: string;
  readonly #first: bigint;
  readonly #last: bigint;

  private constructor(family: IpFamily, network: bigint, size: bigint) {
    this.family = family;
    this.base = textOf(network, family);
    this.#first = network + 1n;
    this.#last = network + size - (family === "IPv4" ? 2n : 1n);
  }

  /** The range that text such as `10.0.0.0/24` names; undefined for other text. */
  static parse(text: string): AddressRange | undefined {
    const [address = "", prefix = ""] = text.split("/");
    const family = familyOf(address);
    if (family === undefined || !/^\d{1,3}$/.test(prefix)) return undefined;
    const hostBits = BigInt((family === "IPv4" ? 32 : 128) - Number(prefix));
    if (hostBits < 0n) return undefined;
    return new AddressRange(family, (numberOf(address) >> hostBits) << hostBits, 1n << hostBits);
  }

  /** The first address that a service may have. */
  get first(): string {
    return textOf(this.#first, this.family);
  }

  has(address: string): boolean {
    if (familyOf(address) !== this.family) return false;
    const number = numberOf(address);
    return number >= this.#first && number <= this.#last;
  }

  /**
   * A free address, at random, from the upper part of the range while that has some: the lower part is for those who choose.
   *
   * Undefined when all are taken. `random` gives a whole number below its argument.
   */
  choose(isTaken: (address: string) => boolean, random: (below: number) => number): string | undefined {
    const size = this.#last - this.#first + 1n;
    const reserved = reservedPart(size);
    return (
      this.#chooseFrom(this.#first + reserved, size - reserved, isTaken, random) ??
      this.#chooseFrom(this.#first, reserved, isTaken, random)
    );
  }

  #chooseFrom(
    first: bigint,
    size: bigint,
    isTaken: (address: string) => boolean,
    random: (below: number) => number,
  ): string | undefined {
    const count = Number(size > maxTried ? maxTried : size);
    if (count <= 0) return undefined;
    const start = random(count);
    for (let step = 0; step < count; step++) {
      const address = textOf(first + BigInt((start + step) % count), this.family);
      if (!isTaken(address)) return address;
    }
    return undefined;
  }
}

/** More services than this do not fit into memory anyway. */
const maxTried = 2n ** 24n;

function reservedPart(size: bigint): bigint {
  if (size <= 16n) return 0n;
  const part = size / 16n;
  return part < 16n ? 16n : part > 256n ? 256n : part;
}

/** The number that an address is; 0 for what is no address. */
function numberOf(address: string): bigint {
  if (isIPv4(address)) return address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  if (!isIPv6(address)) return 0n;
  const [head = "", tail] = address.split("::");
  const groupsIn = (text: string): string[] => (text === "" ? [] : text.split(":"));
  const left = groupsIn(head);
  const right = groupsIn(tail ?? "");
  const groups = tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill("0"), ...right];
  return groups.reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n);
}

function textOf(number: bigint, family: IpFamily): string {
  if (family === "IPv4") return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join(".");
  const groups = Array.from({ length: 8 }, (_, index) => ((number >> BigInt(112 - 16 * index)) & 65535n).toString(16));
  return shortened(groups);
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
