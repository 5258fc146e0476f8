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
  readonly #slots = new SortedItems<Slot>();
  readonly #watchers = new Set<(event: StoreEvent) => void>();
  /** Ordered by revision. */
  readonly #log: { readonly slot: Slot; readonly version: Version; readonly event: StoreEvent }[] = [];
  #count = 0;

  /** How many objects there are now. */
  get count(): number {
    return this.#count;
  }

  get(namespace: string, name: string): StoredObject | undefined {
    const head = this.#slots.get(storageKeyOf(namespace, name))?.head;
    return head === undefined || head.isDeletion ? undefined : head;
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

  /** Writes `object`, the state that the event leads to; for a deletion, the last one. */
  write(event: Omit<StoreEvent, "stored">, object: ApiObject): StoredObject {
    const { metadata } = object;
    const isDeletion = event.type === "DELETED";
    const key = storageKeyOf(metadata.namespace ?? "", metadata.name);
    let slot = this.#slots.get(key);
    const version = new Version(object, event.revision, isDeletion, slot?.head);
    if (slot === undefined) {
      slot = { key, head: version };
      this.#slots.add(slot);
    } else {
      slot.head = version;
    }
    if (event.type === "ADDED") this.#count++;
    else if (isDeletion) this.#count--;
    const written: StoreEvent = { ...event, stored: version };
    this.#log.push({ slot, version, event: written });
    for (const watcher of this.#watchers) watcher(written);
    return version;
  }

  watch(revision: number, onEvent: (event: StoreEvent) => void): { stop(): void } {
    for (let index = this.#firstAfter(revision); index < this.#log.length; index++) onEvent(this.#log[index]!.event);
    // Writes that are yet to come may still be before the revision.
    const watcher = (event: StoreEvent): void => {
      if (event.revision > revision) onEvent(event);
    };
    this.#watchers.add(watcher);
    return { stop: () => void this.#watchers.delete(watcher) };
  }

  /** Forgets events up to `revision`, and versions that were replaced by then. */
  compact(revision: number): void {
    const end = this.#firstAfter(revision);
    for (let index = 0; index < end; index++) {
      const { slot, version } = this.#log[index]!;
      version.older = undefined;
      if (slot.head === version && version.isDeletion) this.#slots.delete(slot.key);
    }
    this.#log.splice(0, end);
  }

  /** Where the first event above `revision` is. */
  #firstAfter(revision: number): number {
    let low = 0;
    let high = this.#log.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#log[middle]!.event.revision <= revision) low = middle + 1;
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
  readonly object: ApiObject;
  readonly revision: number;
  readonly isDeletion: boolean;
  /** What was there before, until that is forgotten. */
  older: Version | undefined;

  constructor(object: ApiObject, revision: number, isDeletion: boolean, older: Version | undefined) {
    this.object = object;
    this.revision = revision;
    this.isDeletion = isDeletion;
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
  return version === undefined || version.isDeletion ? undefined : version;
}
