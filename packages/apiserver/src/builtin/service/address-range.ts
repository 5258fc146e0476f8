import { formatIpAddress, type IpFamily, networkOf, parseIpAddress } from "./ip-address.ts";

/** The addresses of a block that services may have: not its first, and for IPv4 not its last. */
export class AddressRange {
  readonly family: IpFamily;
  /** The first address of the block itself. */
  readonly base: string;
  readonly #first: bigint;
  readonly #last: bigint;

  private constructor(family: IpFamily, network: bigint, size: bigint) {
    this.family = family;
    this.base = formatIpAddress({ family, number: network });
    this.#first = network + 1n;
    this.#last = network + size - (family === "IPv4" ? 2n : 1n);
  }

  /** The range that text such as `10.0.0.0/24` names; undefined for other text. */
  static parse(text: string): AddressRange | undefined {
    const [address = "", prefix = "", ...more] = text.split("/");
    const parsed = parseIpAddress(address);
    if (parsed === undefined || more.length > 0 || !/^\d{1,3}$/.test(prefix)) return undefined;
    const { family } = parsed;
    const hostBits = (family === "IPv4" ? 32 : 128) - Number(prefix);
    if (hostBits < 0) return undefined;
    return new AddressRange(family, networkOf(parsed, Number(prefix)).number, 1n << BigInt(hostBits));
  }

  /** The first address that a service may have. */
  get first(): string {
    return formatIpAddress({ family: this.family, number: this.#first });
  }

  has(address: string): boolean {
    const parsed = parseIpAddress(address);
    return parsed?.family === this.family && parsed.number >= this.#first && parsed.number <= this.#last;
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
      const number = first + BigInt((start + step) % count);
      const address = formatIpAddress({ family: this.family, number });
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
