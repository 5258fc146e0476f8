import { createServer, type Server } from "node:net";
import { DevClusterError } from "../../../errors.ts";
import { freePort } from "./free-port.ts";
import type { PodAddress, PodAddresses } from "./pod-addresses.ts";

/** Tries to find a network that no other node of this machine has. */
const maxNetworks = 20;

/** The port by which a node claims its network. */
const kubeletPort = 10250;

const none: ReadonlyMap<number, number> = new Map();

/**
 * Addresses 127.x.y.2 to 127.x.y.254 for the pods, 127.x.y.1 for the node, where all of 127.0.0.0/8 is on the loopback interface: on Linux.
 *
 * The network is one that no other node of this machine has. An address that is given back is not given again before all others were.
 */
export class LoopbackAddresses implements PodAddresses {
  readonly nodeIp: string;
  readonly podCidr: string;
  readonly #network: string;
  readonly #claim: Server | undefined;
  readonly #used = new Set<number>();
  #last = 1;

  private constructor(network: string, claim: Server | undefined) {
    this.#network = network;
    this.#claim = claim;
    this.nodeIp = `${network}.1`;
    this.podCidr = `${network}.0/24`;
  }

  static async open(random: () => number): Promise<LoopbackAddresses> {
    let network = "";
    for (let tries = 0; tries < maxNetworks; tries++) {
      network = `127.${1 + Math.floor(random() * 254)}.${Math.floor(random() * 256)}`;
      const claim = await listen(`${network}.1`, kubeletPort);
      if (claim !== undefined) return new LoopbackAddresses(network, claim);
    }
    // Something listens at that port on all addresses: chance has to do.
    return new LoopbackAddresses(network, undefined);
  }

  async allocate(ports: readonly number[]): Promise<PodAddress> {
    // Something that listens at a port on all addresses is in the way everywhere: the first address is as good as any then, with another port.
    let fallback: number | undefined;
    for (let step = 1; step <= 253; step++) {
      const host = 2 + ((this.#last - 2 + step) % 253);
      if (this.#used.has(host)) continue;
      this.#used.add(host);
      if (await this.#isFree(host, ports)) {
        if (fallback !== undefined) this.#used.delete(fallback);
        return this.#take(host, none);
      }
      if (fallback === undefined) fallback = host;
      else this.#used.delete(host);
      if (step >= 8) break;
    }
    if (fallback !== undefined) return this.#take(fallback, await this.#mapped(fallback, ports));
    throw new DevClusterError(
      "UNSUPPORTED_HOST",
      `no address is left in ${this.podCidr}: a process node runs 253 pods`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await close(this.#claim);
  }

  /** Free ports in place of those that are taken. */
  async #mapped(host: number, ports: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const mapped = new Map<number, number>();
    for (const port of ports) {
      if (!(await this.#isFree(host, [port]))) mapped.set(port, await freePort(`${this.#network}.${host}`));
    }
    return mapped;
  }

  #take(host: number, ports: ReadonlyMap<number, number>): PodAddress {
    this.#last = host;
    let isTaken = true;
    const release = () => {
      if (isTaken) this.#used.delete(host);
      isTaken = false;
    };
    return { ip: `${this.#network}.${host}`, ports, release };
  }

  async #isFree(host: number, ports: readonly number[]): Promise<boolean> {
    for (const port of ports) {
      const server = await listen(`${this.#network}.${host}`, port);
      await close(server);
      if (server === undefined) return false;
    }
    return true;
  }
}

/** Listens there; undefined when that cannot be. */
function listen(host: string, port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once("error", () => resolve(undefined));
    server.listen({ host, port, exclusive: true }, () => resolve(server));
  });
}

function close(server: Server | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (server === undefined) resolve();
    else server.close(() => resolve());
  });
}
