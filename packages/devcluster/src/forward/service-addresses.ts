import { ServiceNetwork } from "./service-network.ts";

/** Gives services addresses of their own on the loopback interface. */
export interface ServiceAddresses extends AsyncDisposable {
  allocate(): Promise<string>;
  release(address: string): void;
}

/** Addresses of networks that nobody else on this machine has. For hosts where all of 127.0.0.0/8 is local: Linux. */
export class LoopbackServiceAddresses implements ServiceAddresses {
  readonly #random: () => number;
  readonly #networks: ServiceNetwork[] = [];
  readonly #free: string[] = [];

  constructor(random: () => number) {
    this.#random = random;
  }

  async allocate(): Promise<string> {
    if (this.#free.length === 0) await this.#claim();
    return this.#free.shift()!;
  }

  release(address: string): void {
    this.#free.push(address);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#networks.splice(0).map((network) => network[Symbol.asyncDispose]()));
  }

  async #claim(): Promise<void> {
    const network = await ServiceNetwork.claim(this.#random);
    this.#networks.push(network);
    for (let host = 2; host <= 254; host++) this.#free.push(`${network.prefix}.${host}`);
  }
}

/** One address for all services, where there is no other: ports that several of them have are at other ones. */
export class SharedServiceAddress implements ServiceAddresses {
  async allocate(): Promise<string> {
    return "127.0.0.1";
  }

  release(): void {}

  async [Symbol.asyncDispose](): Promise<void> {}
}
