import { type Clock, cloneJson, type Kind, type KubeObject, type ObjectList } from "@kubewright/api";
import {
  type ApplyOptions,
  type Client,
  ForwardingClient,
  type GetOptions,
  type KeyLike,
  type ListOptions,
  type ListPagesOptions,
  type Patch,
  type Reader,
  type StatusWriter,
  type WriteOptions,
  withFieldManager,
} from "@kubewright/client";
import type { Logger } from "../observability/log/logger.ts";
import type { ConsistencyMetrics } from "../observability/metric/component-metrics.ts";
import { textOfKind } from "./cache-options.ts";
import { CacheReader } from "./cache-reader.ts";
import { type InformerCache, kindCachesOf } from "./informer-cache.ts";
import { OwnWrites } from "./own-writes.ts";
import { forced, RecordingClient } from "./recording-client.ts";
import { type AppliedPart, appliedConfiguration } from "./unchanged/applied-configurations.ts";
import { UnchangedWrites } from "./unchanged/unchanged-writes.ts";

/**
 * The client of reconcilers: reads come from the cache, writes go to the server.
 *
 * Once a write has resolved, `get` and `list` never show older state. They need not wait for that: they show what the server answered
 * until the cache has it. Only where an answer does not say what an object is now (`deleteAllOf` of objects that something keeps, `scale`,
 * `eviction`) does a read wait for the cache, within its `signal` and `timeoutMs`, and fails with RuntimeError `CACHE_SYNC_TIMEOUT` after
 * that. Of a write that failed without an answer, by a time-out say, it is not known whether it was done: reads show what the cache has.
 * Nothing is known of what `request` writes.
 *
 * Writes that would change nothing are not sent, and resolve to the newest known state: an `update` of an object as it was read, a merge or
 * JSON patch without effect, an `apply` of what this process applied before to an object that has not changed since.
 *
 * `apply` takes over fields that another manager owns, as whoever reconciles an object should; `force: false` has it fail with a conflict.
 */
export interface ReconcileClient extends Client {
  /** Reads and writes without the cache: each read asks the server. Its writes count for read-your-writes, too. */
  readonly live: Client;
}

export interface ReconcileClientOptions {
  /** Its writes must be real: for a dry run, wrap the client of reconcilers, not this one. */
  readonly client: Client;
  readonly cache: InformerCache;
  /** Reads of these ask the server: too many objects to keep, or too secret. @default none */
  readonly liveKinds?: readonly Kind[];
  /** Send also writes that would change nothing. @default false */
  readonly sendUnchanged?: boolean;
  /** @default the host's */
  readonly clock?: Clock;
  /** @default says nothing */
  readonly log?: Logger;
  /** @default nobody counts */
  readonly metrics?: ConsistencyMetrics;
}

/** The client of reconcilers, over a client and a cache. Closing it closes `client`; the cache is left to the caller. */
export function createReconcileClient(options: ReconcileClientOptions): ReconcileClient {
  return new CachingClient(options);
}

/** The client of reconcilers, whose writes are recorded under this name unless they have another one. */
export function withReconcileFieldManager(client: ReconcileClient, fieldManager: string): ReconcileClient {
  const live = withFieldManager(client.live, fieldManager);
  return Object.assign(withFieldManager(client, fieldManager), { live });
}

class CachingClient extends ForwardingClient implements ReconcileClient {
  readonly live: Client;
  override readonly status: StatusWriter;
  readonly #cached: Reader;
  readonly #liveKinds: ReadonlySet<string>;
  readonly #unchanged: UnchangedWrites | undefined;

  constructor({ client, cache, liveKinds = [], sendUnchanged = false, clock, log, metrics }: ReconcileClientOptions) {
    const caches = kindCachesOf(cache);
    const live = new RecordingClient(client, new OwnWrites(caches));
    super(live);
    this.live = live;
    const reader = new CacheReader(caches, { client, clock, metrics });
    this.#cached = reader;
    this.#liveKinds = new Set(liveKinds.map(textOfKind));
    this.#unchanged = sendUnchanged ? undefined : new UnchangedWrites({ caches, reader, log });
    this.status = {
      update: async (object, options = {}) =>
        (await this.#unchangedFor(object, options)?.updateStatus(object, options)) ??
        (await live.status.update(object, options)),
      patch: async (kind, key, patch, options = {}) =>
        (await this.#unchangedFor(kind, options)?.patch(kind, key, patch, options)) ??
        (await live.status.patch(kind, key, patch, options)),
      apply: (object, options = {}) => this.#apply("status", object, options, (own) => live.status.apply(own, options)),
    };
  }

  override get<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: GetOptions): Promise<T> {
    return this.#reader(kind).get(kind, key, options);
  }

  override find<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: GetOptions): Promise<T | undefined> {
    return this.#reader(kind).find(kind, key, options);
  }

  override list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>> {
    return this.#reader(kind).list(kind, options);
  }

  override listPages<T extends KubeObject>(kind: Kind<T>, options?: ListPagesOptions): AsyncIterable<ObjectList<T>> {
    return this.#reader(kind).listPages(kind, options);
  }

  override async update<T extends KubeObject>(object: T, options: WriteOptions = {}): Promise<T> {
    return (
      (await this.#unchangedFor(object, options)?.update(object, options)) ?? (await super.update(object, options))
    );
  }

  override async patch<T extends KubeObject>(
    kind: Kind<T>,
    key: KeyLike,
    patch: Patch<NoInfer<T>>,
    options: ApplyOptions = {},
  ): Promise<T> {
    const unchanged = await this.#unchangedFor(kind, options)?.patch(kind, key, patch, options);
    return unchanged ?? (await super.patch(kind, key, patch, options));
  }

  override apply<T extends KubeObject>(object: T, options: ApplyOptions = {}): Promise<T> {
    return this.#apply("object", object, options, (own) => super.apply(own, options));
  }

  async #apply<T extends KubeObject>(
    part: AppliedPart,
    object: T,
    options: ApplyOptions,
    send: (object: T) => Promise<T>,
  ): Promise<T> {
    const unchanged = this.#unchangedFor(object, options);
    if (unchanged === undefined) return await send(object);
    // What is remembered must be what is sent, whatever the caller does to the object meanwhile.
    const copy = cloneJson(object);
    const applied = appliedConfiguration(part, copy, forced(options));
    const known = await unchanged.apply(copy, applied, options);
    if (known !== undefined) return known;
    const answer = await send(copy);
    unchanged.applied(applied, answer);
    return answer;
  }

  /** Undefined when a write must be sent in any case: a dry run's answer is wanted, and what is no object is for the client to refuse. */
  #unchangedFor(subject: Kind | KubeObject, options: WriteOptions): UnchangedWrites | undefined {
    const { apiVersion, metadata, of } = (subject ?? {}) as Partial<KubeObject & Kind>;
    const isKnowable = apiVersion !== undefined && (metadata ?? of) !== undefined;
    return isKnowable && options.dryRun !== true ? this.#unchanged : undefined;
  }

  #reader(kind: Kind): Reader {
    return this.#liveKinds.has(textOfKind(kind)) ? this.live : this.#cached;
  }
}
