import { formatGroupKind, type Kind, type KindRegistry } from "@kubewright/api";
import type { InformerCache } from "../cache/informer-cache.ts";
import { type ReconcileClient, withReconcileFieldManager } from "../cache/reconcile-client.ts";
import { Controller, type ControllerSettings } from "../controller/controller.ts";
import { ControllerBuilder, type ControllerPlan } from "../controller/controller-builder.ts";
import { RuntimeError } from "../errors.ts";
import type { EventRecorder } from "../observability/event/event-recorder.ts";
import type { HealthCheck } from "../observability/health/health-check.ts";
import type { HttpHandler } from "../observability/health/http-listener.ts";
import type { Logger } from "../observability/log/logger.ts";
import type { Metrics } from "../observability/metric/metrics.ts";
import { cacheCheck, cachePart } from "./cache-part.ts";
import { Lifecycle } from "./lifecycle.ts";
import type { ManagerOptions } from "./manager-options.ts";
import { createManagerParts, type ManagerParts } from "./manager-parts.ts";
import type { Runnable, RunnableFunction } from "./runnable.ts";

/**
 * Runs controllers: connects to the cluster, reads it into memory, leads or waits, serves metrics and health, and stops in good order.
 *
 * ```ts
 * const manager = await Manager.create({ leaderElection: { id: "memcached.cache.example.com" } });
 * manager.controller("memcached").for(Memcached).owns(Deployment).reconcile(new MemcachedReconciler());
 * await manager.start();
 * ```
 */
export class Manager implements AsyncDisposable {
  /** Reads from the cache, once the manager is started; writes to the server, as long as this process may. */
  readonly client: ReconcileClient;
  readonly cache: InformerCache;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The kinds it knows: those it was given, and those of its controllers. */
  readonly kinds: KindRegistry;
  readonly #options: ManagerOptions;
  readonly #parts: ManagerParts;
  readonly #lifecycle: Lifecycle;
  readonly #builders: ControllerBuilder[] = [];
  readonly #names = new Set<string>();
  #ended: Promise<void> | undefined;

  /**
   * A manager for the cluster that the options name. Nothing is started or sent before `start`.
   *
   * Rejects with RuntimeError `INVALID_SETUP` for options that cannot work, and as `connect` does.
   */
  static async create(options: ManagerOptions = {}): Promise<Manager> {
    return new Manager(options, await createManagerParts(options));
  }

