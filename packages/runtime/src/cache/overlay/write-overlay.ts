import { formatKey, type KubeObject } from "@kubewright/api";
import type { ObjectEvent } from "../../informer/object-event.ts";
import type { StreamProgress } from "../../informer/stream-progress.ts";
import { type AwaitedChange, AwaitedChanges } from "./awaited-changes.ts";
import { type DeletedObject, DeletedObjects, type DeletionFlight } from "./deleted-objects.ts";
import type { OverlayBase } from "./overlay-base.ts";
import { UntoldObjects } from "./untold-objects.ts";
import { type WrittenObject, WrittenObjects } from "./written-objects.ts";

export interface DeletionDetails {
  /** One that the object had, if any is known. */
  readonly version?: string | undefined;
  readonly flight?: DeletionFlight | undefined;
}

/**
 * What this process wrote to the objects of one kind, until their informer has told of it.
 *
 * Resource versions are compared as numbers. Where a server's are none, what was written is shown until the informer tells something
 * of that object, or gets a bookmark, or ends a list.
 */
export class WriteOverlay<T extends KubeObject = KubeObject> {
  readonly #base: OverlayBase<T>;
  /** Never of a uid that is in `#deleted`. */
  readonly #written: WrittenObjects<T>;
  readonly #deleted: DeletedObjects<T>;
  readonly #awaited: AwaitedChanges<T>;
  readonly #untold: UntoldObjects<T>;
  #changesSinceSweep = 0;

  constructor(base: OverlayBase<T>) {
    this.#base = base;
    this.#written = new WrittenObjects(base);
    this.#deleted = new DeletedObjects(base);
    this.#awaited = new AwaitedChanges(base);
    this.#untold = new UntoldObjects(base);
  }

  /** How many objects it knows more of than the informer. */
  get size(): number {
    return this.#written.size + this.#deleted.size + this.#awaited.size + this.#untold.size;
  }

  /** Deleted objects of which the informer may never tell anything; `boundDeletions` leads to their end. */
  get unseenDeletions(): ReadonlySet<DeletedObject> {
    return this.#deleted.unseen;
  }

  /** An object by its key: as it was written, or as it is in the store. */
  get(key: string): T | undefined {
    const written = this.#written.get(key);
    if (written !== undefined) return written.object;
    const stored = this.#base.store.get(key);
    return stored === undefined || this.#deleted.hides(stored) ? undefined : stored;
  }

  /**
   * What the store gave, without what is gone or was written since, followed by all that was written: of one namespace, or of all.
   *
   * Go through it at once.
   */
  *over(stored: Iterable<T>, namespace: string | undefined): Iterable<T> {
    if (this.#written.size === 0 && this.#deleted.size === 0) {
      yield* stored;
      return;
    }
    for (const object of stored) {
      if (this.#written.get(formatKey(object.metadata)) === undefined && !this.#deleted.hides(object)) yield object;
    }
    for (const { key } of this.#written.values()) {
      const written = this.#written.get(key);
      if (written?.object === undefined) continue;
      if (namespace === undefined || written.namespace === namespace) yield written.object;
    }
  }

  /** A write was answered with this object. */
  written(written: WrittenObject<T>, answer: KubeObject): void {
    const { uid } = written;
    this.#untold.add(written);
    if (uid !== undefined && this.#deleted.has(uid)) return;
    this.#written.add(written);
    if (uid !== undefined) this.#awaited.answered(uid, answer);
  }

  /** An object is gone, whatever the informer may tell of it yet. */
  deleted(deleted: DeletedObject, { version, flight }: DeletionDetails = {}): void {
    const known = this.#written.addGone(deleted, deleted.version ?? version);
    this.#awaited.answered(deleted.uid);
    if (flight?.told.has(deleted.uid) !== true) this.#deleted.add(deleted, known);
  }

  /** Reads of an object are to wait for the informer. */
  changed(change: AwaitedChange, flight?: DeletionFlight): void {
    if (flight?.told.has(change.uid) !== true && !this.#deleted.has(change.uid)) this.#awaited.add(change);
  }

  /** Before a deletion is sent: what the informer tells to be gone until `endDeletion` need not be remembered. */
  beginDeletion(name: string | undefined): DeletionFlight {
    return this.#deleted.begin(name);
  }

  endDeletion(flight: DeletionFlight): void {
    this.#deleted.end(flight);
  }

  /** Whether it cannot be told if what is there under a key is older than a deletion; the server has to be asked. */
  isDoubtful(key: string): boolean {
    const object = this.get(key);
    return object !== undefined && this.#deleted.doubts(key, object.metadata.uid);
  }

  /** Those of a namespace, or all, that are doubtful. */
  doubtfulKeys(namespace: string | undefined): string[] {
    const keys = [...this.#deleted.doubtedKeys()].filter((key) => this.isDoubtful(key));
    return namespace === undefined ? keys : keys.filter((key) => key.startsWith(`${namespace}/`));
  }

  /** The server said what is there now under a key, at a version of the whole kind: `found`, or nothing. */
  endDoubt(key: string, namespace: string | undefined, version: string, found: WrittenObject<T> | undefined): void {
    const isThere = found !== undefined && (found.uid === undefined || !this.#deleted.has(found.uid));
    this.#written.add(isThere ? found : { key, namespace, uid: undefined, version, object: undefined });
    this.#deleted.endDoubt(key, version);
  }

  /** Whether a read of what `matches` finds need not wait. */
  isSettled(matches: (change: AwaitedChange) => boolean): boolean {
    return this.#awaited.isSettled(matches);
  }

  /** The informer has come further, and its store with it. */
  advance(progress: StreamProgress<T>): void {
    this.#settle(progress);
    this.#untold.advance(progress);
  }

  /** Says of deletions that the server had this version after them. */
  boundDeletions(unseen: Iterable<DeletedObject>, version: string): void {
    this.#deleted.bound(unseen, version);
    this.#deleted.sweep(() => false);
  }

  /** Forgets what reads are shown. Handlers are told what they have to be all the same. */
  clear(): void {
    this.#written.clear();
    this.#deleted.clear();
    this.#awaited.clear();
  }

  #settle({ namespace, change }: StreamProgress<T>): void {
    if (change !== undefined) this.#told(change);
    // A sweep costs as much as there is; with one for each change, many writes would cost the square of their number.
    if (change !== undefined && ++this.#changesSinceSweep <= this.size) return;
    this.#changesSinceSweep = 0;
    const isComplete = (of: string | undefined) =>
      change === undefined && (namespace === undefined || namespace === of);
    this.#written.sweep(isComplete);
    this.#deleted.sweep(isComplete);
    this.#awaited.sweep();
  }

  #told(change: ObjectEvent<T>): void {
    const { type, object } = change;
    if (type === "deleted") this.#deleted.told(object);
    // A list may show another object where one was.
    if (type === "updated" && change.old.metadata.uid !== object.metadata.uid) {
      this.#deleted.told(change.old);
      this.#awaited.told(change.old);
    }
    this.#written.told(formatKey(object.metadata));
    this.#awaited.told(object);
  }
}
