import {
  type Clock,
  formatKey,
  guessPlural,
  isNotFound,
  type Kind,
  type KubeObject,
  type ListMeta,
  notFoundError,
  type ObjectKey,
  type ObjectList,
  parseKey,
  type Scope,
} from "@kubewright/api";
import {
  type CallOptions,
  type Client,
  ClientError,
  type GetOptions,
  type KeyLike,
  type ListOptions,
  type ListPagesOptions,
  type Reader,
  systemClock,
} from "@kubewright/client";
import { messageOf, RuntimeError } from "../errors.ts";
import type { StreamState } from "../informer/informer-state.ts";
import type { ConsistencyMetrics } from "../observability/metric/component-metrics.ts";
import { nameOfKind } from "./cache-options.ts";
import type { KindCache } from "./kind-cache.ts";
import type { KindCaches } from "./kind-caches.ts";
import { ListQuery, pageOf, pagesOf } from "./list-query.ts";
import type { AwaitedChange } from "./overlay/awaited-changes.ts";
import { CallLimits } from "./wait/call-limits.ts";

export interface CacheReaderOptions {
  /** Says where kinds are, and the namespace of keys that name none. */
  readonly client: Pick<Client, "discovery" | "namespace">;
  readonly clock?: Clock | undefined;
  readonly metrics?: ConsistencyMetrics | undefined;
}

/** Reads from informers, with what this process wrote since. */
export class CacheReader implements Reader {
  readonly #caches: KindCaches;
  readonly #client: CacheReaderOptions["client"];
  readonly #clock: Clock;
  readonly #metrics: ConsistencyMetrics | undefined;

  constructor(caches: KindCaches, options: CacheReaderOptions) {
    this.#caches = caches;
    this.#client = options.client;
    this.#clock = options.clock ?? systemClock;
    this.#metrics = options.metrics;
  }

