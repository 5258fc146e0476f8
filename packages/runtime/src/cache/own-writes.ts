import {
  formatKey,
  type GroupKind,
  groupVersionKindOf,
  type Kind,
  type KubeObject,
  type ObjectKey,
  type ObjectMeta,
} from "@kubewright/api";
import type { DeleteOptions, Deletion } from "@kubewright/client";
import type { KindCache } from "./kind-cache.ts";
import type { KindCaches } from "./kind-caches.ts";
import type { AwaitedChange } from "./overlay/awaited-changes.ts";
import type { DeletionFlight } from "./overlay/deleted-objects.ts";
import { isGone, isGoneAfter, outcomeOf } from "./overlay/deletion-outcome.ts";

/** A deletion under way, in each cache of its kind. */
export type DeletionFlights = ReadonlyMap<KindCache, DeletionFlight>;

/** Of an object that is gone, what is known. */
interface GoneObject extends ObjectKey {
  readonly uid: string | undefined;
  /** The last one, if the answer said so. */
  readonly version: string | undefined;
  /** Any that it had. */
  readonly known?: string | undefined;
}

const noFlights: DeletionFlights = new Map();

/** Tells the caches of a kind what a write was answered with. To be called before whoever wrote hears of it. */
export class OwnWrites {
  readonly #caches: KindCaches;

  constructor(caches: KindCaches) {
    this.#caches = caches;
  }

  /** A write was answered with the object as it is now. */
  written(answer: KubeObject): void {
    if (!isStored(answer)) return;
    const kind = groupVersionKindOf(answer);
    if (isGone(answer)) {
      const { namespace, name, uid, resourceVersion: version } = answer.metadata;
      this.#gone(kind, { namespace, name, uid, version }, noFlights);
    } else this.#each(kind, answer.metadata.namespace, (cache) => show(cache, answer));
  }

  /**
   * A write to a subresource was answered with the object, or with something of another kind that has its uid and version, as a Scale
   * has. Nothing is learnt from other answers.
   */
  changed(kind: GroupKind, answer: KubeObject): void {
    if (!isStored(answer)) return;
    const { group, kind: name } = groupVersionKindOf(answer);
    if (group === kind.group && name === kind.kind) this.written(answer);
    else this.#each(kind, answer.metadata.namespace, (cache) => awaitVersion(cache, answer));
  }

  /** A pod was evicted: it is being deleted now. */
  evicted(kind: GroupKind, key: ObjectKey): void {
    this.#each(kind, key.namespace, (cache) => {
      const known = cache.overlay.get(formatKey(key));
      if (known?.metadata.deletionTimestamp === undefined) awaitChange(cache, known, "deletion");
    });
  }

  /** Before a deletion is sent. Without a name, it is about many objects. */
  begin(kind: GroupKind, name?: string): DeletionFlights {
    return new Map(Array.from(this.#caches.of(kind), (cache) => [cache, cache.overlay.beginDeletion(name)]));
  }

  end(flights: DeletionFlights): void {
    for (const [cache, flight] of flights) cache.overlay.endDeletion(flight);
  }

  /** A deletion was answered. `meant` is what is known of the object, for servers that do not say which one it was. */
  deleted(
    kind: GroupKind,
    key: ObjectKey,
    deletion: Deletion,
    meant: Pick<ObjectMeta, "uid" | "resourceVersion">,
    flights: DeletionFlights,
  ): void {
    const { object } = deletion;
    if (object !== undefined && !isGoneAfter(deletion)) {
      this.written(object);
      return;
    }
    const uid = deletion.uid ?? meant.uid;
    const known = uid === meant.uid ? meant.resourceVersion : undefined;
    this.#gone(kind, { ...key, uid, version: object?.metadata.resourceVersion, known }, flights);
  }

  /** A deletion of many was answered with them, as they were. */
  deletedAll(kind: Kind, objects: readonly KubeObject[], options: DeleteOptions, flights: DeletionFlights): void {
    for (const object of objects) {
      const { namespace, name, uid, resourceVersion: version } = object.metadata;
      const outcome = outcomeOf(object, options);
      if (outcome === "gone") {
        this.#gone(kind, { namespace, name, uid, version }, flights);
        continue;
      }
      this.#each(kind, namespace, (cache) => {
        if (outcome === "unchanged" || !cache.scope.selects(object)) show(cache, object, kind);
        else awaitChange(cache, object, "deletion", flights.get(cache));
      });
    }
  }

  #gone(kind: GroupKind, { namespace, name, uid, version, known }: GoneObject, flights: DeletionFlights): void {
    const key = formatKey({ namespace, name });
    this.#each(kind, namespace, (cache) => {
      const meant = uid ?? cache.overlay.get(key)?.metadata.uid;
      if (meant === undefined) return;
      cache.overlay.deleted({ uid: meant, key, namespace, version }, { version: known, flight: flights.get(cache) });
    });
  }

  #each(kind: GroupKind, namespace: string | undefined, tell: (cache: KindCache) => void): void {
    for (const cache of this.#caches.of(kind)) {
      if (!cache.scope.covers(namespace)) continue;
      tell(cache);
      cache.waiters.check();
    }
  }
}

/** Whether the server keeps it: it does not keep a review, say, or what a dry run gives. */
function isStored(answer: KubeObject): boolean {
  const { metadata } = answer as Partial<KubeObject>;
  return Boolean(metadata?.name && metadata.resourceVersion);
}

/** `answer` is the object as it is now; for `asked` with a projection, only a part of it. */
function show(cache: KindCache, answer: KubeObject, asked?: Kind): void {
  const isSelected = cache.scope.selects(answer);
  const isWhole = asked?.projection === undefined || cache.kind.projection !== undefined;
  if (isSelected && (answer.apiVersion !== cache.kind.apiVersion || !isWhole)) {
    awaitVersion(cache, answer);
    return;
  }
  cache.overlay.written(cache.writtenAs(answer), answer);
}

/** Of the object, only the version that it has now is known. */
function awaitVersion(cache: KindCache, answer: KubeObject): void {
  // Of what it does not select, the informer may tell nothing for long; but it does of what it has.
  const known = cache.informer.store.get(formatKey(answer.metadata));
  if (!cache.scope.isSelective || known !== undefined) awaitChange(cache, answer, "version");
}

function awaitChange(
  cache: KindCache,
  object: KubeObject | undefined,
  until: AwaitedChange["until"],
  flight?: DeletionFlight,
): void {
  const { uid, namespace, resourceVersion: version } = object?.metadata ?? {};
  if (object === undefined || uid === undefined || version === undefined) return;
  cache.overlay.changed({ key: formatKey(object.metadata), namespace, uid, version, until }, flight);
}
