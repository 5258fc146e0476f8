import { createServer, type Server } from "node:net";

/** The port by which networks of the loopback interface are claimed, at their first address. Process nodes do so, too. */
const claimPort = 10250;
const maxTries = 20;
/** Addresses of a network: from .2 to .254. */
const networkSize = 253;

/** Gives services addresses of their own on the loopback interface. */
export interface ServiceAddresses extends AsyncDisposable {
  allocate(): Promise<string>;
  release(address: string): void;
}

/** Addresses of 127.0.0.0/8, from networks that nobody else on this machine has. For hosts where all of it is local: Linux. */
export class LoopbackServiceAddresses implements ServiceAddresses {
  readonly #random: () => number;
  readonly #claims: Server[] = [];
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
    await Promise.all(this.#claims.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  }

  async #claim(): Promise<void> {
    let network = "";
    for (let tries = 0; tries < maxTries; tries++) {
      network = `127.${1 + Math.floor(this.#random() * 254)}.${Math.floor(this.#random() * 256)}`;
      const claim = await listen(`${network}.1`);
      if (claim === undefined) continue;
      this.#claims.push(claim);
      break;
    }
    // Where something listens at that port on all addresses, chance has to do.
    for (let host = 2; host < 2 + networkSize; host++) this.#free.push(`${network}.${host}`);
  }
}

/** One address for all services, where there is no other: each port of a service is at another one. */
export class SharedServiceAddress implements ServiceAddresses {
  async allocate(): Promise<string> {
    return "127.0.0.1";
  }

  release(): void {}

  async [Symbol.asyncDispose](): Promise<void> {}
}

/** Undefined when that cannot be. */
function listen(host: string): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once("error", () => resolve(undefined));
    server.listen({ host, port: claimPort, exclusive: true }, () => resolve(server));
  });
}
