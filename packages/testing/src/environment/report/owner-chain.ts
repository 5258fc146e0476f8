import { defineKind, type KubeObject, metadataOf, type OwnerReference, parseApiVersion } from "@kubewright/api";
import type { CallOptions, Client } from "@kubewright/client";

/** Owners of owners that are looked at. */
const maxDepth = 6;

/** What is known of an object of any kind. */
type Known = Pick<KubeObject, "metadata">;

/** Tells which objects belong to one: those that it owns, those that these own, and so on. */
export class OwnerChain {
  readonly #client: Client;
  readonly #limits: CallOptions;
  readonly #rootUid: string;
  /** By kind and place; undefined for those that are not there, or cannot be read. */
  readonly #known = new Map<string, Promise<Known | undefined>>();

  constructor(client: Client, rootUid: string, limits: CallOptions) {
    this.#client = client;
    this.#rootUid = rootUid;
    this.#limits = limits;
  }

  async includes({ metadata }: Known, depth = 0): Promise<boolean> {
    if (metadata.uid === this.#rootUid) return true;
    if (depth === maxDepth) return false;
    for (const owner of metadata.ownerReferences ?? []) {
      if (owner.uid === this.#rootUid) return true;
      const found = await this.find(owner, metadata.namespace);
      if (found !== undefined && (await this.includes(found, depth + 1))) return true;
    }
    return false;
  }

  /** The metadata of an object that something names. */
  find(
    { apiVersion, kind, name }: Pick<OwnerReference, "apiVersion" | "kind" | "name">,
    namespace: string | undefined,
  ): Promise<Known | undefined> {
    const id = `${apiVersion} ${kind} ${namespace ?? ""}/${name}`;
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const found = this.#read(apiVersion, kind, namespace === undefined ? { name } : { namespace, name });
    this.#known.set(id, found);
    return found;
  }

  async #read(
    apiVersion: string,
    kind: string,
    key: { readonly namespace?: string; readonly name: string },
  ): Promise<Known | undefined> {
    try {
      const owned = defineKind({ ...parseApiVersion(apiVersion), kind });
      const { scope } = await this.#client.discovery.resourceFor(owned, this.#limits);
      return await this.#client.find(metadataOf(owned), scope === "Cluster" ? { name: key.name } : key, this.#limits);
    } catch {
      return undefined;
    }
  }
}
