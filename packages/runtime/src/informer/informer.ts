import type { Kind, KubeObject } from "@kubewright/api";
import { systemClock, systemRandom } from "@kubewright/client";
import { RuntimeError } from "../errors.ts";
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
import { Reflector } from "./stream/reflector.ts";
import { StreamReplica } from "./stream/stream-replica.ts";
import type { ProgressCallback } from "./stream-progress.ts";

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
  readonly #dispatcher: EventDispatcher<T>;
  readonly #metrics: InformerMetrics | undefined;
  readonly #log: Logger;
  readonly #synced: Gate;
  #onProgress: readonly ProgressCallback<T>[] = [];
  #onStateChange: readonly ((state: StreamState) => void)[] = [];
  #isStarted = false;
  #stopping: Promise<void> | undefined;

  constructor(options: InformerOptions<T>) {
    const { kind, clock = systemClock, random = systemRandom } = options;
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
    this.#streams = (this.namespaces ?? [undefined]).map((namespace) => this.#stream(options, namespace, prepare));
  }

  /** Whether all that exists was told once, in every namespace. Stays true when a watch is lost later. */
  get isSynced(): boolean {
    return this.#streams.every(({ replica }) => replica.isSynced);
  }

  /** Where each stream stands. */
  get states(): readonly StreamState[] {
    return this.#streams.map(({ reflector }) => reflector.state);
  }

  /** Begins to list and watch. Harmless when done twice. Throws RuntimeError `STOPPED` after a stop. */
  start(): void {
    if (this.#stopping !== undefined) {
      throw new RuntimeError("STOPPED", `the informer of ${this.kind.kind} was stopped: make a new one`);
    }
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#dispatcher.start();
    for (const { reflector } of this.#streams) reflector.start();
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

  /** Makes `store.byIndex(name, …)` work, for what is in the store, too. Throws RuntimeError `INVALID_ARGUMENT` for a name that is taken. */
  addIndex(name: string, index: IndexFunction<T>): void {
    this.#store.addIndex(name, index);
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
    await Promise.all(this.#streams.map(({ reflector }) => reflector.stop()));
    this.#synced.close(new RuntimeError("STOPPED", `the informer of ${this.kind.kind} was stopped`));
    this.#metrics?.stopped();
  }

  #stream(options: InformerOptions<T>, namespace: string | undefined, prepare: (object: T) => T): Stream<T> {
    const { client, kind, labelSelector, fieldSelector, clock = systemClock, random = systemRandom } = options;
    const log = namespace === undefined ? this.#log : this.#log.child({ namespace });
    const replica: StreamReplica<T> = new StreamReplica<T>({
      namespace,
      store: this.#store,
      prepare,
      publish: (events, isListed) => this.#publish(replica, events, isListed),
    });
    const reflector = new Reflector<T>({
      client,
      kind,
      replica,
      selection: {
        ...(namespace !== undefined && { namespace }),
        ...(labelSelector !== undefined && { labelSelector }),
        ...(fieldSelector !== undefined && { fieldSelector }),
      },
      pageSize: options.pageSize ?? 500,
      useWatchList: options.useWatchList ?? true,
      minWatchSeconds: options.minWatchSeconds ?? 300,
      idleTimeoutMs: options.idleTimeoutMs,
      listTimeoutMs: options.listTimeoutMs ?? 60_000,
      backOff: { baseMs: options.backOff?.baseMs ?? 800, maxMs: options.backOff?.maxMs ?? 30_000 },
      missingRetryMs: options.missingRetryMs ?? 10_000,
      clock,
      random,
      log,
      metrics: this.#metrics,
      onStateChange: (state) => this.#stateChanged(state),
    });
    return { replica, reflector };
  }

  #publish(replica: StreamReplica<T>, events: readonly ObjectEvent<T>[], isListed: boolean): void {
    if (this.#stopping !== undefined) return;
    if (this.#onProgress.length > 0) {
      for (const change of events) this.#tellProgress(replica, change);
      if (isListed || events.length === 0) this.#tellProgress(replica);
    }
    for (const event of events) {
      this.#metrics?.event(event.type);
      this.#dispatcher.tell(event);
    }
    this.#metrics?.objects(this.#store.size);
    if (isListed && this.isSynced) this.#synced.open();
  }

  #tellProgress({ namespace, resourceVersion }: StreamReplica<T>, change?: ObjectEvent<T>): void {
    const progress = {
      ...(namespace !== undefined && { namespace }),
      resourceVersion,
      ...(change !== undefined && { change }),
    };
    for (const callback of this.#onProgress) this.#guard(() => callback(progress));
  }

  #stateChanged(state: StreamState): void {
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
  readonly reflector: Reflector<T>;
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
