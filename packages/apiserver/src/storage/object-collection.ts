import type { ApiObject } from "../resource-object.ts";
import type { StoredObject, StoreEvent, StorePage, StorePosition } from "./object-store.ts";
import { type Keyed, SortedItems } from "./sorted-items.ts";
import { storageKeyOf } from "./storage-key.ts";

export interface PageOptions {
  readonly namespace: string;
  readonly revision: number;
  readonly after: StorePosition | undefined;
  readonly limit: number;
  readonly accepts: ((stored: StoredObject) => boolean) | undefined;
}

/** The objects of one collection with their older versions, and the log of what happened to them. */
export class ObjectCollection {
  readonly #name: string;
  readonly #slots = new SortedItems<Slot>();
  readonly #watchers = new Set<(event: StoreEvent) => void>();
  /** What was written since the last compaction, ordered by revision. */
  readonly #log: Version[] = [];
  #count = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** How many objects there are now. */
  get count(): number {
    return this.#count;
  }

  get(namespace: string, name: string): StoredObject | undefined {
    const head = this.#slots.get(storageKeyOf(namespace, name))?.head;
    return head === undefined || head.type === "DELETED" ? undefined : head;
  }

  getAt(namespace: string, name: string, revision: number): StoredObject | undefined {
    const slot = this.#slots.get(storageKeyOf(namespace, name));
    return slot && versionAt(slot, revision);
  }

  page({ namespace, revision, after, limit, accepts }: PageOptions): StorePage {
    const items: StoredObject[] = [];
    let remaining = 0;
    let isFull = false;
    const prefix = namespace === "" ? "" : `${storageKeyOf("", namespace)}/`;
    const afterKey = after && storageKeyOf(after.namespace, after.name);
    this.#slots.visitFrom(afterKey === undefined || afterKey < prefix ? prefix : afterKey, (slot) => {
      if (!slot.key.startsWith(prefix)) return false;
      if (slot.key === afterKey && !after?.isIncluded) return true;
      const version = versionAt(slot, revision);
      if (version === undefined) return true;
      if (isFull) remaining++;
      else if (accepts === undefined || accepts(version)) isFull = items.push(version) >= limit;
      return true;
    });
    return { items, revision, remaining };
  }

  /** Writes `object`, the state that the event leads to; for a deletion, the last one. Tells watchers. */
  write(type: StoreEvent["type"], revision: number, object: ApiObject): StoredObject {
    const key = storageKeyOf(object.metadata.namespace ?? "", object.metadata.name);
    const known = this.#slots.get(key);
    const version = new Version(type, object, revision, known?.head);
    if (known === undefined) {
      version.slot = { key, head: version };
      this.#slots.add(version.slot);
    } else {
      version.slot = known;
      known.head = version;
    }
    if (type === "ADDED") this.#count++;
    else if (type === "DELETED") this.#count--;
    this.#log.push(version);
    if (this.#watchers.size > 0) {
      const event = this.#eventOf(version);
      for (const watcher of this.#watchers) watcher(event);
    }
    return version;
  }

  watch(revision: number, onEvent: (event: StoreEvent) => void): { stop(): void } {
    for (let index = this.#firstAfter(revision); index < this.#log.length; index++) {
      onEvent(this.#eventOf(this.#log[index]!));
    }
    // Writes that are yet to come may still be before the revision.
    const watcher = (event: StoreEvent): void => {
      if (event.revision > revision) onEvent(event);
    };
    this.#watchers.add(watcher);
    return { stop: () => void this.#watchers.delete(watcher) };
  }

  /** Forgets events up to `revision`, and versions that were replaced by then. Says how many those were. */
  compact(revision: number): number {
    const end = this.#firstAfter(revision);
    let replaced = 0;
    for (let index = 0; index < end; index++) {
      const version = this.#log[index]!;
      version.older = undefined;
      if (version.type !== "ADDED") replaced++;
      if (version.type === "DELETED" && version.slot.head === version) this.#slots.delete(version.slot.key);
    }
    this.#log.splice(0, end);
    return replaced;
  }

  #eventOf(version: Version): StoreEvent {
    const { type, revision, older } = version;
    const previous = type === "ADDED" ? undefined : older;
    return { collection: this.#name, type, revision, stored: version, previous };
  }

  /** Where the first event above `revision` is. */
  #firstAfter(revision: number): number {
    let low = 0;
    let high = this.#log.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#log[middle]!.revision <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The place of one name. */
interface Slot extends Keyed {
  /** The last thing that happened to it. */
  head: Version;
}

class Version implements StoredObject {
  /** What led to it. */
  readonly type: StoreEvent["type"];
  readonly object: ApiObject;
  readonly revision: number;
  /** What was there before, until that is forgotten. */
  older: Version | undefined;
  /** Set when it is put there. */
  declare slot: Slot;

  constructor(type: StoreEvent["type"], object: ApiObject, revision: number, older: Version | undefined) {
    this.type = type;
    this.object = object;
    this.revision = revision;
    this.older = older;
  }

  get namespace(): string {
    return this.object.metadata.namespace ?? "";
  }

  get name(): string {
    return this.object.metadata.name;
  }
}

function versionAt(slot: Slot, revision: number): StoredObject | undefined {
  let version: Version | undefined = slot.head;
  while (version !== undefined && version.revision > revision) version = version.older;
  return version === undefined || version.type === "DELETED" ? undefined : version;
}
