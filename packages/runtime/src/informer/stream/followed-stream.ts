import type { KubeObject } from "@kubewright/api";
import type { StreamState } from "../informer-state.ts";
import type { ObjectEvent } from "../object-event.ts";
import type { ObjectStore } from "../store.ts";
import type { ProgressCallback, StreamProgress } from "../stream-progress.ts";
import type { StreamFeed } from "./stream-feed.ts";
import type { StreamReplica } from "./stream-replica.ts";

/** What an informer is to another one that follows it. */
export interface FollowedInformer<S extends KubeObject> {
  readonly store: ObjectStore<S>;
  readonly states: readonly StreamState[];
  resourceVersionOf(namespace?: string): string | undefined;
  onProgress(callback: ProgressCallback<S>): Disposable;
  onStateChange(callback: (state: StreamState) => void): Disposable;
}

export interface FollowedStreamOptions<T extends KubeObject, S extends KubeObject> {
  /** Has a stream of the same namespace. */
  readonly source: FollowedInformer<S>;
  readonly replica: StreamReplica<T>;
  /** What is kept of an object of the source. */
  readonly project: (object: S) => T;
  readonly onStateChange: (state: StreamState) => void;
}

/**
 * Keeps a replica as another informer has it, once that one is synced: what differs by then is told as changes. The source's store is
 * changed first.
 */
export class FollowedStream<T extends KubeObject, S extends KubeObject> implements StreamFeed {
  readonly #options: FollowedStreamOptions<T, S>;
  #subscriptions: readonly Disposable[] = [];
  /** Whether the replica is as the source. */
  #hasJoined = false;

  constructor(options: FollowedStreamOptions<T, S>) {
    this.#options = options;
  }

  /** That of the source: until it is synced, nothing is told. */
  get state(): StreamState {
    const { replica } = this.#options;
    return Object.freeze({ ...this.#sourceState, isSynced: replica.isSynced });
  }

  start(): void {
    if (this.#subscriptions.length > 0) return;
    const { source, replica, onStateChange } = this.#options;
    this.#subscriptions = [
      source.onProgress((progress) => {
        if (progress.namespace === replica.namespace) this.#advance(progress);
      }),
      source.onStateChange(({ namespace }) => {
        if (namespace === replica.namespace) onStateChange(this.state);
      }),
    ];
    if (this.#sourceState.isSynced) this.#join(source.resourceVersionOf(replica.namespace) ?? "");
    onStateChange(this.state);
  }

  async stop(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription[Symbol.dispose]();
  }

  get #sourceState(): StreamState {
    const { source, replica } = this.#options;
    return source.states.find(({ namespace }) => namespace === replica.namespace)!;
  }

  #advance({ change, resourceVersion, listedSince }: StreamProgress<S>): void {
    const { replica } = this.#options;
    if (this.#hasJoined) {
      if (change === undefined) replica.advance(resourceVersion, listedSince);
      else replica.repeat(this.#projected(change), resourceVersion);
      // Without a change: a list is complete.
    } else if (change === undefined) this.#join(resourceVersion);
  }

  #join(resourceVersion: string): void {
    const { source, replica, project } = this.#options;
    this.#hasJoined = true;
    const list = replica.beginList((object) => object);
    for (const object of source.store.list(replica.namespace)) list.set(project(object));
    list.complete(resourceVersion);
  }

  #projected(change: ObjectEvent<S>): ObjectEvent<T> {
    const { project } = this.#options;
    const object = project(change.object);
    if (change.type !== "updated") return { ...change, object };
    return { ...change, old: project(change.old), object };
  }
}
