import type { ApiObject } from "../resource-object.ts";
import { JsonTexts } from "./json-texts.ts";
import { ObjectCollection } from "./object-collection.ts";
import {
  CompactedError,
  type ObjectStore,
  type StoredObject,
  type StoreEvent,
  type StorePage,
} from "./object-store.ts";
import { roughSizeOf } from "./rough-size.ts";

export interface MemoryStoreOptions {
  /** How many replaced and deleted versions are kept at most; when there are more, the older half of time is forgotten. @default 50_000 */
  readonly historyLimit?: number;
  /** About how many bytes these may take up; when there are more, the same happens. @default 128 MiB */
  readonly historyBytes?: number;
}

/** Each so many replaced versions, one is measured, and counts for all of them. */
const measuredEach = 5;

/**
 * Objects in memory, each with the versions that it had since the last compaction.
 *
 * A write costs the search for its name and one small record; a read of an older revision costs as a read of the present, plus
 * a step for each later version of what is read.
 */
export class MemoryStore implements ObjectStore {
  readonly #collections = new Map<string, ObjectCollection>();
  readonly #texts = new JsonTexts();
  readonly #historyLimit: number;
  readonly #historyBytes: number;
  /** Ordered by revision, the furthest first. */
  readonly #waiting: { readonly revision: number; readonly callback: () => void }[] = [];
  #revision = 1;
  #compactedRevision = 0;
  /** How many versions are kept that are not the present one. */
  #replaced = 0;
  /** About how many bytes these take up. */
  #replacedBytes = 0;
  #untilMeasured = 1;

  constructor({ historyLimit = 50_000, historyBytes = 128 * 1024 * 1024 }: MemoryStoreOptions = {}) {
    this.#historyLimit = historyLimit;
    this.#historyBytes = historyBytes;
  }

  get revision(): number {
    return this.#revision;
  }

  get compactedRevision(): number {
    return this.#compactedRevision;
  }

  get(collection: string, namespace: string, name: string): StoredObject | undefined {
    return this.#collections.get(collection)?.get(namespace, name);
  }

  getAt(collection: string, namespace: string, name: string, revision: number): StoredObject | undefined {
    this.#checkRevision(revision);
    return this.#collections.get(collection)?.getAt(namespace, name, revision);
  }

  list(collection: string, options: Parameters<ObjectStore["list"]>[1] = {}): StorePage {
    const { namespace = "", revision = this.#revision, after, limit = Number.POSITIVE_INFINITY, accepts } = options;
    this.#checkRevision(revision);
    const found = this.#collections.get(collection);
    return found?.page({ namespace, revision, after, limit, accepts }) ?? { items: [], revision, remaining: 0 };
  }

  count(collection: string): number {
    return this.#collections.get(collection)?.count ?? 0;
  }

  create(collection: string, object: ApiObject): StoredObject | undefined {
    const { namespace = "", name } = object.metadata;
    if (this.get(collection, namespace, name) !== undefined) return undefined;
    return this.#write(collection, "ADDED", object);
  }

  update(collection: string, object: ApiObject, expectedRevision: number): StoredObject | undefined {
    const previous = this.get(collection, object.metadata.namespace ?? "", object.metadata.name);
    if (previous?.revision !== expectedRevision) return undefined;
    return this.#write(collection, "MODIFIED", object);
  }

  delete(collection: string, namespace: string, name: string, expectedRevision: number): StoredObject | undefined {
    const previous = this.get(collection, namespace, name);
    if (previous?.revision !== expectedRevision) return undefined;
    return this.#write(collection, "DELETED", previous.object);
  }

  watch(collection: string, revision: number, onEvent: (event: StoreEvent) => void): { stop(): void } {
    if (revision < this.#compactedRevision) throw new CompactedError(this.#compactedRevision);
    return this.#collection(collection).watch(revision, onEvent);
  }

  whenAt(revision: number, callback: () => void): { stop(): void } {
    if (revision <= this.#revision) {
      callback();
      return { stop() {} };
    }
    const waiting = { revision, callback };
    const later = this.#waiting.findIndex((other) => other.revision <= revision);
    this.#waiting.splice(later === -1 ? this.#waiting.length : later, 0, waiting);
    return {
      stop: () => {
        const index = this.#waiting.indexOf(waiting);
        if (index !== -1) this.#waiting.splice(index, 1);
      },
    };
  }

  compact(revision: number): void {
    const until = Math.min(revision, this.#revision);
    if (until <= this.#compactedRevision) return;
    this.#compactedRevision = until;
    const before = this.#replaced;
    for (const collection of this.#collections.values()) this.#replaced -= collection.compact(until);
    this.#replacedBytes *= before === 0 ? 0 : this.#replaced / before;
  }

  textOf(object: ApiObject): string {
    return this.#texts.textOf(object);
  }

  itemTextOf(object: ApiObject): string {
    return this.#texts.itemTextOf(object);
  }

  #write(collection: string, type: StoreEvent["type"], object: ApiObject): StoredObject {
    const revision = ++this.#revision;
    const versioned = { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
    const stored = this.#collection(collection).write(type, revision, versioned);
    for (
      let next = this.#waiting.at(-1);
      next !== undefined && next.revision <= revision;
      next = this.#waiting.at(-1)
    ) {
      this.#waiting.pop();
      next.callback();
    }
    if (type !== "ADDED") this.#remember(versioned);
    return stored;
  }

  /** Counts a version that has replaced another one, and forgets some when there are too many. */
  #remember(object: ApiObject): void {
    this.#replaced++;
    if (--this.#untilMeasured === 0) {
      this.#untilMeasured = measuredEach;
      this.#replacedBytes += measuredEach * roughSizeOf(object);
    }
    while (
      this.#replaced > this.#historyLimit ||
      (this.#replacedBytes > this.#historyBytes && this.#compactedRevision < this.#revision)
    ) {
      this.compact(Math.ceil((this.#compactedRevision + this.#revision) / 2));
    }
  }

  #collection(name: string): ObjectCollection {
    let collection = this.#collections.get(name);
    if (collection === undefined) {
      collection = new ObjectCollection(name);
      this.#collections.set(name, collection);
    }
    return collection;
  }

  #checkRevision(revision: number): void {
    if (revision < this.#compactedRevision) throw new CompactedError(this.#compactedRevision);
    if (revision > this.#revision)
      throw new RangeError(`revision ${revision} is yet to come: this is ${this.#revision}`);
  }
}
