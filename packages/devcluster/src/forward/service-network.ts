import { createServer, type Server } from "node:net";

/** The port by which networks of the loopback interface are claimed, at their first address. Process nodes do so, too. */
const claimPort = 10250;
const maxTries = 20;

/** A network of the loopback interface that nobody else on this machine has, while it is held: for hosts where all of 127.0.0.0/8 is local, as on Linux. */
export class ServiceNetwork implements AsyncDisposable {
  /** What all its addresses begin with: `127.10.20`. */
  readonly prefix: string;
  readonly #claim: Server | undefined;

  private constructor(prefix: string, claim: Server | undefined) {
    this.prefix = prefix;
    this.#claim = claim;
  }

  static async claim(random: () => number): Promise<ServiceNetwork> {
    let prefix = "";
    for (let tries = 0; tries < maxTries; tries++) {
      prefix = `127.${1 + Math.floor(random() * 254)}.${Math.floor(random() * 256)}`;
      const claim = await listen(`${prefix}.1`);
      if (claim !== undefined) return new ServiceNetwork(prefix, claim);
    }
    // Something listens at that port on all addresses: chance has to do.
    return new ServiceNetwork(prefix, undefined);
  }

  /** For the addresses of services: `127.10.20.0/24`. */
  get cidr(): string {
    return `${this.prefix}.0/24`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.#claim === undefined) resolve();
      else this.#claim.close(() => resolve());
    });
  }
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
