/** Gives the pods of one node addresses that nobody listens on: `10.244.NODE.x`, then the next block of the same node. */
export class PodAddressPool {
  readonly #node: number;
  readonly #byPod = new Map<string, number>();
  readonly #free: number[] = [];
  #next = 2;

  /** `node` is the node's number, from 0. */
  constructor(node: number) {
    this.#node = node;
  }

  /** The pod's address, the same at each call. */
  addressOf(podUid: string): string {
    let host = this.#byPod.get(podUid);
    if (host === undefined) {
      host = this.#free.pop() ?? this.#next++;
      this.#byPod.set(podUid, host);
    }
    // 256 nodes with 250 pods each have blocks of their own; more go on in other networks.
    const block = this.#node + 256 * Math.floor(host / 254);
    return `10.${244 + (Math.floor(block / 256) % 12)}.${block % 256}.${(host % 254) + 1}`;
  }

  /** The address of a pod that is gone may be given again. */
  release(podUid: string): void {
    const host = this.#byPod.get(podUid);
    if (host === undefined) return;
    this.#byPod.delete(podUid);
    this.#free.push(host);
  }
}
