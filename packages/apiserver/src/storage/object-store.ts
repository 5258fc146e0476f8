import type { ApiObject } from "../resource-object.ts";

/** One object as it was written. Immutable, like everything that a store hands out. */
export interface StoredObject {
  /** Empty for objects of the cluster. */
  readonly namespace: string;
  readonly name: string;
  /** In the form that is stored; `metadata.resourceVersion` is `revision`. */
  readonly object: ApiObject;
  /** The revision of the write that made it as it is. */
  readonly revision: number;
}

/** What happened at one revision to one object. */
export interface StoreEvent {
  /** The collection: `apps/deployments`, `pods`. */
  readonly collection: string;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly revision: number;
  /** As written; for DELETED, the last state with the version of the deletion. */
  readonly stored: StoredObject;
  /** What was there before; absent for ADDED. */
  readonly previous?: StoredObject | undefined;
}

/** A page of objects, all as they were at `revision`, ordered by the bytes of namespace and name. */
export interface StorePage {
  readonly items: readonly StoredObject[];
  readonly revision: number;
  /** How many objects come after the last one looked at. */
  readonly remaining: number;
}

/** Where a page starts: just after this object. There need not be one of that name. */
export interface StorePosition {
  readonly namespace: string;
  readonly name: string;
  /** Whether the page starts with the object itself. @default false */
  readonly isIncluded?: boolean;
}

/** Thrown when a revision is asked for that has been forgotten. */
export class CompactedError extends Error {
  override readonly name: string = "CompactedError";
  readonly compacted: number;

  constructor(compacted: number) {
    super(`revisions before ${compacted} are forgotten`);
    this.compacted = compacted;
  }
}

/**
 * All objects of a server, with their history since the last compaction. One counter numbers all writes.
 *
 * Calls are synchronous: what a call reads is what it changes. Watchers are told before a write returns, in order of revision,
 * synchronously; a watcher must not throw, and must not write from within.
 */
export interface ObjectStore {
  /** The revision of the last write. A fresh store is at 1. */
  readonly revision: number;
  /** Revisions before this one are forgotten. */
  readonly compactedRevision: number;
  get(collection: string, namespace: string, name: string): StoredObject | undefined;
  /** Throws CompactedError, or RangeError for a revision that is yet to come. */
  getAt(collection: string, namespace: string, name: string, revision: number): StoredObject | undefined;
  /** Objects of one namespace, or of all with `""`. `accepts` is asked before the limit counts. Throws as `getAt`. */
  list(
    collection: string,
    options?: {
      readonly namespace?: string;
      readonly revision?: number;
      readonly after?: StorePosition;
      readonly limit?: number;
      readonly accepts?: (stored: StoredObject) => boolean;
    },
  ): StorePage;
  count(collection: string): number;
  /** Sets `metadata.resourceVersion` of a shallow copy. Undefined, and nothing written, when the name is taken. */
  create(collection: string, object: ApiObject): StoredObject | undefined;
  /** Undefined, and nothing written, when the object is not at `expectedRevision` any more. */
  update(collection: string, object: ApiObject, expectedRevision: number): StoredObject | undefined;
  /** What was deleted, with the version of the deletion. Undefined when the object is not at `expectedRevision` any more. */
  delete(collection: string, namespace: string, name: string, expectedRevision: number): StoredObject | undefined;
  /** Events of a collection with a revision above `revision`, from the log and then live. Throws CompactedError. */
  watch(collection: string, revision: number, onEvent: (event: StoreEvent) => void): { stop(): void };
  /** Calls `callback` once the counter has reached `revision`; at once if it has. */
  whenAt(revision: number, callback: () => void): { stop(): void };
  /** Forgets what was before `revision`, or before the present for a later one. */
  compact(revision: number): void;
  /** The JSON text of an object as it goes over the wire. Made once for an object that is asked for again and again. */
  textOf(object: ApiObject): string;
  /** The same without `kind` and `apiVersion`, as it is inside lists of built-in kinds. */
  itemTextOf(object: ApiObject): string;
}
