import {
  cloneJson,
  formatKey,
  type Kind,
  type KubeObject,
  type MetadataObject,
  metadataOf,
  parseKey,
} from "@kubewright/api";
import { type CallOptions, systemClock } from "@kubewright/client";
import { RuntimeError } from "../errors.ts";
import { Informer } from "../informer/informer.ts";
import type { Transform } from "../informer/informer-options.ts";
import type { StreamState } from "../informer/informer-state.ts";
import { keepObject } from "../informer/keep-object.ts";
import type { IndexFunction } from "../informer/store.ts";
import { isLasting } from "../informer/stream/stream-failure.ts";
import type { StreamProgress } from "../informer/stream-progress.ts";
import { type Logger, silentLogger } from "../observability/log/logger.ts";
import { type CacheClient, cachingOf, type InformerCacheOptions, nameOfKind } from "./cache-options.ts";
import { CacheScope } from "./cache-scope.ts";
import { WriteOverlay } from "./overlay/write-overlay.ts";
import type { WrittenObject } from "./overlay/written-objects.ts";
import { Waiters } from "./wait/waiters.ts";

/** Deletions that the informer never tells of are looked after when there are so many, or with the next bookmark. */
const manyDeletions = 1000;

/** The informer of one kind, and what this process wrote since. */
export class KindCache<T extends KubeObject = KubeObject> {
  readonly kind: Kind<T>;
  readonly informer: Informer<T>;
  readonly scope: CacheScope;
  readonly overlay: WriteOverlay<T>;
  /** Told of each step of the informer, and of each write. */
  readonly waiters: Waiters = new Waiters();
  readonly indexes: Map<string, IndexFunction<T>>;
  /** Whether someone asked for the informer, rather than only for objects. */
  isWatched = false;
  /** Whether objects are held as the server has them, `managedFields` perhaps left out, and nobody else can change them. */
  readonly isFaithful: boolean;
  readonly #client: CacheClient;
  readonly #log: Logger;
  readonly #isShared: boolean;
  readonly #sharesAnswers: boolean;
  readonly #keep: (object: T) => T;
  readonly #onGone = new Set<(uid: string) => void>();
  readonly #stop = new AbortController();
  #following: Disposable | undefined;
  #isBounding = false;

  constructor(kind: Kind<T>, options: InformerCacheOptions, indexes: ReadonlyMap<string, IndexFunction<T>>) {
    const { client, log = silentLogger, clock = systemClock, random, metrics } = options;
    const caching = cachingOf(kind, options);
    const { labelSelector, fieldSelector, stripManagedFields = true, resyncMs, pageSize } = caching;
    const transform = caching.transform as Transform<T> | undefined;
    const namespaces = caching.namespaces === "all" ? undefined : caching.namespaces;
    this.kind = kind;
    this.indexes = new Map(indexes);
    this.#isShared = caching.unsafeShareObjects ?? false;
    const isWhole = transform === undefined && kind.projection === undefined;
    this.#sharesAnswers = isWhole && this.#isShared;
    this.isFaithful = isWhole && !this.#isShared;
    this.scope = new CacheScope(kind, { namespaces, labelSelector, fieldSelector });
    this.#client = client;
    this.#log = log.child({ apiVersion: kind.apiVersion, kind: kind.kind });
    const { freezeObjects = false } = options.informer ?? {};
    this.#keep = keepObject<T>({ kind, transform, stripManagedFields, freezeObjects, log: this.#log });
    this.informer = new Informer<T>({
      ...options.informer,
      client,
      kind,
      clock,
      log,
      stripManagedFields,
      indexes: Object.fromEntries(indexes),
      ...(namespaces !== undefined && { namespaces }),
      ...(labelSelector !== undefined && { labelSelector }),
      ...(fieldSelector !== undefined && { fieldSelector }),
      ...(transform !== undefined && { transform }),
      ...(resyncMs !== undefined && { resyncMs }),
      ...(pageSize !== undefined && { pageSize }),
      ...(random !== undefined && { random }),
      ...(metrics !== undefined && { metrics: metrics.informer(kind) }),
    });
    const { informer, scope } = this;
    this.overlay = new WriteOverlay<T>({
      store: informer.store,
      versionOf: (namespace) => informer.resourceVersionOf(scope.streamOf(namespace)),
      isSelective: scope.isSelective,
      tellMissed: (object) => this.#tellMissed(object),
    });
    informer.onProgress((progress) => this.#advance(progress));
    informer.onStateChange(({ phase }) => {
      // The objects are gone with their kind, also those of which the informer did not hear.
      if (phase === "missing") this.overlay.clear();
      this.waiters.check();
    });
  }

  /** Whether all that exists in a namespace, or in all of them, was told once. */
  isSynced(namespace: string | undefined): boolean {
    const { namespaces } = this.scope;
    if (namespaces === undefined || namespace === undefined) return this.informer.isSynced;
    return this.informer.resourceVersionOf(namespace) !== undefined;
  }

  /** Why a namespace, or all of them, cannot become known however long one waits. Undefined when there is nothing like that. */
  obstacleTo(namespace: string | undefined): unknown {
    const { namespaces } = this.scope;
    const isAsked = (state: StreamState): boolean =>
      namespaces === undefined || namespace === undefined || state.namespace === namespace;
    const isBlocked = ({ isSynced, error }: StreamState): boolean => !isSynced && isLasting(error);
    return this.informer.states.find((state) => isAsked(state) && isBlocked(state))?.error;
  }

  /** Has it, which is of metadata alone, hear of changes from the cache of the whole objects; see `Informer.follow`. */
  follow(whole: KindCache): void {
    if (String(whole.informer.namespaces) !== String(this.informer.namespaces)) return;
    this.#following = this.informer.follow(whole.informer, (object) => metadataPart(object) as T);
  }

  /** Has it ask the server itself again. */
  endFollow(): void {
    this.#following?.[Symbol.dispose]();
    this.#following = undefined;
  }

  /** Adds an index, for the informer and for what was written. */
  addIndex(name: string, index: IndexFunction<T>): void {
    this.informer.addIndex(name, index);
    this.indexes.set(name, index);
  }

  /** An object of the cache for a reader who asked for `kind`, which may be the metadata of this one. */
  give(object: T, kind: Kind): T {
    const asked = kind.projection === "metadata" ? (metadataPart(object) as T) : object;
    return this.#isShared ? asked : cloneJson(asked);
  }

  /** How `answer` is remembered until the informer has told it. */
  writtenAs(answer: T): WrittenObject<T> {
    const { namespace, uid, resourceVersion: version = "" } = answer.metadata;
    return { key: formatKey(answer.metadata), namespace, uid, version, object: this.#expected(answer) };
  }

  /** Asks the server what is under a key, of which it cannot be told whether it is older than a deletion. */
  async endDoubt(key: string, limits: CallOptions): Promise<void> {
    const { namespace, name } = parseKey(key);
    const { items, metadata } = await this.#client.list(this.kind, {
      ...limits,
      namespace,
      fieldSelector: { "metadata.name": name },
    });
    const found = items[0];
    const { resourceVersion: version = "" } = metadata;
    this.overlay.endDoubt(key, namespace, version, found && this.writtenAs(found));
  }

