import { type Clock, formatKey, isConflict, type Kind, type ObjectKey } from "@kubewright/api";
import { onAbort } from "@kubewright/client";
import type { ReconcileClient } from "../cache/reconcile-client.ts";
import { RuntimeError } from "../errors.ts";
import type { EventRecorder } from "../observability/event/event-recorder.ts";
import type { Logger } from "../observability/log/logger.ts";
import type { ControllerMetrics } from "../observability/metric/component-metrics.ts";
import type { TakenItem, WorkQueue } from "../queue/work-queue.ts";
import { rbacMarkerOf } from "./rbac-marker.ts";
import type { ReconcileContext, ReconcileFunction } from "./reconciler.ts";
import { Result } from "./result.ts";
import { isTerminal } from "./terminal-error.ts";

export interface ReconcileWorkerOptions {
  readonly queue: WorkQueue<ObjectKey>;
  readonly reconcile: ReconcileFunction;
  readonly client: ReconcileClient;
  readonly events: EventRecorder;
  readonly metrics: ControllerMetrics | undefined;
  readonly clock: Clock;
  readonly kind: Kind | undefined;
  readonly log: Logger;
  readonly uuid: () => string;
  readonly timeoutMs: number | undefined;
}

/** Takes objects from a queue, reconciles them one after the other, and puts those back that need it. */
export class ReconcileWorker {
  readonly #options: ReconcileWorkerOptions;
  readonly #reconciling = new Set<ObjectKey>();

  constructor(options: ReconcileWorkerOptions) {
    this.#options = options;
  }

  /** The objects whose reconcile is under way, as `formatKey` writes them. */
  get reconciling(): readonly string[] {
    return [...this.#reconciling].map(formatKey);
  }

  /** Works until the queue is shut down. May be called several times, for as many reconciles at once. */
  async run(signal: AbortSignal): Promise<void> {
    const { queue } = this.#options;
    for (let taken = await queue.take(); taken !== undefined; taken = await queue.take()) {
      this.#reconciling.add(taken.item);
      try {
        await this.#work(taken, signal);
      } finally {
        this.#reconciling.delete(taken.item);
        queue.done(taken.item);
      }
    }
  }

  async #work({ item: key, priority }: TakenItem<ObjectKey>, signal: AbortSignal): Promise<void> {
    const { metrics, clock, queue } = this.#options;
    const startedMs = clock.monotonic();
    const call = new ReconcileCall(this.#options, key, signal);
    metrics?.started();
    try {
      const result = await call.run();
      const seconds = (clock.monotonic() - startedMs) / 1000;
      queue.forget(key);
      if (result.type === "requeue-after") {
        queue.add(key, { afterMs: result.delayMs, priority: result.priority ?? priority });
        metrics?.ended("requeue_after", seconds, { isTimeout: call.isTimeout });
        call.log.debug({ seconds, requeueAfterMs: result.delayMs }, "reconcile successful, requeueing");
      } else {
        metrics?.ended("success", seconds, { isTimeout: call.isTimeout });
        call.log.debug({ seconds }, "reconcile successful");
      }
    } catch (error) {
      this.#fail(call, error, { key, priority, seconds: (clock.monotonic() - startedMs) / 1000, signal });
    }
  }

  #fail(
    call: ReconcileCall,
    error: unknown,
    details: { key: ObjectKey; priority: number; seconds: number; signal: AbortSignal },
  ): void {
    const { metrics, queue } = this.#options;
    const { key, priority, seconds, signal } = details;
    if (isInterruption(error, signal)) {
      metrics?.ended("requeue", seconds);
      call.log.debug({ err: error }, "reconcile interrupted");
      return;
    }
    const isFinal = isTerminal(error);
    if (isFinal) queue.forget(key);
    else queue.add(key, { rateLimited: true, priority });
    metrics?.ended("error", seconds, {
      isTerminal: isFinal,
      isNonError: !(error instanceof Error),
      isTimeout: call.isTimeout,
    });
    const retries = queue.retries(key);
    if (isFinal) call.log.error({ err: error }, "terminal reconciler error, not trying again");
    else if (isConflict(error)) {
      // Someone else wrote first: part of life, and of no use with a stack.
      call.log.info({ reason: messageOf(error), retries }, "reconcile met a conflict, trying again");
    } else {
      const rbacMarker = rbacMarkerOf(error);
      const fields = { err: error, retries, ...(rbacMarker !== undefined && { rbacMarker }) };
      call.log.error(
        fields,
        rbacMarker === undefined ? "reconciler error" : "reconciler error: a permission is missing",
      );
    }
  }
}

