import type { Kind, KubeObject, ObjectList } from "@kubewright/api";
import type { GetOptions, KeyLike, ListOptions, ListPagesOptions, Reader } from "@kubewright/client";
import type { Informer } from "../informer/informer.ts";
import type { StreamState } from "../informer/informer-state.ts";
import type { IndexFunction } from "../informer/store.ts";
import type { InformerCacheOptions } from "./cache-options.ts";
import { CacheReader } from "./cache-reader.ts";
import type { KindCache } from "./kind-cache.ts";
import { KindCaches } from "./kind-caches.ts";
import { refuseInvalidOptions } from "./refuse-invalid-options.ts";

/** Where the informer of one kind stands. */
export interface CachedKindState {
  readonly kind: Kind;
  readonly isSynced: boolean;
  /** One for each namespace, or one for all. */
  readonly streams: readonly StreamState[];
}

/** What a cache is made of: for a client that writes beside it, not for users of the cache. Set once, by the class. */
export let kindCachesOf: (cache: InformerCache) => KindCaches;

/**
 * Reads from memory what informers keep as the server has it, with one informer for each kind.
 *
 * What a read gives is a copy, which the caller may change. Reads wait until their kind is known in full, within their `signal` and
 * `timeoutMs`, and reject with RuntimeError `CACHE_SYNC_TIMEOUT` after that; where waiting does not help, with what stands in the way:
 * ClientError `UNKNOWN_KIND` for a kind that the server does not serve, StatusError for one that may not be listed or watched. They show
 * what clients of `createReconcileClient` wrote, too.
 *
 * `list` selects by labels, and by those fields that have an index. Its pages are of the time when they are asked for; those of
 * `listPages` are of one moment. State of a certain `resourceVersion` is not there: RuntimeError `INVALID_ARGUMENT`.
 */
export class InformerCache implements Reader, AsyncDisposable {
  static {
    kindCachesOf = (cache) => cache.#caches;
  }

  readonly #caches: KindCaches;
  readonly #reader: CacheReader;

  /** Throws RuntimeError `INVALID_SETUP` for options that cannot work; says which. */
  constructor(options: InformerCacheOptions) {
    refuseInvalidOptions(options);
    this.#caches = new KindCaches(options);
    this.#reader = new CacheReader(this.#caches, { client: options.client, clock: options.clock });
  }

  /** The object. Throws what the server would when there is none. */
  get<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: GetOptions): Promise<T> {
    return this.#reader.get(kind, key, options);
  }

  find<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: GetOptions): Promise<T | undefined> {
    return this.#reader.find(kind, key, options);
  }

  list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>> {
    return this.#reader.list(kind, options);
  }

  listPages<T extends KubeObject>(kind: Kind<T>, options?: ListPagesOptions): AsyncIterable<ObjectList<T>> {
    return this.#reader.listPages(kind, options);
  }

  /**
   * The informer of a kind, made if there is none; started with the cache.
   *
   * For `metadataOf(kind)` it is that of the whole objects, if there is one. If there is one later, that of the metadata follows it: who
   * is told of a change by either finds it when reading the kind.
   */
  informer<T extends KubeObject>(kind: Kind<T>): Informer<T> {
    const cache = this.#caches.obtain(kind);
    cache.isWatched = true;
    return cache.informer;
  }

  /**
   * Lets `list` select by a field: `cache.index(Pod, "spec.nodeName", (pod) => [pod.spec?.nodeName ?? ""])`.
   *
   * At any time, before or after the kind has an informer. Starts none. Throws RuntimeError `INVALID_ARGUMENT` for a name that is taken.
   */
  index<T extends KubeObject>(kind: Kind<T>, name: string, index: IndexFunction<T>): void {
    this.#caches.addIndex(kind, name, index);
  }

  /** Ends the informer of a kind and forgets its objects. The next read makes a new one. Indexes stay known. */
  async removeInformer(kind: Kind): Promise<void> {
    await this.#caches.remove(kind);
  }

  /** Begins to list and watch. Informers that are made later start at once. */
  start(): void {
    this.#caches.start();
  }

  /** Ends all watches. Reads that wait, and later ones, fail with RuntimeError `STOPPED`. */
  async stop(): Promise<void> {
    await this.#caches.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Resolves when all informers that are there now are synced. */
  async whenSynced(options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    await Promise.all([...this.#caches.all()].map(({ informer }) => informer.whenSynced(options)));
  }

  /** Without the kinds that were only read and that the server does not serve: of these, reads say so. */
  get states(): readonly CachedKindState[] {
    const isMeant = ({ isWatched, informer }: KindCache): boolean =>
      isWatched || !informer.states.some(({ phase, isSynced }) => phase === "missing" && !isSynced);
    return [...this.#caches.all()].filter(isMeant).map(({ kind, informer }) => ({
      kind,
      isSynced: informer.isSynced,
      streams: informer.states,
    }));
  }
}
