import { compareResourceVersions, type KubeObject } from "@kubewright/api";
import { isNewer, isNotOlder, isReached, type OverlayBase } from "./overlay-base.ts";

/** A change that was made, of which the answer did not say what the object is now. */
export interface AwaitedChange {
  readonly key: string;
  readonly namespace: string | undefined;
  readonly uid: string;
  /** The version that the object had or has. */
  readonly version: string;
  /** `version`: it has it now. `deletion`: it had it before it was deleted, and may be kept for a while. */
  readonly until: "version" | "deletion";
}

/** The changes that reads have to wait for. */
export class AwaitedChanges<T extends KubeObject> {
  readonly #base: OverlayBase<T>;
  readonly #awaited = new Map<string, AwaitedChange>();

  constructor(base: OverlayBase<T>) {
    this.#base = base;
  }

  get size(): number {
    return this.#awaited.size;
  }

  add(change: AwaitedChange): void {
    if (!this.#isTold(change)) this.#awaited.set(change.uid, change);
  }

  /** A later answer says what the object is now; without one, it is gone. */
  answered(uid: string, answer?: KubeObject): void {
    const change = this.#awaited.get(uid);
    if (change !== undefined && (answer === undefined || isShownBy(change, answer))) this.#awaited.delete(change.uid);
  }

  /** The informer told something of an object. */
  told({ metadata: { uid } }: T): void {
    const change = uid === undefined ? undefined : this.#awaited.get(uid);
    if (change !== undefined && this.#isTold(change)) this.#awaited.delete(change.uid);
  }

  sweep(): void {
    for (const change of this.#awaited.values()) if (this.#isTold(change)) this.#awaited.delete(change.uid);
  }

  /** Whether no change that `matches` is awaited. */
  isSettled(matches: (change: AwaitedChange) => boolean): boolean {
    for (const change of this.#awaited.values()) if (matches(change)) return false;
    return true;
  }

  clear(): void {
    this.#awaited.clear();
  }

  #isTold(change: AwaitedChange): boolean {
    const stored = this.#base.store.get(change.key);
    if (stored !== undefined && stored.metadata.uid === change.uid) return isShownBy(change, stored);
    // What is not there any more, or is another object, came after it, or before.
    return isReached(this.#base, change) || isNewer(stored?.metadata.resourceVersion, change.version);
  }
}

function isShownBy({ version, until }: AwaitedChange, { metadata }: KubeObject): boolean {
  if (until === "version") return isNotOlder(metadata.resourceVersion, version);
  const { deletionTimestamp, resourceVersion } = metadata;
  const order = compareResourceVersions(resourceVersion, version) ?? Number(resourceVersion !== version);
  return deletionTimestamp !== undefined && order > 0;
}
