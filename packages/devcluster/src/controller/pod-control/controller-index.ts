import { controllerOf, type Kind, type KubeObject } from "@kubewright/api";
import type { Reader } from "@kubewright/client";
import type { Manager } from "@kubewright/runtime";

/** The index's name: objects by the uid of what manages them. */
export const controllerIndex = "devcluster.controller";
/** Where the index has the objects that nothing manages. */
const orphans = "none";

/** Lets the manager's cache find objects of a kind by what manages them. Several controllers may ask for it. */
export function indexByController(manager: Manager, kind: Kind): void {
  if (manager.cache.informer(kind).store.hasIndex(controllerIndex)) return;
  manager.cache.index(kind, controllerIndex, (object) => [controllerOf(object)?.uid ?? orphans]);
}

interface ListOptions {
  readonly signal: AbortSignal;
}

/** The objects of a kind that `owner` manages. Not to be changed: they may be the cache's own. */
export async function listControlled<T extends KubeObject>(
  client: Pick<Reader, "list">,
  kind: Kind<T>,
  owner: KubeObject,
  { signal }: ListOptions,
): Promise<T[]> {
  return await listByController(client, kind, owner, owner.metadata.uid ?? "", signal);
}

/** The objects of a kind that `owner` manages, and those beside it that nothing manages. Not to be changed. */
export async function listClaimable<T extends KubeObject>(
  client: Pick<Reader, "list">,
  kind: Kind<T>,
  owner: KubeObject,
  { signal }: ListOptions,
): Promise<T[]> {
  const owned = await listByController(client, kind, owner, owner.metadata.uid ?? "", signal);
  return [...owned, ...(await listByController(client, kind, owner, orphans, signal))];
}

async function listByController<T extends KubeObject>(
  client: Pick<Reader, "list">,
  kind: Kind<T>,
  { metadata: { namespace } }: KubeObject,
  uid: string,
  signal: AbortSignal,
): Promise<T[]> {
  const { items } = await client.list(kind, { namespace, fieldSelector: { [controllerIndex]: uid }, signal });
  return items;
}
