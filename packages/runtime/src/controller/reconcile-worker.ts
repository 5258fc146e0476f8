import { type Clock, type ExactObjectKey, formatKey, type Kind } from "@kubewright/api";
import { onAbort } from "@kubewright/client";
import type { ReconcileClient } from "../cache/reconcile-client.ts";
import { RuntimeError } from "../errors.ts";
import type { EventRecorder } from "../observability/event/event-recorder.ts";
import type { Logger } from "../observability/log/logger.ts";
import { safeLogger } from "../observability/log/safe-logger.ts";
import type { ControllerMetrics } from "../observability/metric/component-metrics.ts";
import type { TakenItem, WorkQueue } from "../queue/work-queue.ts";
import { type Failure, failureOf } from "./reconcile-failure.ts";
import type { ReconcileContext, ReconcileFunction } from "./reconciler.ts";
import { type Result, resultOf } from "./result.ts";

export interface ReconcileWorkerOptions {
  readonly queue: WorkQueue<ExactObjectKey>;
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
  readonly #reconciling = new Set<ExactObjectKey>();

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

  async #work({ item: key, priority }: TakenItem<ExactObjectKey>, signal: AbortSignal): Promise<void> {
    const { metrics, clock, queue } = this.#options;
    const startedMs = clock.monotonic();
    const call = new ReconcileCall(this.#options, key, signal);
    metrics?.started();
    let outcome: { readonly result: Result } | { readonly thrown: unknown };
    try {
      outcome = { result: await call.run() };
    } catch (thrown) {
      outcome = { thrown };
    }
    const end: CallEnd = { call, key, priority, seconds: (clock.monotonic() - startedMs) / 1000 };
    try {
      if ("result" in outcome) this.#succeed(end, outcome.result);
      else this.#fail(end, failureOf(outcome.thrown, signal));
    } catch (error) {
      // A rate limiter or a logger of others failed: one object must not end the work on all.
      queue.add(key, { afterMs: lastResortMs, priority });
      safeLogger(call.log).error({ err: error }, "what follows a reconcile failed, trying again later");
    }
  }

  #succeed({ call, key, priority, seconds }: CallEnd, result: Result): void {
    const { metrics, queue } = this.#options;
    const isAgain = result.type === "requeue-after";
    metrics?.ended(isAgain ? "requeue_after" : "success", seconds, { isTimeout: call.isTimeout });
    queue.forget(key);
    if (isAgain) {
      queue.add(key, { afterMs: result.delayMs, priority: result.priority ?? priority });
      call.log.debug({ seconds, requeueAfterMs: result.delayMs }, "reconcile successful, requeueing");
    } else call.log.debug({ seconds }, "reconcile successful");
  }

  #fail({ call, key, priority, seconds }: CallEnd, failure: Failure): void {
    const { metrics, queue } = this.#options;
    const { err, isFinal, isNonError, rbacMarker } = failure;
    if (failure.isInterruption) {
      metrics?.ended("requeue", seconds);
      call.log.debug({ err }, "reconcile interrupted");
      return;
    }
    metrics?.ended("error", seconds, { isTerminal: isFinal, isNonError, isTimeout: call.isTimeout });
    if (isFinal) {
      queue.forget(key);
      call.log.error({ err }, "terminal reconciler error, not trying again");
      return;
    }
    queue.add(key, { rateLimited: true, priority });
    const retries = queue.retries(key);
    if (failure.isConflict) {
      // Someone else wrote first: part of life, and of no use with a stack.
      call.log.info({ reason: err.message, retries }, "reconcile met a conflict, trying again");
    } else if (rbacMarker === undefined) call.log.error({ err, retries }, "reconciler error");
    else call.log.error({ err, retries, rbacMarker }, "reconciler error: a permission is missing");
  }
}

/** When an object is reconciled again where nobody can say when. */
const lastResortMs = 10_000;

interface CallEnd {
  readonly call: ReconcileCall;
  readonly key: ExactObjectKey;
  readonly priority: number;
  readonly seconds: number;
}

/** One call of a reconciler: its signal, its log, its time. */
class ReconcileCall {
  readonly #options: ReconcileWorkerOptions;
  readonly #key: ExactObjectKey;
  readonly #signal: AbortSignal;
  readonly #id: string;
  #log: Logger | undefined;
  #isTimeout = false;

  constructor(options: ReconcileWorkerOptions, key: ExactObjectKey, signal: AbortSignal) {
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
    const { client, events, queue } = this.#options;
    const logOf = () => this.log;
    return {
      key: this.#key,
      client,
      events,
      signal,
      reconcileId: this.#id,
      retries: queue.retries(this.#key),
      get log() {
        return logOf();
      },
    };
  }
}

/** As controller-runtime names them. */
function logFields(kind: Kind | undefined, key: ExactObjectKey, reconcileID: string): Record<string, unknown> {
  const { namespace, name } = key;
  const reference = namespace === undefined ? { name } : { namespace, name };
  return { [kind?.kind ?? "object"]: reference, ...reference, reconcileID };
}
