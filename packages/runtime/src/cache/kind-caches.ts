import type { GroupKind, Kind, KubeObject } from "@kubewright/api";
import { RuntimeError } from "../errors.ts";
import type { IndexFunction } from "../informer/store.ts";
import { type InformerCacheOptions, isHeldAlike, type KindName, nameOfKind, textOfKind } from "./cache-options.ts";
import { KindCache } from "./kind-cache.ts";

/**
 * The kinds of a cache: at most one for each kind, and one for its metadata alone.
 *
 * Where both are there and hold the same, the one of the metadata follows the other, so that who is told of a change finds it in both.
 */
export class KindCaches {
  readonly options: InformerCacheOptions;
  readonly #caches = new Map<string, KindCache>();
  /** By kind, also of those that are not there yet. */
  readonly #indexes = new Map<string, Map<string, IndexFunction>>();
  #phase: "new" | "started" | "stopped" = "new";

  constructor(options: InformerCacheOptions) {
    this.options = options;
  }

  /** What answers for `kind`: its own, or for metadata alone that of the whole objects, unless its own is ready sooner. */
  find<T extends KubeObject>(kind: KindName): KindCache<T> | undefined {
    const own = this.#caches.get(keyOfKind(kind));
    const whole = this.#caches.get(textOfKind(kind));
    const isOther = whole === undefined || (kind.projection !== undefined && !isHeldAlike(kind, this.options));
    const isWholeBetter = !isOther && (own === undefined || whole.informer.isSynced);
    return (isWholeBetter ? whole : own) as KindCache<T> | undefined;
  }

  /** As `find`, making one when there is none. */
  obtain<T extends KubeObject>(kind: Kind<T>): KindCache<T> {
    const found = this.find<T>(kind);
    if (found !== undefined) return found;
    if (this.#phase === "stopped") throw this.#stopped();
    // What works on metadata alone works on whole objects, too.
    const indexes = new Map(
      [keyOfKind(kind), metadataKey(kind)].flatMap((key) => [...(this.#indexes.get(key) ?? [])]),
    ) as Map<string, IndexFunction<T>>;
    const made = new KindCache(kind, this.options, indexes);
    this.#caches.set(keyOfKind(kind), made as unknown as KindCache);
    const metadata = kind.projection === undefined ? this.#caches.get(metadataKey(kind)) : undefined;
    // Before the other one asks the server, so that what it is told is not older than what this one told.
    if (metadata !== undefined && isHeldAlike(kind, this.options)) metadata.follow(made as unknown as KindCache);
    if (this.#phase === "started") made.informer.start();
    return made;
  }

  /** As `obtain`, for a read: only what the options allow. */
  forRead<T extends KubeObject>(kind: Kind<T>): KindCache<T> {
    if (this.#phase === "stopped") throw this.#stopped();
    const found = this.find<T>(kind);
    const name = nameOfKind(kind);
    if (found === undefined && this.options.onMissing === "fail") {
      throw new RuntimeError(
        "NOT_CACHED",
        `${name} is not in the cache, and reads start no informers (onMissing is "fail"): ` +
          "watch it with a controller, call cache.informer(kind) at start, or read with client.live",
      );
    }
    if (this.#phase === "new") {
      throw new RuntimeError(
        "NOT_CACHED",
        `${name} cannot be read from the cache before it is started: start the manager or the cache, or read with client.live`,
      );
    }
    return found ?? this.obtain(kind);
  }

  all(): Iterable<KindCache> {
    return this.#caches.values();
  }

  /** Those of a group and kind, in whatever version and projection; none after a stop. */
  *of({ group, kind }: GroupKind): Iterable<KindCache> {
    if (this.#phase === "stopped") return;
    for (const cache of this.#caches.values()) {
      if (cache.kind.group === group && cache.kind.kind === kind) yield cache;
    }
  }

  addIndex<T extends KubeObject>(kind: Kind<T>, name: string, index: IndexFunction<T>): void {
    if ([textOfKind(kind), metadataKey(kind)].some((key) => this.#indexes.get(key)?.has(name) === true)) {
      throw new RuntimeError(
        "INVALID_ARGUMENT",
        `${nameOfKind(kind)} has an index ${JSON.stringify(name)} already: give the second one another name`,
      );
    }
    for (const key of new Set([textOfKind(kind), keyOfKind(kind)])) {
      (this.#caches.get(key) as KindCache<T> | undefined)?.addIndex(name, index);
    }
    const known = this.#indexes.get(keyOfKind(kind)) ?? new Map<string, IndexFunction>();
    this.#indexes.set(keyOfKind(kind), known.set(name, index as IndexFunction));
  }

  async remove(kind: Kind): Promise<void> {
    const cache = this.#caches.get(keyOfKind(kind));
    this.#caches.delete(keyOfKind(kind));
    if (kind.projection === undefined) this.#caches.get(metadataKey(kind))?.endFollow();
    await cache?.stop();
  }

  start(): void {
    if (this.#phase === "stopped") throw this.#stopped();
    this.#phase = "started";
    for (const { informer } of this.#caches.values()) informer.start();
  }

  async stop(): Promise<void> {
    this.#phase = "stopped";
    await Promise.all([...this.#caches.values()].map((cache) => cache.stop()));
  }

  #stopped(): RuntimeError {
    return new RuntimeError("STOPPED", "the cache was stopped: make a new one, or read with client.live");
  }
}

function metadataKey(kind: KindName): string {
  return `${textOfKind(kind)} metadata`;
}

function keyOfKind(kind: KindName): string {
  return kind.projection === undefined ? textOfKind(kind) : metadataKey(kind);
}
