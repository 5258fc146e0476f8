/** What a queue tells about its items. Durations are in seconds, as Prometheus wants them. */
export interface QueueMetrics {
  added(): void;
  retried(): void;
  /** One more (1) or one less (-1) item of this priority is ready for a worker. */
  depthChanged(priority: number, change: 1 | -1): void;
  /** An item was taken, so long after it became ready. */
  taken(waitedSeconds: number): void;
  done(workedSeconds: number): void;
  /** Sets what is asked at each scrape: for how many seconds each item has been with its worker. */
  unfinished(secondsOfEach: () => Iterable<number>): void;
}

/** How a reconcile ended. */
export type ReconcileOutcome = "success" | "error" | "requeue" | "requeue_after";

/** What a controller tells about its reconciles. */
export interface ControllerMetrics {
  readonly queue: QueueMetrics;
  maxConcurrentReconciles(count: number): void;
  started(): void;
  /** `isTerminal`: will not be tried again. `isNonError`: something that is no Error was thrown. */
  ended(
    outcome: ReconcileOutcome,
    seconds: number,
    details?: { readonly isTerminal?: boolean; readonly isNonError?: boolean; readonly isTimeout?: boolean },
  ): void;
}

/** What the informer of one kind tells about its watches. */
export interface InformerMetrics {
  objects(count: number): void;
  /** A list or WatchList ended well. */
  listed(seconds: number): void;
  /** Whether all that exists was read once, in each namespace. */
  synced(isSynced: boolean): void;
  /** A watch was opened, or told something; its age is counted from here. Each namespace that is watched alone counts. */
  watchAlive(namespace?: string): void;
  /** A list or watch failed, for this reason: `gone`, `forbidden`, `unauthorized`, `missing`, `stalled`, `connection`, `other`. */
  failed(reason: string): void;
  event(type: "added" | "updated" | "deleted"): void;
  /** The informer ended: it has no objects and no watch any more. It may begin again, with `synced`. */
  stopped(): void;
}

/** What reads tell that had to wait for the cache to catch up with a write. */
export interface ConsistencyMetrics {
  waited(operation: "get" | "list", result: "success" | "timeout" | "error", seconds: number): void;
}

export interface ElectionMetrics {
  leading(isLeader: boolean): void;
  /** A renewal needed more than one request. */
  slowPath(): void;
}

/** What became of events: `dropped`: never came to the server, for this reason. */
export interface EventMetrics {
  recorded(type: string): void;
  sent(): void;
  dropped(reason: "spam" | "queue_full" | "stopped" | "refused" | "unreachable"): void;
  retried(): void;
}
