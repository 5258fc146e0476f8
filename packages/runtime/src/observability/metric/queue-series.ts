import { BucketHistogram, type HistogramSeries } from "./bucket-histogram.ts";
import type { QueueMetrics } from "./component-metrics.ts";
import { Counter, Gauge, type Registry } from "./prom-client.ts";

/** From 10 ns to 1000 s. Multiplied one by one, which gives the same inexact numbers as in Go. */
const buckets: readonly number[] = (() => {
  const bounds = [10e-9];
  while (bounds.length < 12) bounds.push(bounds.at(-1)! * 10);
  return bounds;
})();

const manyPriorities = "exceeded_cardinality_limit";
const maxPriorities = 25;

/** The series of all queues, by their name. */
export class QueueSeries {
  readonly #queues = new Map<string, QueueCounts>();
  readonly #waited: BucketHistogram<"name" | "controller">;
  readonly #worked: BucketHistogram<"name" | "controller">;

  constructor(registry: Registry) {
    const labelNames = ["name", "controller"] as const;
    const registers = [registry];
    const queues = this.#queues;
    new Gauge({
      name: "workqueue_depth",
      help: "Items that are ready for a worker, by queue and priority",
      labelNames: [...labelNames, "priority"] as const,
      registers,
      collect() {
        for (const [name, { depths }] of queues) {
          for (const [priority, depth] of depths) this.set({ name, controller: name, priority }, depth);
        }
      },
    });
    const counter = (name: string, help: string, countOf: (queue: QueueCounts) => number) =>
      new Counter({
        name,
        help,
        labelNames,
        registers,
        collect() {
          this.reset();
          for (const [queue, counts] of queues) this.inc({ name: queue, controller: queue }, countOf(counts));
        },
      });
    const gauge = (name: string, help: string, sampleOf: (seconds: Iterable<number>) => number) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          for (const [queue, counts] of queues) {
            this.set({ name: queue, controller: queue }, sampleOf(counts.secondsOfEach()));
          }
        },
      });
    const histogram = (name: string, help: string) =>
      new BucketHistogram({ name, help, labelNames, buckets, registry });
    counter("workqueue_adds_total", "Items that became ready", (queue) => queue.adds);
    this.#waited = histogram(
      "workqueue_queue_duration_seconds",
      "How long items wait for a worker once they are ready",
    );
    this.#worked = histogram("workqueue_work_duration_seconds", "How long workers take for an item");
    gauge(
      "workqueue_unfinished_work_seconds",
      "How long workers have had their items, summed up. Where it grows steadily, as many workers are stuck as seconds are added in each",
      (seconds) => [...seconds].reduce((sum, each) => sum + each, 0),
    );
    gauge("workqueue_longest_running_processor_seconds", "How long the busiest worker has had its item", (seconds) =>
      [...seconds].reduce((longest, each) => Math.max(longest, each), 0),
    );
    counter("workqueue_retries_total", "Items that were added with a delay", (queue) => queue.retries);
  }

  /** The series of one queue, which are shown from now on. The same for the same name. */
  queue(name: string): QueueMetrics {
    let queue = this.#queues.get(name);
    if (queue === undefined) {
      const labels = { name, controller: name };
      queue = new QueueCounts(this.#waited.series(labels), this.#worked.series(labels));
      this.#queues.set(name, queue);
    }
    return queue;
  }
}

/** Plain numbers, since queues are busy; they become samples when someone looks. */
class QueueCounts implements QueueMetrics {
  adds = 0;
  retries = 0;
  /** By priority, as its label. */
  readonly depths = new Map<string, number>();
  secondsOfEach: () => Iterable<number> = () => [];
  readonly #labels = new Map<number, string>();
  readonly #waited: HistogramSeries;
  readonly #worked: HistogramSeries;

  constructor(waited: HistogramSeries, worked: HistogramSeries) {
    this.#waited = waited;
    this.#worked = worked;
  }

  added(): void {
    this.adds++;
  }

  retried(): void {
    this.retries++;
  }

  depthChanged(priority: number, change: 1 | -1): void {
    const label = this.#labelOf(priority);
    this.depths.set(label, (this.depths.get(label) ?? 0) + change);
  }

  taken(waitedSeconds: number): void {
    this.#waited.observe(waitedSeconds);
  }

  done(workedSeconds: number): void {
    this.#worked.observe(workedSeconds);
  }

  unfinished(secondsOfEach: () => Iterable<number>): void {
    this.secondsOfEach = secondsOfEach;
  }

  /** A priority keeps the label it got first, so that what was added under a label is taken from it. */
  #labelOf(priority: number): string {
    let label = this.#labels.get(priority);
    if (label !== undefined) return label;
    if (this.#labels.size >= maxPriorities) return manyPriorities;
    label = String(priority);
    this.#labels.set(priority, label);
    return label;
  }
}
