import type { Kind, KubeObject } from "@kubewright/api";
import { systemClock, systemRandom } from "@kubewright/client";
import { messageOf, RuntimeError } from "../errors.ts";
import { type Logger, silentLogger } from "../observability/log/logger.ts";
import type { InformerMetrics } from "../observability/metric/component-metrics.ts";
import { EventDispatcher, type HandlerOptions } from "./event-dispatcher.ts";
import { Gate } from "./gate.ts";
import { IndexedStore } from "./indexed-store.ts";
import type { InformerOptions } from "./informer-options.ts";
import type { StreamState } from "./informer-state.ts";
import { keepObject } from "./keep-object.ts";
import { Lister } from "./lister.ts";
import type { EventHandler, HandlerRegistration, ObjectEvent } from "./object-event.ts";
import type { IndexFunction, MutableObjectStore, ObjectStore } from "./store.ts";
import { FollowedStream } from "./stream/followed-stream.ts";
import { missedEvents, withMissed } from "./stream/missed-objects.ts";
import { Reflector } from "./stream/reflector.ts";
import type { StreamFeed } from "./stream/stream-feed.ts";
import { StreamReplica } from "./stream/stream-replica.ts";
import type { ProgressCallback, StreamProgress } from "./stream-progress.ts";

/**
 * Keeps all objects of a kind in memory as the server has them, and tells handlers of each change.
 *
 * It does not give up: when the server cannot be reached, refuses, or does not serve the kind yet, it tries again for as long as it runs,
 * and `states` says what stands in the way. The store is changed before handlers are called, and they are called in the order of changes.
 */
export class Informer<T extends KubeObject = KubeObject> implements AsyncDisposable {
  readonly kind: Kind<T>;
  /** Undefined: all namespaces. */
  readonly namespaces: readonly string[] | undefined;
  /** What is known. Whole once `isSynced`. */
  readonly store: ObjectStore<T>;
  /** Reads the store, giving copies. */
  readonly lister: Lister<T>;
  readonly #store: MutableObjectStore<T>;
  readonly #streams: readonly Stream<T>[];
  /** Feeds that were replaced, until they have ended. */
  readonly #ending = new Set<Promise<void>>();
  readonly #dispatcher: EventDispatcher<T>;
  readonly #options: InformerOptions<T>;
  /** Absent while another informer is followed: that one is counted. */
  #metrics: InformerMetrics | undefined;
  readonly #log: Logger;
  readonly #synced: Gate;
  #onProgress: readonly ProgressCallback<T>[] = [];
  #onStateChange: readonly ((state: StreamState) => void)[] = [];
  /** What is to be told with the changes of which progress is being told. */
  #missed: T[] | undefined;
  #isStarted = false;
  #stopping: Promise<void> | undefined;

