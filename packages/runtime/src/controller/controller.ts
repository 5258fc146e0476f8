import { type Clock, type ExactObjectKey, formatKey, type Kind } from "@kubewright/api";
import { onAbort, systemClock, systemRandom } from "@kubewright/client";
import type { ReconcileClient } from "../cache/reconcile-client.ts";
import { RuntimeError } from "../errors.ts";
import { type ProcessHost, systemProcess } from "../host.ts";
import type { EventRecorder } from "../observability/event/event-recorder.ts";
import { type Logger, silentLogger } from "../observability/log/logger.ts";
import type { ControllerMetrics } from "../observability/metric/component-metrics.ts";
import type { RateLimiter } from "../queue/rate-limiter.ts";
import { WorkQueue } from "../queue/work-queue.ts";
import type { Source, SourceContext } from "../trigger/source.ts";
import { refuseInvalidName } from "./controller-name.ts";
import { ReconcileWorker } from "./reconcile-worker.ts";
import type { ReconcileFunction, Reconciler } from "./reconciler.ts";
import { whenSourceSynced } from "./source-sync.ts";

/** How a controller works, whatever it reconciles. */
export interface ControllerSettings {
  /** Reconciles that may run at once; never two for one object. @default 1 */
  readonly maxConcurrentReconciles?: number;
  /** After so long, the signal of a reconcile aborts, with RuntimeError `RECONCILE_TIMEOUT`. @default no limit */
  readonly reconcileTimeoutMs?: number;
  /** How long a source may take to tell of all that exists, before `start` rejects. @default 120_000 */
  readonly cacheSyncTimeoutMs?: number;
  /** How long an object waits after a failed reconcile. A value of its own for each controller. @default exponentialBackOff() */
  readonly rateLimiter?: RateLimiter;
  /** Whether it works only while this process leads. @default true */
  readonly needsLeaderElection?: boolean;
  /** @default nothing is logged; the manager's, of a managed controller */
  readonly log?: Logger;
}

export interface ControllerOptions extends ControllerSettings {
  /** Names it in logs, metrics and events. */
  readonly name: string;
  /** What it reconciles, for logs. */
  readonly kind?: Kind;
  readonly reconciler: Reconciler | ReconcileFunction;
  /** What leads to reconciles. */
  readonly sources: readonly Source[];
  readonly client: ReconcileClient;
  /** @default events are not recorded */
  readonly events?: EventRecorder;
  readonly metrics?: ControllerMetrics;
  /** @default the host's */
  readonly clock?: Clock;
  /** From 0 up to, not including, 1. @default the host's */
  readonly random?: () => number;
  /** @default the host's */
  readonly process?: Pick<ProcessHost, "uuid">;
}

/**
 * Calls its reconciler for each object that a source names: one object never twice at once, and again after a failure.
 *
 * A manager runs it. It also works alone: call `start`, with sources of informers that run.
 */
export class Controller {
  readonly name: string;
  readonly needsLeaderElection: boolean;
  readonly #cacheSyncTimeoutMs: number;
  readonly #maxConcurrentReconciles: number;
  readonly #sources: Source[];
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #metrics: ControllerMetrics | undefined;
  readonly #queue: WorkQueue<ExactObjectKey>;
  readonly #worker: ReconcileWorker;
  readonly #sourceContext: Omit<SourceContext, "signal" | "log">;
  /** Of the run; undefined before it. */
  #signal: AbortSignal | undefined;

