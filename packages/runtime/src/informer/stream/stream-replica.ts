import { formatKey, type KubeObject } from "@kubewright/api";
import type { ObjectEvent } from "../object-event.ts";
import type { MutableObjectStore } from "../store.ts";

export interface StreamReplicaOptions<T extends KubeObject> {
  /** Absent: all namespaces. */
  readonly namespace: string | undefined;
  /** Shared with the streams of other namespaces. */
  readonly store: MutableObjectStore<T>;
  /** Makes what is kept from what the server sent. Never throws. */
  readonly prepare: (object: T) => T;
  /**
   * Told of what changed in the store, after all of it has. With `listedSince`, all that exists is there, and up to that version, which may
   * be empty, it was there before.
   */
  readonly publish: (events: readonly ObjectEvent<T>[], listedSince?: string) => void;
}

/** Takes in all that exists, object by object. Until `complete`, it may be given up at any time. */
export interface ListInTake<T extends KubeObject> {
  set(object: T): void;
  delete(object: T): void;
  /** That was all, as of this version. */
  complete(resourceVersion: string): void;
}

/** The objects of one stream, in the informer's store, and up to which version they are known. */
export class StreamReplica<T extends KubeObject> {
  readonly #options: StreamReplicaOptions<T>;
  #resourceVersion = "";
  #isSynced = false;
  /** Whether a list has begun to fill the store. */
  #isTouched = false;

  constructor(options: StreamReplicaOptions<T>) {
    this.#options = options;
  }

  /** Undefined: all namespaces. */
  get namespace(): string | undefined {
    return this.#options.namespace;
  }

  /** Empty until synced. */
  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  /** Whether all that existed was told once. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  get isEmpty(): boolean {
    for (const _ of this.#mine()) return false;
    return true;
  }

  /**
   * Begins a list. The very first one shows each object as it comes: until it is complete, nobody relies on the store. Any other one shows
   * nothing before it is complete, and then everything at once, so that the store is always as it was at one moment.
   *
   * `keep` makes what is kept of what is listed; else that is done as for what the server sends.
   */
  beginList(keep: (object: T) => T = this.#options.prepare): ListInTake<T> {
    if (this.#isTouched) return this.#beginReplacement(keep);
    this.#isTouched = true;
    return {
      set: (object) => this.#options.publish(this.#set(object, keep)),
      delete: (object) => this.#options.publish(this.#delete(object)),
      complete: (resourceVersion) => this.#complete([], resourceVersion),
    };
  }

  /** A change that a watch told. */
  apply(type: "ADDED" | "MODIFIED" | "DELETED", object: T): void {
    this.#resourceVersion = object.metadata.resourceVersion ?? this.#resourceVersion;
    this.#options.publish(type === "DELETED" ? this.#delete(object) : this.#set(object));
  }

  /** A change that was made to another replica of the same objects, with what this one is to keep. */
  repeat(event: ObjectEvent<T>, resourceVersion: string): void {
    const { store, publish } = this.#options;
    const key = formatKey(event.object.metadata);
    this.#resourceVersion = resourceVersion;
    if (event.type === "deleted") store.delete(key);
    else store.set(key, event.object);
    publish([event]);
  }

  /** A bookmark: nothing changed up to here. `listedSince`: after changes of a list that another replica took in. */
  advance(resourceVersion: string, listedSince?: string): void {
    this.#resourceVersion = resourceVersion;
    this.#options.publish(none, listedSince);
  }

  /** The kind is gone, and so are its objects. */
  clear(): void {
    const events: ObjectEvent<T>[] = [];
    for (const object of [...this.#mine()]) this.#forget(object, events);
    this.#options.publish(events);
  }

  #beginReplacement(keep: (object: T) => T): ListInTake<T> {
    const listed = new Map<string, T>();
    return {
      set: (object) => void listed.set(formatKey(object.metadata), object),
      delete: (object) => void listed.delete(formatKey(object.metadata)),
      complete: (resourceVersion) => {
        const events: ObjectEvent<T>[] = [];
        for (const object of listed.values()) events.push(...this.#set(object, keep));
        const gone = [...this.#mine()].filter(({ metadata }) => !listed.has(formatKey(metadata)));
        for (const object of gone) this.#forget(object, events);
        this.#complete(events, resourceVersion);
      },
    };
  }

  #set(object: T, keep: (object: T) => T = this.#options.prepare): readonly ObjectEvent<T>[] {
    const { store } = this.#options;
    const key = formatKey(object.metadata);
    const old = store.get(key);
    if (old !== undefined && isSameVersion(old, object)) return none;
    const kept = keep(object);
    store.set(key, kept);
    if (old === undefined) return [{ type: "added", object: kept, isInitial: !this.#isSynced }];
    if (old.metadata.uid === kept.metadata.uid) return [{ type: "updated", old, object: kept, isResync: false }];
    // Another object of the same name: who filters updates by generation, say, must not miss it.
    return [
      { type: "deleted", object: old, isStateUnknown: true },
      { type: "added", object: kept, isInitial: false },
    ];
  }

  #delete(object: T): readonly ObjectEvent<T>[] {
    const { store, prepare } = this.#options;
    const old = store.delete(formatKey(object.metadata));
    return old === undefined ? none : [{ type: "deleted", object: prepare(object), isStateUnknown: false }];
  }

  #forget(object: T, events: ObjectEvent<T>[]): void {
    this.#options.store.delete(formatKey(object.metadata));
    events.push({ type: "deleted", object, isStateUnknown: true });
  }

  #complete(events: readonly ObjectEvent<T>[], resourceVersion: string): void {
    const listedSince = this.#resourceVersion;
    this.#resourceVersion = resourceVersion;
    this.#isSynced = true;
    this.#options.publish(events, listedSince);
  }

  #mine(): Iterable<T> {
    return this.#options.store.list(this.#options.namespace);
  }
}

const none: readonly never[] = Object.freeze([]);

function isSameVersion(a: KubeObject, b: KubeObject): boolean {
  const { resourceVersion, uid } = a.metadata;
  return resourceVersion !== undefined && resourceVersion === b.metadata.resourceVersion && uid === b.metadata.uid;
}
