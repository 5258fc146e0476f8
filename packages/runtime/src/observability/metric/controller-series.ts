import { BucketHistogram } from "./bucket-histogram.ts";
import type { ControllerMetrics, QueueMetrics, ReconcileOutcome } from "./component-metrics.ts";
import { Counter, Gauge, type Registry } from "./prom-client.ts";

const buckets: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

const outcomes: readonly ReconcileOutcome[] = ["success", "error", "requeue", "requeue_after"];

/** The series of all controllers, by their name. */
export class ControllerSeries {
  readonly #total: Counter<"controller" | "result">;
  readonly #errors: Counter<"controller">;
  readonly #terminal: Counter<"controller">;
  readonly #panics: Counter<"controller">;
  readonly #timeouts: Counter<"controller">;
  readonly #seconds: BucketHistogram<"controller">;
  readonly #workers: Gauge<"controller">;
  readonly #active: Gauge<"controller">;

  constructor(registry: Registry) {
    const labelNames = ["controller"] as const;
    const registers = [registry];
    this.#total = new Counter({
      name: "controller_runtime_reconcile_total",
      help: "Reconciles that ended, by controller and result",
      labelNames: ["controller", "result"],
      registers,
    });
    const counter = (name: string, help: string) => new Counter({ name, help, labelNames, registers });
    const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames, registers });
    this.#errors = counter("controller_runtime_reconcile_errors_total", "Reconciles that failed");
    this.#terminal = counter(
      "controller_runtime_terminal_reconcile_errors_total",
      "Reconciles that failed with a terminal error, which is not tried again",
    );
    this.#panics = counter(
      "controller_runtime_reconcile_panics_total",
      "Reconciles that threw something that is no Error",
    );
    this.#seconds = new BucketHistogram({
      name: "controller_runtime_reconcile_time_seconds",
      help: "How long reconciles take",
      labelNames,
      buckets,
      registry,
    });
    this.#workers = gauge("controller_runtime_max_concurrent_reconciles", "Reconciles that may run at once");
    this.#active = gauge("controller_runtime_active_workers", "Reconciles that run now");
    this.#timeouts = counter(
      "controller_runtime_reconcile_timeouts_total",
      "Reconciles that took longer than they may",
    );
  }

  /** The series of one controller, all but the duration shown from now on. */
  controller(controller: string, queue: QueueMetrics): ControllerMetrics {
    const labels = { controller };
    for (const result of outcomes) this.#total.inc({ controller, result }, 0);
    for (const counter of [this.#errors, this.#terminal, this.#panics, this.#timeouts]) counter.inc(labels, 0);
    this.#workers.inc(labels, 0);
    this.#active.inc(labels, 0);
    return {
      queue,
      maxConcurrentReconciles: (count) => this.#workers.set(labels, count),
      started: () => this.#active.inc(labels),
      ended: (result, seconds, details = {}) => {
        this.#active.dec(labels);
        this.#seconds.series(labels).observe(seconds);
        this.#total.inc({ controller, result });
        if (result === "error") this.#errors.inc(labels);
        if (details.isTerminal) this.#terminal.inc(labels);
        if (details.isNonError) this.#panics.inc(labels);
        if (details.isTimeout) this.#timeouts.inc(labels);
      },
    };
  }
}
