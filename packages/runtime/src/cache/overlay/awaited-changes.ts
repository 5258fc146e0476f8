import { compareResourceVersions, isBeingDeleted, type KubeObject } from "@kubewright/api";
import { isGone } from "./deletion-outcome.ts";
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
  /** By uid, at most one of each sort. */
  readonly #awaited = new Map<string, readonly AwaitedChange[]>();

  constructor(base: OverlayBase<T>) {
    this.#base = base;
  }

  get size(): number {
    return this.#awaited.size;
  }

  add(change: AwaitedChange): void {
    const before = this.#awaited.get(change.uid) ?? [];
    const isOlder = ({ until, version }: AwaitedChange) =>
      until === change.until && isNotOlder(version, change.version);
    // Answers may come in another order than that in which the server did the writes.
    if (this.#isTold(change) || before.some(isOlder)) return;
    this.#awaited.set(change.uid, [...before.filter(({ until }) => until !== change.until), change]);
  }

  /** A later answer says what the object is now; without one, it is gone. */
  answered(uid: string, answer?: KubeObject): void {
    this.#forget(uid, (change) => answer === undefined || isShownBy(change, answer));
  }

  /** The informer told something of an object. */
  told({ metadata: { uid } }: T): void {
    if (uid !== undefined) this.#forget(uid, (change) => this.#isTold(change));
  }

  sweep(): void {
    for (const uid of this.#awaited.keys()) this.#forget(uid, (change) => this.#isTold(change));
  }

  /** Whether no change that `matches` is awaited. */
  isSettled(matches: (change: AwaitedChange) => boolean): boolean {
    for (const changes of this.#awaited.values()) if (changes.some(matches)) return false;
    return true;
  }

  clear(): void {
    this.#awaited.clear();
  }

  #forget(uid: string, isOver: (change: AwaitedChange) => boolean): void {
    const changes = this.#awaited.get(uid);
    if (changes === undefined) return;
    const left = changes.filter((change) => !isOver(change));
    if (left.length === 0) this.#awaited.delete(uid);
    else this.#awaited.set(uid, left);
  }

  #isTold(change: AwaitedChange): boolean {
    const stored = this.#base.store.get(change.key);
    if (stored !== undefined && stored.metadata.uid === change.uid) return isShownBy(change, stored);
    // What is not there any more, or is another object, came after it, or before.
    return isReached(this.#base, change) || isNewer(stored?.metadata.resourceVersion, change.version);
  }
}

function isShownBy({ version, until }: AwaitedChange, object: KubeObject): boolean {
  const { resourceVersion } = object.metadata;
  if (until === "version") return isNotOlder(resourceVersion, version);
  const order = compareResourceVersions(resourceVersion, version) ?? Number(resourceVersion !== version);
  // A pod without time left is written once more before it goes.
  return isBeingDeleted(object) && !isGone(object) && order > 0;
}