  private constructor(options: ManagerOptions, parts: ManagerParts) {
    const { client, cache, log, metrics, kinds, clock, server, events } = parts;
    this.client = client;
    this.cache = cache;
    this.log = log;
    this.metrics = metrics;
    this.kinds = kinds;
    this.#options = options;
    this.#parts = parts;
    const syncTimeoutMs = options.controllers?.cacheSyncTimeoutMs ?? 120_000;
    this.#lifecycle = new Lifecycle({
      servers: { start: () => server.start(), stop: (limits) => server.stop(limits) },
      caches: cachePart({ cache, clock, log, syncTimeoutMs }),
      elector: parts.elector,
      openEventFence: parts.openEventFence,
      flushEvents: (timeoutMs) => events.stop({ timeoutMs }),
      close: parts.close,
      gracefulStopTimeoutMs: options.gracefulStopTimeoutMs ?? 30_000,
      clock,
      log,
      process: parts.process,
      handleSignals: options.handleSignals ?? true,
      handleCrashes: options.handleCrashes ?? options.handleSignals ?? true,
    });
    const areCachesWell = cacheCheck(cache, clock);
    parts.ready.add("caches", (wait) => {
      if (!this.#lifecycle.isUp) throw new Error("the manager is starting, or stopping");
      return areCachesWell(wait);
    });
  }

  /** Resolves when this process leads: at once after the start where nobody has to be asked. Never rejects. */
  get elected(): Promise<void> {
    return this.#lifecycle.elected;
  }

  /** The port of `/metrics` while the manager runs and serves them. */
  get metricsPort(): number | undefined {
    return this.#parts.server.metricsPort;
  }

  /** The port of `/healthz` and `/readyz` while the manager runs and serves them. */
  get healthPort(): number | undefined {
    return this.#parts.server.healthPort;
  }

  /**
   * Begins a controller; `reconcile` of what this gives completes it. Also while the manager runs.
   *
   * Throws RuntimeError `INVALID_SETUP` when there is one of this name: logs, metrics and events tell them apart by it.
   */
  controller(name: string, settings: ControllerSettings = {}): ControllerBuilder {
    const builder = new ControllerBuilder(name, settings, {
      cache: this.cache,
      kinds: this.kinds,
      addController: (plan) => this.#build(plan),
    });
    this.#reserve(name);
    this.#builders.push(builder);
    return builder;
  }

  /**
   * Starts and stops `runnable` with everything else; at once, when the manager runs. A Controller is one.
   *
   * Throws RuntimeError `STOPPED` once the manager stops, and `INVALID_SETUP` for a controller whose name is taken and for what is no runnable.
   */
  add(runnable: Runnable | RunnableFunction): void {
    if (runnable instanceof Controller) {
      this.#reserve(runnable.name);
      this.#addController(runnable);
    } else if (typeof runnable === "function")
      this.#lifecycle.add({ name: runnable.name || "runnable", start: runnable });
    else if (typeof runnable?.start === "function") this.#lifecycle.add(runnable);
    else {
      throw new RuntimeError(
        "INVALID_SETUP",
        "add() got something that cannot be run: give it a function of a signal, or an object with a method start",
      );
    }
  }

  /** A recorder whose events name this controller as the one that tells. Reconcilers get theirs in their context. */
  events(reportingController: string): EventRecorder {
    return this.#parts.events.recorder(reportingController);
  }

  /** Adds a check to `/healthz`: while it fails, the kubelet restarts the container. Disposing of it takes it away. */
  addHealthCheck(name: string, check: HealthCheck): Disposable {
    return this.#parts.health.add(name, check);
  }

  /** Adds a check to `/readyz`: while it fails, the pod is not ready. Disposing of it takes it away. */
  addReadyCheck(name: string, check: HealthCheck): Disposable {
    return this.#parts.ready.add(name, check);
  }

  /** Lets `handler` answer at a path beside `/metrics`; below it, too, when it ends with a slash. */
  serve(path: string, handler: HttpHandler): void {
    this.#parts.server.mount(path, handler);
  }

  /**
   * Runs everything, and resolves when it was stopped in good order: by `signal`, by SIGINT or SIGTERM, or by `stop`.
   *
   * Rejects with what made it stop otherwise: what a runnable failed with, an error that nobody caught, RuntimeError `LEASE_LOST` when another
   * process may lead, `INVALID_SETUP`, `CACHE_SYNC_TIMEOUT`; and with `STOP_TIMEOUT` when not all ended in time. That is logged already, so a
   * program may end with `await manager.start().catch(() => { process.exitCode = 1; })`. Works once.
   */
  async start(options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    const unfinished = this.#builders.find(({ isDone }) => !isDone);
    if (this.#ended === undefined && unfinished !== undefined) {
      const error = new RuntimeError(
        "INVALID_SETUP",
        `controller ${JSON.stringify(unfinished.name)} has no reconciler: end its set-up with .reconcile(…)`,
      );
      this.log.error({ err: error }, "the manager cannot start");
      await this.#lifecycle.dispose();
      throw error;
    }
    const run = this.#lifecycle.run(options.signal);
    this.#ended ??= run.catch(() => {});
    await run;
  }

  /** Stops everything in good order. Resolves when it has ended, however; `start` says how. Harmless when done twice. */
  async stop(): Promise<void> {
    this.#lifecycle.stop("stop() was called");
    await (this.#ended ?? this.#lifecycle.dispose());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #reserve(name: string): void {
    if (this.#names.has(name)) {
      throw new RuntimeError(
        "INVALID_SETUP",
        `there are two controllers named ${JSON.stringify(name)}: give each its own name, as memcached and memcached-backup`,
      );
    }
    this.#names.add(name);
  }

  #addController(controller: Controller): void {
    const { name, needsLeaderElection } = controller;
    this.#lifecycle.add({
      name: `controller ${name}`,
      needsLeaderElection,
      start: (options) => controller.start(options),
    });
  }

  #build({ name, kind, sources, settings, reconciler }: ControllerPlan): Controller {
    const { clock, random, process, log, metrics } = this.#parts;
    const controller = new Controller({
      log,
      ...this.#defaultsFor(kind),
      ...settings,
      name,
      ...(kind !== undefined && { kind }),
      sources,
      reconciler,
      client: this.#clientFor(name),
      events: this.events(name),
      metrics: metrics.controller(name),
      clock,
      random,
      process,
    });
    this.#addController(controller);
    return controller;
  }

  #defaultsFor(kind: Kind | undefined): ControllerSettings {
    const { maxConcurrentReconcilesByKind = {}, ...defaults } = this.#options.controllers ?? {};
    const byKind = kind && maxConcurrentReconcilesByKind[formatGroupKind(kind)];
    return { ...defaults, ...(byKind !== undefined && { maxConcurrentReconciles: byKind }) };
  }

  #clientFor(controller: string): ReconcileClient {
    const fieldManager = this.#options.fieldManager ?? (this.#parts.needsFieldManager ? controller : undefined);
    return fieldManager === undefined ? this.client : withReconcileFieldManager(this.client, fieldManager);
  }
}