  async get<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options: GetOptions = {}): Promise<T> {
    const found = await this.find(kind, key, options);
    if (found !== undefined) return found;
    throw notFoundError({ group: kind.group, resource: await this.#resourceOf(kind, options) }, parts(key).name);
  }

  async find<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options: GetOptions = {}): Promise<T | undefined> {
    refuseVersion(options);
    const limits = new CallLimits(this.#clock, options);
    options.signal?.throwIfAborted();
    const { namespace, name } = await this.keyOf(kind, key, limits.left());
    const cache = await this.#obtain(kind, limits);
    requireCovered(cache, namespace);
    await this.#whenSynced(cache, namespace, limits);
    const text = formatKey({ namespace, name });
    await this.#whenSettled(cache, "get", (change) => change.key === text, limits);
    if (cache.overlay.isDoubtful(text)) await cache.endDoubt(text, limits.left());
    const object = cache.overlay.get(text);
    return object === undefined ? undefined : cache.give(object, kind);
  }

  async list<T extends KubeObject>(kind: Kind<T>, options: ListOptions = {}): Promise<ObjectList<T>> {
    refuseVersion(options);
    const { cache, objects, resourceVersion } = await this.#select(kind, options);
    const { objects: page, metadata } = pageOf(objects, options.limit, options.continue);
    return listOf(kind, { ...resourceVersion, ...metadata }, page, cache);
  }

  async *listPages<T extends KubeObject>(
    kind: Kind<T>,
    options: ListPagesOptions = {},
  ): AsyncGenerator<ObjectList<T>, void> {
    const { limit = 500 } = options;
    if (!(Number.isSafeInteger(limit) && limit > 0)) {
      throw new RuntimeError(
        "INVALID_ARGUMENT",
        `limit is ${limit}, but must be a positive number of objects per page`,
      );
    }
    const { cache, objects, resourceVersion } = await this.#select(kind, options);
    for (const page of pagesOf(objects, limit)) {
      yield listOf(kind, { ...resourceVersion, ...page.metadata }, page.objects, cache);
    }
  }

  /** A key with the namespace it means: none for cluster-scoped kinds, else the one named or the client's. */
  async keyOf(kind: Kind, key: KeyLike, limits: CallOptions): Promise<ObjectKey> {
    const { namespace, name } = parts(key);
    // Who names a namespace knows that the kind has them.
    const scope = kind.scope ?? (namespace === undefined ? await this.#scopeOf(kind, limits) : "Namespaced");
    if (scope === "Namespaced") return { namespace: namespace ?? this.#client.namespace, name };
    refuseNamespace(kind, namespace);
    return { name };
  }

  async #select<T extends KubeObject>(
    kind: Kind<T>,
    options: Pick<ListOptions, "namespace" | "labelSelector" | "fieldSelector" | "signal" | "timeoutMs">,
  ): Promise<{ cache: KindCache<T>; objects: T[]; resourceVersion: { resourceVersion?: string } }> {
    const limits = new CallLimits(this.#clock, options);
    options.signal?.throwIfAborted();
    const cache = await this.#obtain(kind, limits);
    const query = new ListQuery(cache, options);
    const { namespace } = query;
    if (cache.kind.scope === "Cluster") refuseNamespace(kind, namespace);
    if (namespace !== undefined) requireCovered(cache, namespace);
    await this.#whenSynced(cache, namespace, limits);
    const isAsked = (change: AwaitedChange) => namespace === undefined || change.namespace === namespace;
    await this.#whenSettled(cache, "list", isAsked, limits);
    const doubtful = cache.overlay.doubtfulKeys(namespace);
    if (doubtful.length > 0) await Promise.all(doubtful.map((key) => cache.endDoubt(key, limits.left())));
    const version = cache.informer.resourceVersionOf(cache.scope.streamOf(namespace));
    return {
      cache,
      objects: query.select(),
      resourceVersion: version === undefined ? {} : { resourceVersion: version },
    };
  }

  /** The cache of a kind, made if need be. */
  async #obtain<T extends KubeObject>(kind: Kind<T>, limits: CallLimits): Promise<KindCache<T>> {
    const found = this.#caches.find<T>(kind);
    // Of a kind that does not say whether it is namespaced, the informer would assume that it is.
    if (found !== undefined || kind.scope !== undefined) return this.#caches.forRead(kind);
    const scope = await this.#scopeOf(kind, limits.left()).catch(() => undefined);
    return this.#caches.forRead(scope === undefined ? kind : { ...kind, scope });
  }

  async #whenSynced<T extends KubeObject>(
    cache: KindCache<T>,
    namespace: string | undefined,
    limits: CallLimits,
  ): Promise<void> {
    const isSynced = (): boolean => cache.isSynced(namespace);
    const obstacle = (): unknown => cache.obstacleTo(namespace);
    while (!isSynced()) {
      if (obstacle() !== undefined) throw unavailable(cache, obstacle());
      await cache.waiters.wait(
        () => isSynced() || obstacle() !== undefined,
        limits,
        () => notSynced(cache, limits),
      );
    }
  }

  async #whenSettled<T extends KubeObject>(
    cache: KindCache<T>,
    operation: "get" | "list",
    matches: (change: AwaitedChange) => boolean,
    limits: CallLimits,
  ): Promise<void> {
    if (cache.overlay.isSettled(matches)) return;
    const startMs = this.#clock.monotonic();
    const tell = (result: "success" | "timeout" | "error"): void =>
      this.#metrics?.waited(operation, result, (this.#clock.monotonic() - startMs) / 1000);
    let isLate = false;
    try {
      await cache.waiters.wait(
        () => cache.overlay.isSettled(matches),
        limits,
        () => {
          isLate = true;
          return notSettled(cache, limits);
        },
      );
    } catch (error) {
      tell(isLate ? "timeout" : "error");
      throw error;
    }
    tell("success");
  }

  async #scopeOf(kind: Kind, limits: CallOptions): Promise<Scope> {
    return kind.scope ?? (await this.#client.discovery.resourceFor(kind, limits)).scope;
  }

  async #resourceOf(kind: Kind, options: CallOptions): Promise<string> {
    if (kind.plural !== undefined) return kind.plural;
    try {
      return (await this.#client.discovery.resourceFor(kind, options)).resource;
    } catch {
      return guessPlural(kind.kind);
    }
  }
}