/** One call of a reconciler: its signal, its log, its time. */
class ReconcileCall {
  readonly #options: ReconcileWorkerOptions;
  readonly #key: ObjectKey;
  readonly #signal: AbortSignal;
  readonly #id: string;
  #log: Logger | undefined;
  #isTimeout = false;

  constructor(options: ReconcileWorkerOptions, key: ObjectKey, signal: AbortSignal) {
    this.#options = options;
    this.#key = key;
    this.#signal = signal;
    this.#id = options.uuid();
  }

  get isTimeout(): boolean {
    return this.#isTimeout;
  }

  /** Made when it is first needed: most reconciles say nothing. */
  get log(): Logger {
    this.#log ??= this.#options.log.child(logFields(this.#options.kind, this.#key, this.#id));
    return this.#log;
  }

  async run(): Promise<Result> {
    const { reconcile, clock, timeoutMs } = this.#options;
    const controller = new AbortController();
    const forget = onAbort(this.#signal, (reason) => controller.abort(reason));
    const timer =
      timeoutMs === undefined ? undefined : clock.schedule(timeoutMs, () => this.#timeOut(controller, timeoutMs));
    try {
      return resultOf(await reconcile(this.#context(controller.signal)));
    } finally {
      timer?.cancel();
      forget();
    }
  }

  #timeOut(controller: AbortController, timeoutMs: number): void {
    if (controller.signal.aborted) return;
    this.#isTimeout = true;
    this.log.warn({ timeoutMs }, "reconcile takes too long, its signal aborts");
    controller.abort(new RuntimeError("RECONCILE_TIMEOUT", `the reconcile took longer than ${timeoutMs} ms`));
  }

  #context(signal: AbortSignal): ReconcileContext {
    const { client, events } = this.#options;
    const logOf = () => this.log;
    return {
      key: this.#key,
      client,
      events,
      signal,
      reconcileId: this.#id,
      get log() {
        return logOf();
      },
    };
  }
}

/** As controller-runtime names them. */
function logFields(kind: Kind | undefined, key: ObjectKey, reconcileID: string): Record<string, unknown> {
  const { namespace, name } = key;
  const reference = namespace === undefined ? { name } : { namespace, name };
  return { [kind?.kind ?? "object"]: reference, ...reference, reconcileID };
}

function resultOf(value: unknown): Result {
  if (value === undefined) return Result.done();
  const { type, delayMs } = (value ?? {}) as { type?: unknown; delayMs?: unknown };
  if (type === "done" || (type === "requeue-after" && typeof delayMs === "number")) return value as Result;
  throw new TypeError(
    "the reconciler resolved to something that is no Result: return Result.done(), Result.requeueAfter(ms) or nothing",
  );
}

/** Whether the work ended because all work ends here; a write may learn of a lost lease before the signal aborts. */
function isInterruption(error: unknown, signal: AbortSignal): boolean {
  const seen = new Set<unknown>();
  for (let inner = error; inner instanceof Object && !seen.has(inner); inner = (inner as { cause?: unknown }).cause) {
    if (signal.aborted && inner === signal.reason) return true;
    if (inner instanceof RuntimeError && inner.code === "LEASE_LOST") return true;
    seen.add(inner);
  }
  return signal.aborted && error === signal.reason;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
