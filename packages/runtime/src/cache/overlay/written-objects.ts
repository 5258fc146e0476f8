import { compareResourceVersions, type KubeObject } from "@kubewright/api";
import { isNotOlder, isOpaque, isReached, type OverlayBase } from "./overlay-base.ts";

/** What is known of an object from the answer to a write. */
export interface WrittenObject<T extends KubeObject = KubeObject> {
  readonly key: string;
  readonly namespace: string | undefined;
  readonly uid: string | undefined;
  /** The last one that it is known to have, or to have had. */
  readonly version: string;
  /** How reads show it. Absent: it is gone, or not among those that the informer holds. */
  readonly object: T | undefined;
}

/** What writes were answered with, until the informer has told it or something later. */
export class WrittenObjects<T extends KubeObject> {
  readonly #base: OverlayBase<T>;
  readonly #written = new Map<string, WrittenObject<T>>();

  constructor(base: OverlayBase<T>) {
    this.#base = base;
  }

  get size(): number {
    return this.#written.size;
  }

  /** Of an object that the store does not have as it was written, or later. */
  get(key: string): WrittenObject<T> | undefined {
    const written = this.#written.get(key);
    if (written === undefined || !this.#isTold(written)) return written;
    this.#written.delete(key);
    return undefined;
  }

  add(written: WrittenObject<T>): void {
    const before = this.#written.get(written.key);
    // Answers may come in another order than that in which the server did the writes.
    if (before !== undefined && isNotOlder(before.version, written.version)) return;
    if (!this.#isTold(written)) this.#written.set(written.key, written);
  }

  /**
   * An object is gone, and so is what was before it under its key. `version` is one that it had, if any is known; the last one that is known
   * is given back.
   */
  addGone(
    { key, namespace, uid }: Omit<WrittenObject, "version" | "object">,
    version: string | undefined,
  ): string | undefined {
    const before = this.#written.get(key);
    const isSame = before !== undefined && before.uid === uid;
    if (isSame) this.#written.delete(key);
    const stored = this.#base.store.get(key)?.metadata;
    const versions = [
      version,
      isSame ? before.version : undefined,
      stored?.uid === uid ? stored?.resourceVersion : undefined,
    ];
    const known = versions.filter((each) => each !== undefined).sort(latestFirst)[0];
    if (known !== undefined) this.add({ key, namespace, uid, version: known, object: undefined });
    return known;
  }

  /** The informer told something of an object. */
  told(key: string): void {
    const written = this.get(key);
    if (written !== undefined && isOpaque(written.version)) this.#written.delete(key);
  }

  /** Forgets what has been told. `isComplete` says of a namespace whether all that can be told was, for versions that cannot be compared. */
  sweep(isComplete: (namespace: string | undefined) => boolean): void {
    for (const written of this.#written.values()) {
      const isOver = isOpaque(written.version) ? isComplete(written.namespace) : this.#isTold(written);
      if (isOver) this.#written.delete(written.key);
    }
  }

  values(): Iterable<WrittenObject<T>> {
    return this.#written.values();
  }

  clear(): void {
    this.#written.clear();
  }

  #isTold(written: WrittenObject<T>): boolean {
    if (isReached(this.#base, written)) return true;
    return isNotOlder(this.#base.store.get(written.key)?.metadata.resourceVersion, written.version);
  }
}

function latestFirst(a: string, b: string): number {
  return compareResourceVersions(b, a) ?? 0;
}