function listOf<T extends KubeObject>(
  kind: Kind<T>,
  metadata: ListMeta,
  objects: readonly T[],
  cache: KindCache<T>,
): ObjectList<T> {
  const items = objects.map((object) => cache.give(object, kind));
  return { apiVersion: kind.apiVersion, kind: `${kind.kind}List`, metadata, items };
}

function parts(key: KeyLike): ObjectKey {
  const { namespace, name } = typeof key === "string" ? parseKey(key) : key;
  if (typeof name !== "string" || name === "") {
    throw new RuntimeError(
      "INVALID_ARGUMENT",
      `the key has no name: it is "name", "namespace/name" or an object's metadata`,
    );
  }
  return namespace === undefined || namespace === "" ? { name } : { namespace, name };
}

function refuseVersion(options: Pick<ListOptions, "resourceVersion" | "resourceVersionMatch">): void {
  const { resourceVersion = "", resourceVersionMatch } = options;
  if (["", "0"].includes(resourceVersion) && resourceVersionMatch !== "Exact") return;
  throw new RuntimeError(
    "INVALID_ARGUMENT",
    `the cache has only the newest state, not what resourceVersion ${JSON.stringify(resourceVersion)} asks for: read with client.live`,
  );
}

/** As the client does. */
function refuseNamespace({ kind }: Kind, namespace: string | undefined): void {
  if (namespace === undefined) return;
  throw new ClientError(
    "INVALID_ARGUMENT",
    `${kind} is cluster-scoped: leave out the namespace ${JSON.stringify(namespace)}`,
  );
}

function requireCovered({ scope, kind }: Pick<KindCache, "scope" | "kind">, namespace: string | undefined): void {
  if (scope.covers(namespace)) return;
  const cached = [...(scope.namespaces ?? [])].join(", ");
  throw new RuntimeError(
    "NOT_CACHED",
    `the cache has ${nameOfKind(kind)} only of the namespaces ${cached}, not of ${namespace}: ` +
      "add it to the namespaces of the cache, or read with client.live",
  );
}

/** A 404 says that the kind is missing, which nobody may take for a missing object. */
function unavailable<T extends KubeObject>(cache: KindCache<T>, error: unknown): unknown {
  if (!isNotFound(error) || error instanceof ClientError) return error;
  return new ClientError("UNKNOWN_KIND", `the server does not serve ${nameOfKind(cache.kind)}`, { cause: error });
}

function notSynced<T extends KubeObject>(cache: KindCache<T>, { timeoutMs }: CallLimits): RuntimeError {
  const failed = cache.informer.states.find(({ isSynced, error }) => !isSynced && error !== undefined);
  const reason = failed === undefined ? "the server has not answered yet" : describe(failed);
  return new RuntimeError(
    "CACHE_SYNC_TIMEOUT",
    `${nameOfKind(cache.kind)} was not in the cache after ${timeoutMs} ms: ${reason}`,
    failed === undefined ? undefined : { cause: failed.error },
  );
}

function describe({ namespace, error }: StreamState): string {
  const place = namespace === undefined ? "" : ` in namespace ${namespace}`;
  return `it could not be listed and watched${place}: ${messageOf(error)}`;
}

function notSettled<T extends KubeObject>(cache: KindCache<T>, { timeoutMs }: CallLimits): RuntimeError {
  return new RuntimeError(
    "CACHE_SYNC_TIMEOUT",
    `the cache of ${nameOfKind(cache.kind)} did not show after ${timeoutMs} ms what this process changed: ` +
      "its watch is slow or broken; a longer timeoutMs gives it more time, client.live does not need it",
  );
}
