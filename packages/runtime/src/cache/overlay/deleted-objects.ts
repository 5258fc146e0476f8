import { isBeingDeleted, type KubeObject } from "@kubewright/api";
import { isGone } from "./deletion-outcome.ts";
import { isNewer, isOpaque, isReached, type OverlayBase } from "./overlay-base.ts";

/** An object that is gone. */
export interface DeletedObject {
  readonly uid: string;
  readonly key: string;
  readonly namespace: string | undefined;
  /** The version that the answer said it had last. */
  readonly version: string | undefined;
}

interface Entry extends DeletedObject {
  /** The last version that it is known to have had, from whatever source. */
  readonly known: string | undefined;
}

/** Of an object that the informer does not have: at this version, which is later than the deletion, nothing more can come. */
interface Bound {
  readonly deleted: Entry;
  readonly version: string;
}

/** A deletion that was sent and not yet answered. */
export interface DeletionFlight {
  /** Of the one object that it is about. Absent: about many. */
  readonly name: string | undefined;
  /** The uids of objects that the informer meanwhile told to be gone for good. */
  readonly told: Set<string>;
}

/** The objects that this process deleted, until the informer can tell nothing more of them. A uid is never used again. */
export class DeletedObjects<T extends KubeObject> {
  readonly #base: OverlayBase<T>;
  readonly #deleted = new Map<string, Entry>();
  /** Those of which the informer may not tell anything more: it does not have them. */
  readonly #unseen = new Set<Entry>();
  /** Those that were unseen, until it is known when to forget them. */
  readonly #bounds = new Set<Bound>();
  /**
   * By key, those of which no version is known: another object under that key may be older or newer. Not those that the informer had when
   * they were deleted.
   */
  readonly #doubts = new Map<string, Entry>();
  readonly #flights = new Set<DeletionFlight>();

  constructor(base: OverlayBase<T>) {
    this.#base = base;
  }

  get size(): number {
    return this.#deleted.size;
  }

  /** Those of which the informer may never tell anything, so that only `bound` leads to their end. */
  get unseen(): ReadonlySet<DeletedObject> {
    return this.#unseen;
  }

  has(uid: string): boolean {
    return this.#deleted.has(uid);
  }

  /** Whether an object, as the store has it, is gone. */
  hides(stored: T): boolean {
    const { uid, resourceVersion } = stored.metadata;
    const entry = uid === undefined ? undefined : this.#deleted.get(uid);
    if (entry === undefined) return false;
    // Something keeps it after all, of which the answer did not tell.
    const isKept = isBeingDeleted(stored) && !isGone(stored) && entry.version !== undefined;
    if (!isKept || !isNewer(resourceVersion, entry.version)) return true;
    this.#forget(entry);
    return false;
  }

  /** `known` is the last version that it is known to have had, from whatever source. */
  add(deleted: DeletedObject, known: string | undefined): void {
    const entry = { ...deleted, known };
    if (this.#isToldGone(entry)) return;
    this.#deleted.set(deleted.uid, entry);
    if (!this.#isStored(entry)) this.#unseen.add(entry);
    if (known === undefined) this.#doubts.set(deleted.key, entry);
  }

  /** Whether it cannot be told if an object under that key is older than one that was deleted there. */
  doubts(key: string, uid: string | undefined): boolean {
    const deleted = this.#doubts.get(key);
    return deleted !== undefined && deleted.uid !== uid;
  }

  /** The keys under which objects may be older than one that was deleted there. */
  doubtedKeys(): Iterable<string> {
    return this.#doubts.keys();
  }

  /** The server was asked what is there now, at this version. */
  endDoubt(key: string, version: string): void {
    const deleted = this.#doubts.get(key);
    if (deleted === undefined) return;
    this.#doubts.delete(key);
    this.bound([deleted], version);
  }

  /** Begins to remember what the informer tells to be gone. */
  begin(name: string | undefined): DeletionFlight {
    const flight = { name, told: new Set<string>() };
    this.#flights.add(flight);
    return flight;
  }

  end(flight: DeletionFlight): void {
    this.#flights.delete(flight);
  }

  /** The informer told that it does not have an object any more. */
  told({ metadata: { uid, name } }: T): void {
    if (uid === undefined) return;
    const entry = this.#deleted.get(uid);
    if (this.#base.isSelective) {
      // It may come back, as it was before it was deleted, and go again.
      if (entry !== undefined) this.#unseen.add(entry);
      return;
    }
    if (entry !== undefined) this.#forget(entry);
    for (const flight of this.#flights) if (flight.name === undefined || flight.name === name) flight.told.add(uid);
  }

  /** Says of unseen ones that the server had this version after they were deleted. */
  bound(unseen: Iterable<DeletedObject>, version: string): void {
    for (const { uid } of unseen) {
      const deleted = this.#deleted.get(uid);
      if (deleted !== undefined && this.#unseen.delete(deleted)) this.#bounds.add({ deleted, version });
    }
  }

  /** Forgets those of which nothing more can come; see `WrittenObjects.sweep`. */
  sweep(isComplete: (namespace: string | undefined) => boolean): void {
    for (const entry of this.#unseen) if (this.#isToldGone(entry)) this.#forget(entry);
    for (const bound of this.#bounds) {
      const { deleted, version } = bound;
      const { namespace } = deleted;
      if (!(isOpaque(version) ? isComplete(namespace) : isReached(this.#base, { namespace, version }))) continue;
      this.#bounds.delete(bound);
      this.#forget(deleted);
    }
  }

  clear(): void {
    this.#deleted.clear();
    this.#unseen.clear();
    this.#bounds.clear();
    this.#doubts.clear();
  }

  #isStored({ key, uid }: Entry): boolean {
    return this.#base.store.get(key)?.metadata.uid === uid;
  }

  /** Whether it is not there although the informer, which leaves out nothing, has come to a version that it had. */
  #isToldGone(entry: Entry): boolean {
    const { known: version, namespace } = entry;
    if (version === undefined || this.#base.isSelective || this.#isStored(entry)) return false;
    return isReached(this.#base, { namespace, version });
  }

  #forget(deleted: Entry): void {
    this.#deleted.delete(deleted.uid);
    this.#unseen.delete(deleted);
    if (this.#doubts.get(deleted.key) === deleted) this.#doubts.delete(deleted.key);
  }
}
