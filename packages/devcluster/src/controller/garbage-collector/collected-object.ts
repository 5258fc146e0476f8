import {
  type Clock,
  isConflict,
  isUnsupportedMediaType,
  jsonEqual,
  type Kind,
  type MetadataObject,
  metadataOf,
  type OwnerReference,
} from "@kubewright/api";
import { type Client, type DeleteOptions, type Patch, retryOnConflict } from "@kubewright/client";
import { kindOf } from "../deletable-resources.ts";
import type { ObjectNode } from "./object-node.ts";
import { keyFor, type OwnerLookup } from "./owner-lookup.ts";

export interface CollectedObjectOptions {
  readonly client: Client;
  readonly lookup: OwnerLookup;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** What the garbage collector does to one object on the server. Never to another one that has its name now. */
export class CollectedObject {
  readonly #node: ObjectNode;
  readonly #options: CollectedObjectOptions;

  constructor(node: ObjectNode, options: CollectedObjectOptions) {
    this.#node = node;
    this.#options = options;
  }

  /** As it is now; undefined when it is gone. */
  latest(): Promise<MetadataObject | undefined> {
    return this.#options.lookup.find(this.#node, this.#options);
  }

  /**
   * Deletes it, provided that it has not got other owners since it was `seen`.
   *
   * Rejects with NotFound when it is gone already, and with a conflict when its owners have changed.
   */
  async delete(
    seen: MetadataObject,
    propagationPolicy: NonNullable<DeleteOptions["propagationPolicy"]>,
  ): Promise<void> {
    const { client, signal } = this.#options;
    const { kind, key } = await this.#place();
    const { uid } = this.#node;
    const { resourceVersion } = seen.metadata;
    const options = { propagationPolicy, signal };
    try {
      const preconditions = { uid, ...(resourceVersion !== undefined && { resourceVersion }) };
      await client.delete(kind, key, { ...options, preconditions });
    } catch (error) {
      if (!isConflict(error)) throw error;
      const now = await client.get(metadataOf(kind), key, { signal });
      const isOther = now.metadata.uid !== uid || now.metadata.resourceVersion === resourceVersion;
      if (isOther || !jsonEqual(now.metadata.ownerReferences, seen.metadata.ownerReferences)) throw error;
      // Someone writes it all the time, but not its owners: that must not keep it.
      await client.delete(kind, key, { ...options, preconditions: { uid } });
    }
  }

  /** Takes references to these owners out of it. */
  async removeOwners(uids: readonly string[]): Promise<void> {
    const ownerReferences = uids.map((uid) => ({ $patch: "delete", uid }));
    await this.#patch(ownerReferences, (owners) => owners.filter(({ uid }) => !uids.includes(uid)));
  }

  /** Lets no owner wait for it any more. */
  async unblockOwners(): Promise<void> {
    const unblocked = (owner: OwnerReference): OwnerReference => ({ ...owner, blockOwnerDeletion: false });
    const blocking = this.#node.owners.filter(({ blockOwnerDeletion }) => blockOwnerDeletion === true);
    await this.#patch(blocking.map(unblocked), (owners) => owners.map(unblocked));
  }

  /** Takes a finalizer out of it. Harmless when it is not there any more, or the object is gone. */
  async removeFinalizer(finalizer: string): Promise<void> {
    const { client, clock, random, signal } = this.#options;
    const { kind, key } = await this.#place();
    await retryOnConflict(
      async () => {
        const latest = await this.latest();
        const { finalizers = [], resourceVersion } = latest?.metadata ?? {};
        if (!finalizers.includes(finalizer)) return;
        const left = finalizers.filter((other) => other !== finalizer);
        const merge = { metadata: { resourceVersion, finalizers: left.length === 0 ? null : left } };
        await client.patch(kind, key, { merge } as Patch<never>, { signal });
      },
      { attempts: 4, delayMs: 10, factor: 5, jitter: 0.1, clock, random, signal },
    );
  }

  /** Changes its owners: by their uids where the server can do that, and as a whole where not, as with custom resources. */
  async #patch(
    ownerReferences: readonly object[],
    change: (owners: readonly OwnerReference[]) => readonly OwnerReference[],
  ): Promise<void> {
    const { client, signal } = this.#options;
    const { kind, key } = await this.#place();
    const { uid } = this.#node;
    try {
      await client.patch(kind, key, { strategic: { metadata: { uid, ownerReferences } } }, { signal });
    } catch (error) {
      if (!isUnsupportedMediaType(error)) throw error;
      const latest = await this.latest();
      if (latest === undefined) return;
      const left = change(latest.metadata.ownerReferences ?? []);
      const { resourceVersion } = latest.metadata;
      const merge = { metadata: { resourceVersion, ownerReferences: left.length === 0 ? null : left } };
      await client.patch(kind, key, { merge } as Patch<never>, { signal });
    }
  }

  async #place(): Promise<{ kind: Kind; key: { namespace?: string; name: string } }> {
    const mapping = await this.#options.lookup.mapping(this.#node, this.#options);
    return { kind: kindOf(mapping), key: keyFor(mapping, this.#node) };
  }
}