  /** Throws RuntimeError `INVALID_SETUP` for options that cannot work. */
  constructor(options: ControllerOptions) {
    refuseInvalid(options);
    const { name, kind, reconciler, client, metrics, events = noEvents, log = silentLogger } = options;
    const { clock = systemClock, process = systemProcess(), rateLimiter, maxConcurrentReconciles = 1 } = options;
    this.name = name;
    this.needsLeaderElection = options.needsLeaderElection ?? true;
    this.#cacheSyncTimeoutMs = options.cacheSyncTimeoutMs ?? 120_000;
    this.#maxConcurrentReconciles = maxConcurrentReconciles;
    this.#sources = [...options.sources];
    this.#clock = clock;
    this.#metrics = metrics;
    this.#log = log.child({
      controller: name,
      ...(kind !== undefined && { controllerGroup: kind.group, controllerKind: kind.kind }),
    });
    const queue = new WorkQueue<ExactObjectKey>({
      id: formatKey,
      clock,
      ...(rateLimiter !== undefined && { rateLimiter }),
      ...(metrics !== undefined && { metrics: metrics.queue }),
    });
    this.#queue = queue;
    this.#sourceContext = {
      sink: {
        // A copy that nobody can change: the queue knows items by it.
        add: ({ namespace, name }, request) =>
          queue.add(Object.freeze(namespace ? { namespace, name } : { name }), request),
      },
      clock,
      random: options.random ?? systemRandom,
      discovery: client.discovery,
    };
    this.#worker = new ReconcileWorker({
      queue,
      reconcile: typeof reconciler === "function" ? reconciler : (context) => reconciler.reconcile(context),
      client,
      events,
      metrics,
      clock,
      kind,
      log: this.#log,
      uuid: () => process.uuid(),
      timeoutMs: options.reconcileTimeoutMs,
    });
  }

  /**
   * Works until `signal` aborts; then resolves when the reconciles under way have ended.
   *
   * Reconciles begin when all sources have told of what exists. Rejects with RuntimeError `CACHE_SYNC_TIMEOUT` when one takes too long, and
   * with what a source rejects with. Works once.
   */
  async start({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    if (this.#signal !== undefined) {
      throw new RuntimeError(
        "INVALID_SETUP",
        `controller ${JSON.stringify(this.name)} was started twice: a manager starts its controllers itself`,
      );
    }
    const run = new AbortController();
    this.#signal = run.signal;
    const forget = onAbort(signal, (reason) => run.abort(reason));
    try {
      await this.#run(run.signal);
    } finally {
      forget();
      run.abort(new RuntimeError("STOPPED", `controller ${JSON.stringify(this.name)} is stopped`));
      await this.#queue.shutDown();
    }
  }

  /**
   * Adds a source. While the controller works, it is started at once, and the promise resolves when it has told of what exists.
   *
   * Rejects with the reason of the stop once the controller is stopped, and as `start` does.
   */
  async watch(source: Source): Promise<void> {
    if (this.#signal === undefined) this.#sources.push(source);
    else {
      this.#signal.throwIfAborted();
      await this.#startSource(source, this.#signal);
      this.#signal.throwIfAborted();
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    this.#metrics?.maxConcurrentReconciles(this.#maxConcurrentReconciles);
    // In the words of controller-runtime: people look for them.
    this.#log.info({ sources: this.#sources.map(({ name }) => name) }, "Starting Controller");
    await Promise.all(this.#sources.map((source) => this.#startSource(source, signal)));
    if (signal.aborted) return;
    this.#log.info({ "worker count": this.#maxConcurrentReconciles }, "Starting workers");
    const forget = onAbort(signal, () => this.#stopWorkers());
    try {
      await Promise.all(Array.from({ length: this.#maxConcurrentReconciles }, () => this.#worker.run(signal)));
    } finally {
      forget();
    }
    this.#log.info({}, "all workers finished");
  }

  #stopWorkers(): void {
    void this.#queue.shutDown();
    const { reconciling } = this.#worker;
    if (reconciling.length > 0) {
      this.#log.info({ reconciling: reconciling.slice(0, 20) }, "waiting for workers to finish");
    }
  }

  async #startSource(source: Source, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const log = this.#log.child({ source: source.name });
    const start = async () => source.start({ ...this.#sourceContext, signal, log });
    const syncing = { name: source.name, states: () => source.states ?? [] };
    await whenSourceSynced(syncing, start(), { timeoutMs: this.#cacheSyncTimeoutMs, clock: this.#clock, log, signal });
  }
}

const noEvents: EventRecorder = Object.freeze({ normal(): void {}, warning(): void {} });

function refuseInvalid(options: ControllerOptions): void {
  const { name, sources, maxConcurrentReconciles = 1, reconcileTimeoutMs = 1, cacheSyncTimeoutMs = 1 } = options;
  const refuse = (problem: string): never => {
    throw new RuntimeError("INVALID_SETUP", `controller ${JSON.stringify(name)}: ${problem}`);
  };
  refuseInvalidName(name);
  if (sources.length === 0)
    refuse("nothing leads to a reconcile: give it a source, as with for(), watches() or source()");
  if (!Number.isSafeInteger(maxConcurrentReconciles) || maxConcurrentReconciles < 1) {
    refuse(`maxConcurrentReconciles is ${maxConcurrentReconciles}, but must be an integer from 1`);
  }
  if (!(reconcileTimeoutMs > 0)) refuse(`reconcileTimeoutMs is ${reconcileTimeoutMs}, but must be positive`);
  if (!(cacheSyncTimeoutMs > 0)) refuse(`cacheSyncTimeoutMs is ${cacheSyncTimeoutMs}, but must be positive`);
  const { reconciler } = options;
  if (typeof reconciler === "function" && typeof reconciler.prototype?.reconcile === "function") {
    refuse(`its reconciler is the class ${reconciler.name}: give it an instance, new ${reconciler.name}(…)`);
  }
  if (typeof reconciler !== "function" && typeof reconciler?.reconcile !== "function") {
    refuse("its reconciler is neither a function nor an object with a method reconcile");
  }
}
