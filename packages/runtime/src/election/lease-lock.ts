import { isNotFound, stringifyJson } from "@kubewright/api";
import type { Lease } from "@kubewright/api/coordination/v1";
import { type ApiRequest, type Client, decode } from "@kubewright/client";

/** How one request about the lease is bounded. */
export interface LeaseCall {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly beforeSend?: () => void;
}

/**
 * One Lease on the server.
 *
 * Asks the server itself each time, and for nothing but the Lease: neither a cache nor discovery, which may be slow in just those
 * moments in which a lease must be renewed.
 */
export class LeaseLock {
  readonly #client: Client;
  readonly #collection: string;
  readonly #path: string;

  /** Both names must be valid ones. */
  constructor(client: Client, key: { readonly namespace: string; readonly name: string }) {
    this.#client = client;
    this.#collection = `/apis/coordination.k8s.io/v1/namespaces/${key.namespace}/leases`;
    this.#path = `${this.#collection}/${key.name}`;
  }

  async read(call: LeaseCall): Promise<Lease | undefined> {
    try {
      return await this.#send({ ...call, method: "GET", path: this.#path });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /**
   * What the server made of `lease`: a new one, or a change of the one that was read.
   *
   * Throws a StatusError for which `isAlreadyExists` or `isConflict` holds when someone else was faster.
   */
  async write(lease: Lease, call: LeaseCall): Promise<Lease> {
    const isNew = lease.metadata.resourceVersion === undefined;
    return await this.#send({
      ...call,
      method: isNew ? "POST" : "PUT",
      path: isNew ? this.#collection : this.#path,
      body: stringifyJson(lease),
    });
  }

  async #send(request: ApiRequest): Promise<Lease> {
    const type = request.body !== undefined && { "content-type": "application/json" };
    const whole: ApiRequest = { ...request, headers: { accept: "application/json", ...type } };
    return (await decode(whole, await this.#client.request(whole))) as Lease;
  }
}
