import { freePort } from "./free-port.ts";
import type { PodAddress, PodAddresses } from "./pod-addresses.ts";

/** One address for the node and all pods, where there is but one loopback address: each port of a pod is at another one. */
export class MappedPorts implements PodAddresses {
  readonly nodeIp: string = "127.0.0.1";
  readonly podCidr: undefined = undefined;
  readonly #used = new Set<number>();

  async allocate(ports: readonly number[]): Promise<PodAddress> {
    const mapped = new Map<number, number>();
    for (const port of ports) mapped.set(port, await this.#freePort());
    const taken = [...mapped.values()];
    const release = () => {
      for (const port of taken.splice(0)) this.#used.delete(port);
    };
    return { ip: this.nodeIp, ports: mapped, release };
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  async #freePort(): Promise<number> {
    for (;;) {
      const port = await freePort(this.nodeIp);
      if (this.#used.has(port)) continue;
      this.#used.add(port);
      return port;
    }
  }
}
