// The public API, bottom up.

// Errors and host
export { RuntimeError, type RuntimeErrorCode } from "./errors.ts";
export { type CrashOrigin, type ProcessHost, type ProgramHost, systemProcess, systemProgram } from "./host.ts";
// Logs
export { createLogger, type LoggerOptions } from "./observability/log/create-logger.ts";
export type { LogLevel } from "./observability/log/log-line.ts";
export { type Logger, silentLogger } from "./observability/log/logger.ts";
export { type ObjectReference, objectReference } from "./observability/log/object-reference.ts";
// Permissions
export { rbacMarkerOf } from "./observability/rbac-marker.ts";
// Metrics
export type {
  ConsistencyMetrics,
  ControllerMetrics,
  ElectionMetrics,
  EventMetrics,
  InformerMetrics,
  QueueMetrics,
  ReconcileOutcome,
} from "./observability/metric/component-metrics.ts";
export { Metrics, type MetricsOptions } from "./observability/metric/metrics.ts";
// Health
export { type HealthCheck, ping } from "./observability/health/health-check.ts";
export {
  HealthChecks,
  type HealthChecksOptions,
  type HealthReport,
  type HealthResult,
} from "./observability/health/health-checks.ts";
export { type HealthAnswer, HealthEndpoint } from "./observability/health/health-endpoint.ts";
export type { HttpHandler } from "./observability/health/http-listener.ts";
export {
  type HealthServing,
  type MetricsServing,
  ObservabilityServer,
  type ObservabilityServerOptions,
  type SecureServing,
} from "./observability/health/observability-server.ts";
// Events
export { EventBroadcaster, type EventBroadcasterOptions } from "./observability/event/event-broadcaster.ts";
export type { EventDetails, EventRecorder } from "./observability/event/event-recorder.ts";
export type { EventClient } from "./observability/event/event-sender.ts";
// Queue
export {
  type ExponentialBackOffOptions,
  exponentialBackOff,
  type FastSlowOptions,
  fastSlow,
  maxOf,
  type RateLimiter,
  type TokenBucketOptions,
  tokenBucket,
  withMaxWait,
} from "./queue/rate-limiter.ts";
export {
  type AddOptions,
  type ShutDownOptions,
  type TakenItem,
  WorkQueue,
  type WorkQueueOptions,
} from "./queue/work-queue.ts";
// Informer
export type { HandlerOptions } from "./informer/event-dispatcher.ts";
export { IndexedStore, type IndexedStoreOptions } from "./informer/indexed-store.ts";
export { Informer } from "./informer/informer.ts";
export type { InformerClient, InformerOptions, Transform } from "./informer/informer-options.ts";
export type { StreamPhase, StreamState } from "./informer/informer-state.ts";
export { Lister, type ListerOptions } from "./informer/lister.ts";
export type { EventHandler, HandlerRegistration, ObjectEvent } from "./informer/object-event.ts";
export type { IndexFunction, MutableObjectStore, ObjectStore } from "./informer/store.ts";
export type { ProgressCallback, StreamProgress } from "./informer/stream-progress.ts";
// Cache, and the client over it
export type { CacheClient, CachingOptions, InformerCacheOptions, KindCachingOptions } from "./cache/cache-options.ts";
export { type CachedKindState, InformerCache } from "./cache/informer-cache.ts";
export {
  createReconcileClient,
  type ReconcileClient,
  type ReconcileClientOptions,
} from "./cache/reconcile-client.ts";
// What leads to reconciles: sources, predicates, handlers
export {
  type EnqueueOwnerOptions,
  enqueueMapped,
  enqueueObject,
  enqueueOwner,
  type HandlerContext,
  type TriggerHandler,
  type TriggerRequest,
  type TriggerRequests,
} from "./trigger/handler.ts";
export { type IterableInput, type IterableSourceOptions, iterableSource } from "./trigger/iterable-source.ts";
export { type EventFeed, type KindSourceOptions, kindSource } from "./trigger/kind-source.ts";
export {
  and,
  annotationsChanged,
  type EventOfType,
  generationChanged,
  labelSelector,
  labelsChanged,
  not,
  on,
  or,
  type Predicate,
  type PredicateByType,
  resourceVersionChanged,
  select,
  where,
} from "./trigger/predicate.ts";
export {
  lowPriority,
  type RequestOptions,
  type RequestSink,
  type Source,
  type SourceContext,
} from "./trigger/source.ts";
export { type Listed, type TimerSourceOptions, timerSource } from "./trigger/timer-source.ts";
export type { GenericEvent, TriggerEvent } from "./trigger/trigger-event.ts";
// Reconcilers
export { type ObjectReconcileFunction, type ObjectReconciler, reconcileObject } from "./controller/reconcile-object.ts";
export type { ReconcileContext, ReconcileFunction, Reconciler } from "./controller/reconciler.ts";
export { Result, resultOf } from "./controller/result.ts";
export { isTerminal, TerminalError } from "./controller/terminal-error.ts";
export {
  type FinalizerOptions,
  type FinalizerReconciler,
  type FinalizerStep,
  withFinalizer,
} from "./controller/with-finalizer.ts";
// Controllers
export { Controller, type ControllerOptions, type ControllerSettings } from "./controller/controller.ts";
export type {
  ControllerBuilder,
  KindOptions,
  MetadataOptions,
  OwnerOptions,
} from "./controller/controller-builder.ts";
// Leader election
export type { LeaderElectorOptions } from "./election/election-options.ts";
export type { Fence } from "./election/fence.ts";
export { type ElectionRun, LeaderElector } from "./election/leader-elector.ts";
export { withFence } from "./election/with-fence.ts";
// The manager
export { Manager } from "./manager/manager.ts";
export type {
  CacheSettings,
  ControllerDefaults,
  LeaderElectionSettings,
  ManagerOptions,
  MetricsSettings,
  ServerSettings,
} from "./manager/manager-options.ts";
export type { Runnable, RunnableFunction } from "./manager/runnable.ts";
export type { OptionOrigin, OptionOrigins } from "./option-origin.ts";
// The program
export type {
  BooleanFlag,
  FlagDefinition,
  FlagDefinitions,
  FlagValues,
  NumberFlag,
  StringFlag,
} from "./manager/flag/flag-definition.ts";
export { FlagError } from "./manager/flag/flag-error.ts";
export {
  type FlaggedManagerOptions,
  type FlaggedOptions,
  type ManagerFlagDefaults,
  type ManagerFlags,
  managerOptionsFromFlags,
} from "./manager/flag/manager-flags.ts";
export { type OperatorProgram, runOperator } from "./manager/run-operator.ts";
