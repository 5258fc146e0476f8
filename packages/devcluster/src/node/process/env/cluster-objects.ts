import type { Kind, KubeObject } from "@kubewright/api";
import { ConfigMap, Node, Secret } from "@kubewright/api/core/v1";
import type { Client } from "@kubewright/client";

/** Reads what pods refer to; each object once. */
export class ClusterObjects {
  readonly #client: Pick<Client, "find">;
  readonly #namespace: string;
  readonly #signal: AbortSignal;
  readonly #read = new Map<string, Promise<KubeObject | undefined>>();

  constructor(client: Pick<Client, "find">, namespace: string, signal: AbortSignal) {
    this.#client = client;
    this.#namespace = namespace;
    this.#signal = signal;
  }

  /** Undefined if it is optional and not there. Rejects in the kubelet's words if it is not there otherwise. */
  async configMap(name: string, optional: boolean | undefined): Promise<ConfigMap | undefined> {
    const found = await this.#find(ConfigMap, { name, namespace: this.#namespace });
    if (found === undefined && optional !== true) throw new Error(`configmap ${JSON.stringify(name)} not found`);
    return found;
  }

  /** Undefined if it is optional and not there. Rejects in the kubelet's words if it is not there otherwise. */
  async secret(name: string, optional: boolean | undefined): Promise<Secret | undefined> {
    const found = await this.#find(Secret, { name, namespace: this.#namespace });
    if (found === undefined && optional !== true) throw new Error(`secret ${JSON.stringify(name)} not found`);
    return found;
  }

  async node(name: string): Promise<Node | undefined> {
    return this.#find(Node, { name });
  }

  async #find<T extends KubeObject>(
    kind: Kind<T>,
    key: { readonly name: string; readonly namespace?: string },
  ): Promise<T | undefined> {
    const id = `${kind.kind}/${key.name}`;
    const read = this.#read.get(id) ?? this.#client.find(kind, key, { signal: this.#signal });
    this.#read.set(id, read);
    return (await read) as T | undefined;
  }
}