  constructor(options: InformerOptions<T>) {
    const { kind, clock = systemClock, random = systemRandom } = options;
    this.#options = options;
    this.kind = kind;
    this.namespaces = namespacesOf(kind, options.namespaces);
    this.#log = (options.log ?? silentLogger).child({ apiVersion: kind.apiVersion, kind: kind.kind });
    this.#metrics = options.metrics;
    this.#store = options.store ?? new IndexedStore<T>({ onIndexError: (...failure) => this.#indexFailed(...failure) });
    this.store = this.#store;
    this.lister = new Lister(this.#store);
    for (const [name, index] of Object.entries(options.indexes ?? {})) this.#store.addIndex(name, index);
    this.#synced = new Gate();
    this.#dispatcher = new EventDispatcher({
      store: this.#store,
      isSynced: () => this.isSynced,
      whenSynced: (wait) => this.whenSynced(wait),
      resyncMs: options.resyncMs,
      clock,
      random,
      log: this.#log,
    });
    const prepare = keepObject({
      kind,
      transform: options.transform,
      stripManagedFields: options.stripManagedFields ?? false,
      freezeObjects: options.freezeObjects ?? false,
      log: this.#log,
    });
    this.#streams = (this.namespaces ?? [undefined]).map((namespace) => this.#stream(namespace, prepare));
  }

  /** Whether all that exists was told once, in every namespace. Stays true when a watch is lost later. */
  get isSynced(): boolean {
    return this.#streams.every(({ replica }) => replica.isSynced);
  }

  /** Where each stream stands. */
  get states(): readonly StreamState[] {
    return this.#streams.map(({ feed }) => feed.state);
  }

  /** Begins to list and watch. Harmless when done twice. Throws RuntimeError `STOPPED` after a stop. */
  start(): void {
    if (this.#stopping !== undefined) {
      throw new RuntimeError("STOPPED", `the informer of ${this.kind.kind} was stopped: make a new one`);
    }
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#dispatcher.start();
    for (const { feed } of this.#streams) feed.start();
  }

  /** Ends all watches. Handlers are not called any more; what is in the store stays. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Rejects with the signal's reason, or with RuntimeError `STOPPED` when the informer is stopped before. */
  async whenSynced(options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    await this.#synced.wait(options.signal);
  }

  /**
   * Tells `handler` of all that is known, as initial, and then of each change. It may be added and removed at any time; it is not called
   * before this call has returned.
   */
  addHandler(handler: EventHandler<T>, options: HandlerOptions = {}): HandlerRegistration {
    return this.#dispatcher.add(handler, options);
  }

  /**
   * Tells handlers of an object which the store never had that it was there and is gone: it came and went while no watch was open, and only
   * whoever wrote it knows of it. `object` is what was known of it last. While progress is told, that is done among the changes of which it
   * is told, in good order.
   */
  tellMissed(object: T): void {
    if (this.#stopping !== undefined) return;
    if (this.#missed !== undefined) this.#missed.push(object);
    else this.#tell(missedEvents(object));
  }

  /** Makes `store.byIndex(name, …)` work, for what is in the store, too. Throws RuntimeError `INVALID_ARGUMENT` for a name that is taken. */
  addIndex(name: string, index: IndexFunction<T>): void {
    this.#store.addIndex(name, index);
  }

  /**
   * Has it hear of objects from another informer of the same ones, rather than from the server, until disposed. Its own watches end at
   * once; what has changed until the other one is synced is told then. `project` makes what is kept of the other one's objects.
   *
   * Handlers are told of a change after the store of the other one has it. Throws RuntimeError `INVALID_ARGUMENT` for one of other
   * namespaces.
   */
  follow<S extends KubeObject>(source: Informer<S>, project: (object: S) => T): Disposable {
    if (String(source.namespaces) !== String(this.namespaces)) {
      throw new RuntimeError(
        "INVALID_ARGUMENT",
        `the informer of ${this.kind.kind} cannot follow one of other namespaces: give both the same namespaces`,
      );
    }
    this.#metrics?.stopped();
    this.#metrics = undefined;
    this.#feedBy(({ replica }, onStateChange) => new FollowedStream<T, S>({ source, replica, project, onStateChange }));
    return {
      [Symbol.dispose]: () => {
        if (this.#stopping !== undefined) return;
        this.#metrics = this.#options.metrics;
        this.#feedBy(({ replica }, onStateChange) => this.#reflector(replica, onStateChange));
      },
    };
  }

  /** Calls `callback` for each change of the store, bookmark and completed list, before handlers are called, until disposed. */
  onProgress(callback: ProgressCallback<T>): Disposable {
    this.#onProgress = [...this.#onProgress, callback];
    return {
      [Symbol.dispose]: () => {
        this.#onProgress = this.#onProgress.filter((other) => other !== callback);
      },
    };
  }

  /** Calls `callback` for each new state of a stream, until disposed. */
  onStateChange(callback: (state: StreamState) => void): Disposable {
    this.#onStateChange = [...this.#onStateChange, callback];
    return {
      [Symbol.dispose]: () => {
        this.#onStateChange = this.#onStateChange.filter((other) => other !== callback);
      },
    };
  }

  /**
   * Up to which version the objects of `namespace`, or all objects, are known: that of the last event, bookmark or list.
   *
   * Undefined when that is not known yet, for a namespace that this informer does not have, and without a namespace when there are several.
   */
  resourceVersionOf(namespace?: string): string | undefined {
    const stream =
      this.namespaces === undefined || (namespace === undefined && this.#streams.length === 1)
        ? this.#streams[0]
        : this.#streams.find(({ replica }) => replica.namespace === namespace);
    return stream?.replica.resourceVersion || undefined;
  }

  async #stop(): Promise<void> {
    this.#dispatcher.stop();
    await Promise.all([...this.#streams.map(({ feed }) => feed.stop()), ...this.#ending]);
    this.#synced.close(this.#stopped());
    this.#metrics?.stopped();
  }

  #stopped(cause?: unknown): RuntimeError {
    const why = cause === undefined ? "was stopped" : `ended: ${messageOf(cause)}`;
    return new RuntimeError(
      "STOPPED",
      `the informer of ${this.kind.kind} ${why}`,
      cause === undefined ? {} : { cause },
    );
  }

  #stream(namespace: string | undefined, prepare: (object: T) => T): Stream<T> {
    const replica: StreamReplica<T> = new StreamReplica<T>({
      namespace,
      store: this.#store,
      prepare,
      publish: (events, listedSince) => this.#publish(replica, events, listedSince),
    });
    const reflector = this.#reflector(replica, (state) => this.#stateChanged(stream, reflector, state));
    const stream: Stream<T> = { replica, feed: reflector };
    return stream;
  }

  /** Puts another feed in the place of each one. */
  #feedBy(feedOf: (stream: Stream<T>, onStateChange: (state: StreamState) => void) => StreamFeed): void {
    for (const stream of this.#streams) {
      const before = stream.feed;
      const feed: StreamFeed = feedOf(stream, (state) => this.#stateChanged(stream, feed, state));
      stream.feed = feed;
      const ended = before.stop().finally(() => this.#ending.delete(ended));
      this.#ending.add(ended);
      if (this.#isStarted) feed.start();
    }
  }

  #reflector(replica: StreamReplica<T>, onStateChange: (state: StreamState) => void): Reflector<T> {
    const options = this.#options;
    const { client, kind, labelSelector, fieldSelector, clock = systemClock, random = systemRandom } = options;
    const { namespace } = replica;
    return new Reflector<T>({
      client,
      kind,
      replica,
      selection: {
        namespace,
        ...(labelSelector !== undefined && { labelSelector }),
        ...(fieldSelector !== undefined && { fieldSelector }),
      },
      pageSize: options.pageSize ?? 500,
      useWatchList: options.useWatchList ?? true,
      minWatchMs: options.minWatchMs ?? 300_000,
      idleTimeoutMs: options.idleTimeoutMs,
      listTimeoutMs: options.listTimeoutMs ?? 60_000,
      backOff: { baseMs: options.backOff?.baseMs ?? 800, maxMs: options.backOff?.maxMs ?? 30_000 },
      missingRetryMs: options.missingRetryMs ?? 10_000,
      clock,
      random,
      log: namespace === undefined ? this.#log : this.#log.child({ namespace }),
      metrics: this.#metrics,
      onStateChange,
    });
  }

  #publish(replica: StreamReplica<T>, events: readonly ObjectEvent<T>[], listedSince: string | undefined): void {
    if (this.#stopping !== undefined) return;
    const missed: T[] = [];
    if (this.#onProgress.length > 0) {
      this.#missed = missed;
      for (const change of events) this.#tellProgress(replica, { change });
      if (listedSince !== undefined) this.#tellProgress(replica, { listedSince });
      else if (events.length === 0) this.#tellProgress(replica, {});
      this.#missed = undefined;
    }
    this.#tell(withMissed(events, missed));
    this.#metrics?.objects(this.#store.size);
    if (listedSince !== undefined && this.isSynced) this.#synced.open();
  }

  #tell(events: readonly ObjectEvent<T>[]): void {
    for (const event of events) {
      this.#metrics?.event(event.type);
      this.#dispatcher.tell(event);
    }
  }

  #tellProgress(
    { namespace, resourceVersion }: StreamReplica<T>,
    step: Pick<StreamProgress<T>, "change" | "listedSince">,
  ): void {
    const progress = { ...(namespace !== undefined && { namespace }), resourceVersion, ...step };
    for (const callback of this.#onProgress) this.#guard(() => callback(progress));
  }

  #stateChanged(stream: Stream<T>, feed: StreamFeed, state: StreamState): void {
    // One that was replaced says that it ended.
    if (stream.feed !== feed) return;
    // It ended by itself: the client was closed.
    if (state.phase === "stopped" && this.#stopping === undefined) this.#synced.close(this.#stopped(state.error));
    this.#metrics?.synced(this.isSynced);
    for (const callback of this.#onStateChange) this.#guard(() => callback(state));
  }

  #indexFailed(index: string, key: string, error: unknown): void {
    this.#log.error({ err: error, index, object: key }, "an index function failed: the index does not find the object");
  }

  #guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#log.error({ err: error }, "a callback of the informer failed");
    }
  }
}

interface Stream<T extends KubeObject> {
  readonly replica: StreamReplica<T>;
  feed: StreamFeed;
}

function namespacesOf(kind: Kind, namespaces: readonly string[] | undefined): readonly string[] | undefined {
  if (namespaces === undefined || kind.scope === "Cluster") return undefined;
  if (namespaces.length === 0) {
    throw new RuntimeError(
      "INVALID_SETUP",
      `the informer of ${kind.kind} has an empty list of namespaces: leave it out for all namespaces`,
    );
  }
  if (namespaces.includes("")) {
    throw new RuntimeError(
      "INVALID_SETUP",
      `the informer of ${kind.kind} has an empty name among its namespaces: leave out namespaces for all of them`,
    );
  }
  return [...new Set(namespaces)];
}
