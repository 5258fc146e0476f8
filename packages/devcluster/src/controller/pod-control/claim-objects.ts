import {
  controllerOf,
  isBeingDeleted,
  isInvalid,
  isNotFound,
  type Kind,
  type KubeObject,
  ownerReferenceTo,
  type Selector,
} from "@kubewright/api";
import type { Client } from "@kubewright/client";

export interface ClaimOptions<O extends KubeObject, T extends KubeObject> {
  /** Asks the server, not a cache. */
  readonly client: Client;
  readonly ownerKind: Kind<O>;
  readonly owner: O;
  readonly kind: Kind<T>;
  readonly selector: Selector;
  /** What the owner manages, and what nothing manages. */
  readonly candidates: readonly T[];
  readonly signal: AbortSignal;
}

/**
 * The objects that `owner` manages and selects.
 *
 * Orphans that it selects are adopted, and its own that it no longer selects are released, unless it is being deleted. Undefined when there
 * was something to adopt and the server says that the owner is gone or going: what is known of it is too old to act upon.
 */
export async function claimObjects<O extends KubeObject, T extends KubeObject>(
  options: ClaimOptions<O, T>,
): Promise<T[] | undefined> {
  const { owner, selector, candidates } = options;
  const claimed: T[] = [];
  const isGoing = isBeingDeleted(owner);
  let mayAdopt: boolean | undefined;
  for (const object of candidates) {
    const isSelected = selector.matches(object.metadata.labels ?? {});
    const controller = controllerOf(object);
    if (controller !== undefined) {
      if (controller.uid !== owner.metadata.uid) continue;
      if (isSelected) claimed.push(object);
      else if (!isGoing) await release(options, object);
    } else if (isSelected && !isGoing && !isBeingDeleted(object)) {
      mayAdopt ??= await isThere(options);
      if (!mayAdopt) return undefined;
      const adopted = await adopt(options, object);
      if (adopted !== undefined) claimed.push(adopted);
    }
  }
  return claimed;
}

/** An owner that was deleted, and perhaps made again, must not adopt: the collector would take the objects away. */
async function isThere<O extends KubeObject, T extends KubeObject>({
  client,
  ownerKind,
  owner,
  signal,
}: ClaimOptions<O, T>): Promise<boolean> {
  const fresh = await client.find(ownerKind, owner.metadata, { signal });
  return fresh !== undefined && fresh.metadata.uid === owner.metadata.uid && !isBeingDeleted(fresh);
}

async function adopt<O extends KubeObject, T extends KubeObject>(
  { client, owner, kind, signal }: ClaimOptions<O, T>,
  { metadata }: T,
): Promise<T | undefined> {
  const reference = ownerReferenceTo(owner, { controller: true, blockOwnerDeletion: true });
  // The uid lets the server refuse when another object has the name by now.
  const strategic = { metadata: { ownerReferences: [reference], uid: metadata.uid } };
  try {
    return await client.patch(kind, metadata, { strategic }, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function release<O extends KubeObject, T extends KubeObject>(
  { client, owner, kind, signal }: ClaimOptions<O, T>,
  { metadata }: T,
): Promise<void> {
  const strategic = {
    metadata: { ownerReferences: [{ $patch: "delete", uid: owner.metadata.uid }], uid: metadata.uid },
  };
  try {
    await client.patch(kind, metadata, { strategic }, { signal });
  } catch (error) {
    // Gone, or no longer this owner's.
    if (!isNotFound(error) && !isInvalid(error)) throw error;
  }
}
