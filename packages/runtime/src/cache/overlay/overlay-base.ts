import { compareResourceVersions, type KubeObject } from "@kubewright/api";
import type { ObjectStore } from "../../informer/store.ts";

/** What an overlay lies on: the informer of one kind. */
export interface OverlayBase<T extends KubeObject = KubeObject> {
  readonly store: ObjectStore<T>;
  /** Up to which version the changes in a namespace are in the store. Undefined or empty while nothing is known. */
  versionOf(namespace: string | undefined): string | undefined;
  /** Whether the informer selects objects, so that one which is told to be gone may only have changed. */
  readonly isSelective: boolean;
  /** Tells handlers of an object that the informer never had that it was there, and is gone. */
  tellMissed(object: T): void;
}

/** Whether a version, which an object has or had, is in the store. False also when that cannot be told. */
export function isReached(
  base: OverlayBase,
  { namespace, version }: { readonly namespace: string | undefined; readonly version: string },
): boolean {
  return isNotOlder(base.versionOf(namespace), version);
}

export function isNotOlder(version: string | undefined, than: string): boolean {
  return (compareResourceVersions(version, than) ?? -1) >= 0;
}

export function isNewer(version: string | undefined, than: string): boolean {
  return (compareResourceVersions(version, than) ?? 0) > 0;
}

/** Whether a version says nothing but whether it is the same as another. */
export function isOpaque(version: string): boolean {
  return compareResourceVersions(version, "1") === undefined;
}