  /** Calls `callback` with the uid of each object that handlers are told to be gone. */
  onGone(callback: (uid: string) => void): void {
    this.#onGone.add(callback);
  }

  async stop(): Promise<void> {
    const reason = new RuntimeError("STOPPED", `the cache of ${nameOfKind(this.kind)} was stopped`);
    this.#stop.abort(reason);
    this.overlay.clear();
    this.waiters.close(reason);
    await this.informer.stop();
  }

  /** What the informer will make of an object. Undefined when it does not select it. */
  #expected(answer: T): T | undefined {
    if (!this.scope.selects(answer)) return undefined;
    // Without a transform, what is kept is changed at the top and in its metadata only.
    if (this.#sharesAnswers) return this.#keep({ ...answer, metadata: { ...answer.metadata } });
    return this.#keep(cloneJson(this.kind.projection === "metadata" ? (metadataPart(answer) as T) : answer));
  }

  #advance(progress: StreamProgress<T>): void {
    const { change } = progress;
    this.overlay.advance(progress);
    this.waiters.check();
    if (change?.type === "deleted") this.#gone(change.object);
    const { size } = this.overlay.unseenDeletions;
    if (size >= (change === undefined ? 1 : manyDeletions) && !this.#isBounding) void this.#boundDeletions();
  }

  #tellMissed(object: T): void {
    this.#gone(object);
    this.informer.tellMissed(object);
  }

  #gone({ metadata: { uid } }: T): void {
    if (uid !== undefined) for (const tell of this.#onGone) tell(uid);
  }

  /** Asks the server for a version that is later than deletions which the informer may never tell of. */
  async #boundDeletions(): Promise<void> {
    const unseen = [...this.overlay.unseenDeletions];
    const namespace = this.scope.streamOf(unseen[0]?.namespace);
    this.#isBounding = true;
    try {
      const { signal } = this.#stop;
      const { metadata } = await this.#client.list(metadataOf(this.kind), { namespace, limit: 1, signal });
      if (metadata.resourceVersion) this.overlay.boundDeletions(unseen, metadata.resourceVersion);
    } catch (error) {
      // The next bookmark leads to the next attempt.
      this.#log.debug({ err: error }, "cannot tell yet when deletions may be forgotten");
    } finally {
      this.#isBounding = false;
    }
  }
}

function metadataPart({ apiVersion, kind, metadata }: KubeObject): MetadataObject {
  return { apiVersion, kind, metadata };
}
