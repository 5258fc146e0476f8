import { formatIp, ipNumber, ipOfNumber, isIpv4, parseAddressBlock, parseIp } from "@kubewright/api/server";
import type { IpFamily } from "./ip-family.ts";

/** The addresses of a block that services may have: not its first, and for IPv4 not its last. */
export class AddressRange {
  readonly family: IpFamily;
  /** The first address of the block itself. */
  readonly base: string;
  readonly #first: bigint;
  readonly #last: bigint;
  /** Of a range in which every address may be looked at again and again, their texts. By their distance from the first. */
  readonly #texts: string[] | undefined;

  private constructor(family: IpFamily, base: bigint, size: bigint) {
    this.family = family;
    this.base = addressOf(base);
    this.#first = base + 1n;
    this.#last = base + size - (family === "IPv4" ? 2n : 1n);
    this.#texts = size <= maxRemembered ? [] : undefined;
  }

  /** The range that text such as `10.0.0.0/24` names; undefined for other text. */
  static parse(text: string): AddressRange | undefined {
    const block = parseAddressBlock(text);
    if (block === undefined) return undefined;
    const family = isIpv4(block.base) ? "IPv4" : "IPv6";
    return new AddressRange(family, ipNumber(block.base), 1n << BigInt(block.addressLength - block.prefixLength));
  }

  /** The first address that a service may have. */
  get first(): string {
    return addressOf(this.#first);
  }

  has(address: string): boolean {
    const parsed = parseIp(address);
    if (parsed === undefined || isIpv4(parsed) !== (this.family === "IPv4")) return false;
    const number = ipNumber(parsed);
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
      const address = this.#textOf(first + BigInt((start + step) % count));
      if (!isTaken(address)) return address;
    }
    return undefined;
  }

  #textOf(number: bigint): string {
    if (this.#texts === undefined) return addressOf(number);
    const index = Number(number - this.#first);
    this.#texts[index] ??= addressOf(number);
    return this.#texts[index];
  }
}

const maxRemembered = 4096n;

/** More services than this do not fit into memory anyway. */
const maxTried = 2n ** 24n;

function addressOf(number: bigint): string {
  return formatIp(ipOfNumber(number));
}

function reservedPart(size: bigint): bigint {
  if (size <= 16n) return 0n;
  const part = size / 16n;
  return part < 16n ? 16n : part > 256n ? 256n : part;
}
